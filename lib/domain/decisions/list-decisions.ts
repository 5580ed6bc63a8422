import { z } from "zod";
import { read } from "@/db/client";
import { decisionsBefore } from "@/db/queries/decisions";
import type { InputOf } from "@/lib/contract/endpoint";
import { Timestamp } from "@/lib/contract/primitives";
import type { listDecisions as contract } from "@/lib/contract/public/decisions";
import type { Decision } from "@/lib/contract/public/resources";
import type { Context } from "@/lib/domain/context";
import { presentDecision } from "@/lib/domain/present/decision";
import { openCursor, pageOf } from "@/lib/platform/cursor";

type Input = InputOf<typeof contract>;

const LIMIT_DEFAULT = 20;
const Position = z.strictObject({ created_at: Timestamp, decision_id: z.string() });

/** Every decision that somebody has made and given a reason for, newest first. Throws `invalid_cursor`. */
export async function listDecisions(
  _ctx: Context,
  input: Input,
): Promise<{ data: Decision[]; next_cursor: string | null }> {
  const kind = input.kind ?? null;
  const binding = { endpoint: "list_decisions", filter: { kind } };
  const position = input.cursor === undefined ? null : openCursor(binding, input.cursor, Position);
  const limit = input.limit ?? LIMIT_DEFAULT;
  const rows = await read((sql) => decisionsBefore(sql, kind, position, limit + 1));
  const { page, next_cursor } = pageOf(binding, rows, limit, (last) => ({
    created_at: last.created_at.toISOString(),
    decision_id: last.decision_id,
  }));
  return {
    data: page.map(presentDecision),
    next_cursor,
  };
}
