import { read } from "@/db/client";
import { getLogCheckpoint as checkpoint, type LogKind, listLog as rowsAfter } from "@/db/queries/publish-log";
import type { Context } from "@/lib/domain/context";

type Entry = {
  sequence: string;
  kind: LogKind;
  subject: string;
  entry: string;
  previous_hash: string;
  hash: string;
  created_at: string;
};

const LIMIT_DEFAULT = 100;

/** The publish log after a sequence, oldest first. `next_cursor` is the next `after`; null at the end. */
export async function listLog(
  _ctx: Context,
  input: { after?: string | undefined; limit?: number | undefined },
): Promise<{ data: Entry[]; next_cursor: string | null }> {
  const limit = input.limit ?? LIMIT_DEFAULT;
  const rows = await read((sql) => rowsAfter(sql, { after: input.after ?? "0", limit: limit + 1 }));
  const page = rows.slice(0, limit);
  return {
    data: page.map((row) => ({
      sequence: row.sequence,
      kind: row.kind,
      subject: row.subject,
      entry: row.entry,
      previous_hash: row.previous_hash.toString("hex"),
      hash: row.hash.toString("hex"),
      created_at: row.created_at.toISOString(),
    })),
    next_cursor: rows.length > limit ? (page.at(-1)?.sequence ?? null) : null,
  };
}

/** The newest sequence and hash of the publish log. */
export async function getLogCheckpoint(_ctx: Context): Promise<{ data: { sequence: string; hash: string } }> {
  const { sequence, hash } = await read(checkpoint);
  return { data: { sequence, hash: hash.toString("hex") } };
}
