import { z } from "zod";
import { read } from "@/db/client";
import { lastReport, listSources as rowsOf, type SourceRow, sourceById } from "@/db/queries/sources";
import type { InputOf } from "@/lib/contract/endpoint";
import type {
  getSource as getContract,
  listSources as listContract,
  Source,
  SourceWithReport,
} from "@/lib/contract/public/sources";
import type { Context } from "@/lib/domain/context";
import { openCursor, sealCursor } from "@/lib/platform/cursor";
import { Problem } from "@/lib/platform/errors";
import { sourceUrl } from "@/lib/platform/urls";

const LIMIT = 20;
const BINDING = { endpoint: "list_sources", subject: "all" };
const Position = z.strictObject({ source_id: z.string() });

/** All sources, oldest first, removed ones too. */
export async function listSources(
  _ctx: Context,
  { limit = LIMIT, cursor }: InputOf<typeof listContract>,
): Promise<{ data: Source[]; next_cursor: string | null }> {
  const after = cursor === undefined ? null : openCursor(BINDING, cursor, Position).source_id;
  const rows = await read((sql) => rowsOf(sql, limit + 1, after));
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    data: shown.map(presentSource),
    next_cursor: rows.length > limit && last ? sealCursor(BINDING, { source_id: last.source_id }) : null,
  };
}

/** One source with the report of its newest finished run. */
export async function getSource(
  _ctx: Context,
  { source_id }: InputOf<typeof getContract>,
): Promise<{ data: SourceWithReport }> {
  const row = await read((sql) => sourceById(sql, source_id));
  if (!row) throw new Problem("not_found", { detail: "There is no such source." });
  return { data: { ...presentSource(row), report: await read((sql) => lastReport(sql, source_id)) } };
}

export function presentSource({ settings, due_at, created_at, ...row }: SourceRow): Source {
  return {
    ...row,
    range: settings.range ?? null,
    minors: settings.minors ?? null,
    next_run_at: row.state === "active" ? due_at.toISOString() : null,
    canonical_url: sourceUrl(row.source_id),
    created_at: created_at.toISOString(),
  };
}
