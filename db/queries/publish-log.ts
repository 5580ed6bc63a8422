import type { Json, Sql } from "@/db/client";

export type LogKind =
  | "version"
  | "selection"
  | "review"
  | "withdrawal"
  | "restoration"
  | "hide"
  | "show"
  | "quarantine"
  | "vouch"
  | "erasure"
  | "applicability";

export type LogRow = {
  sequence: string;
  kind: LogKind;
  subject: string;
  /** The exact JSON text that was hashed. */
  entry: string;
  previous_hash: Buffer;
  hash: Buffer;
  created_at: Date;
};

export type ExactLogRow = Omit<LogRow, "created_at"> & {
  /** RFC 3339 in UTC with full database precision: six fractional digits. */
  created_at: string;
};

/** The same rows at full precision, for verification. */
export async function exactLog(sql: Sql, { after, limit }: { after: string; limit: number }): Promise<ExactLogRow[]> {
  return sql<ExactLogRow[]>`
    select l.sequence, l.kind, l.subject, l.entry, l.previous_hash, l.hash,
           to_char(l.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as created_at
    from publish_log l
    where l.sequence > ${after}
    order by l.sequence
    limit ${limit}`;
}

export type LogCheckpoint = { sequence: string; hash: Buffer };

/** The rows after a sequence, oldest first, at most `limit`. */
export async function listLog(sql: Sql, { after, limit }: { after: string; limit: number }): Promise<LogRow[]> {
  return sql<LogRow[]>`
    select l.sequence, l.kind, l.subject, l.entry, l.previous_hash, l.hash, l.created_at
    from publish_log l
    where l.sequence > ${after}
    order by l.sequence
    limit ${limit}`;
}

/** The newest sequence and hash; `"0"` and 32 zero bytes before the first publication. */
export async function getLogCheckpoint(sql: Sql): Promise<LogCheckpoint> {
  const [row] = await sql<LogCheckpoint[]>`select h.sequence, h.hash from publish_log_head h`;
  if (!row) throw new Error("The publish log has no head row.");
  return row;
}

/** An entry to be made. The subject is the id of what was changed; the details are public. */
export type LogEntry = { kind: LogKind; subject: string; details: Record<string, Json> };

/** Appends entries in their order. The log's lock is held from here until the transaction ends, so this comes last in it. */
export async function appendLog(sql: Sql, rows: LogEntry[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    select append_publish_log(r.kind, r.subject, r.details)
    from (
      select entry.value ->> 'kind' as kind, entry.value ->> 'subject' as subject, entry.value -> 'details' as details
      from jsonb_array_elements(${sql.json(rows)}) with ordinality as entry (value, place)
      order by entry.place) r`;
}
