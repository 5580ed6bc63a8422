import { z } from "zod";
import { read } from "@/db/client";
import {
  type WrittenMessageRow,
  type WrittenReportRow,
  type WrittenVersionRow,
  writtenBy,
  writtenTexts,
} from "@/db/queries/authors";
import type { InputOf } from "@/lib/contract/endpoint";
import { Timestamp } from "@/lib/contract/primitives";
import type { listWritten as contract, Written } from "@/lib/contract/public/tokens";
import { type Context, requireConnection } from "@/lib/domain/context";
import { reportSubject } from "@/lib/domain/present/decision";
import { openCursor, sealCursor } from "@/lib/platform/cursor";

const LIMIT = 20;
const Position = z.strictObject({ created_at: Timestamp, id: z.string() });

/** Everything that the caller's connection wrote and that is neither hidden nor withdrawn, whole, oldest first. */
export async function listWritten(
  ctx: Context,
  input: InputOf<typeof contract>,
): Promise<{ data: Written[]; next_cursor: string | null }> {
  const { connection_id } = requireConnection(ctx);
  const limit = input.limit ?? LIMIT;
  const binding = { endpoint: "list_written", subject: connection_id };
  const after = input.cursor === undefined ? null : openCursor(binding, input.cursor, Position);
  const places = await read((sql) => writtenBy(sql, connection_id, after, limit + 1));
  const shown = places.slice(0, limit);
  const found = await read((sql) =>
    writtenTexts(
      sql,
      shown.map(({ id }) => id),
    ),
  );
  const texts = new Map<string, Written>([
    ...found.messages.map((row) => [row.id, message(row)] as const),
    ...found.versions.map((row) => [row.id, version(row)] as const),
    ...found.reports.map((row) => [row.id, report(row)] as const),
  ]);
  const last = shown.at(-1);
  return {
    data: shown.flatMap(({ id }) => texts.get(id) ?? []),
    next_cursor:
      places.length > limit && last
        ? sealCursor(binding, { created_at: last.created_at.toISOString(), id: last.id })
        : null,
  };
}

function message({ id, kind, created_at, ...row }: WrittenMessageRow): Written {
  return { kind: "message", message_id: id, message_kind: kind, ...row, created_at: created_at.toISOString() };
}

function version({ id, created_at, ...row }: WrittenVersionRow): Written {
  return { kind: "version", version_id: id, ...row, created_at: created_at.toISOString() };
}

function report({ id, reason, note, created_at, ...row }: WrittenReportRow): Written {
  const subject = reportSubject(row);
  return { kind: "report", report_id: id, subject, reason, note, created_at: created_at.toISOString() };
}
