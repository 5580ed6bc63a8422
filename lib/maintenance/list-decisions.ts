import { z } from "zod";
import { read } from "@/db/client";
import { decisionsByTime } from "@/db/queries/decisions";
import type { Context } from "@/lib/context";
import type { Decision } from "@/lib/contract/knowledge/read";
import { Timestamp } from "@/lib/contract/primitives";
import { openCursor, sealCursor } from "@/lib/cursor";
import { authorizeMaintainer } from "@/lib/maintenance/require-maintainer";

type Input = { limit?: number | undefined; cursor?: string | undefined };

const BINDING = { endpoint: "list_decisions" };
const LIMIT = 20;
const Position = z.strictObject({ created_at: Timestamp, decision_id: z.string() });

/** What maintainers and the library have decided, newest first. Throws `maintainer_required`. */
export async function listDecisions(
  ctx: Context,
  input: Input,
): Promise<{ data: Decision[]; next_cursor: string | null }> {
  await authorizeMaintainer(ctx);
  const limit = input.limit ?? LIMIT;
  const position = input.cursor === undefined ? null : openCursor(BINDING, input.cursor, Position);
  const rows = await read((sql) => decisionsByTime(sql, position, limit + 1));
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const more = rows.length > limit && last;
  return {
    data: page.map((row) => ({ ...row, created_at: row.created_at.toISOString() })),
    next_cursor: more
      ? sealCursor(BINDING, { created_at: last.created_at.toISOString(), decision_id: last.decision_id })
      : null,
  };
}
