import { createHash } from "node:crypto";
import type { Sql } from "@/db/client";
import { exactLog, getLogCheckpoint } from "@/db/queries/publish-log";

const BATCH_ROWS = 5_000;

/** A row of the publish log, as stored. */
export type ChainRow = {
  sequence: string;
  kind: string;
  subject: string;
  entry: string;
  previous_hash: Uint8Array;
  hash: Uint8Array;
  /** With six fractional digits: the column is more precise than the entry. */
  created_at: string;
};

export type ChainEnd = { sequence: string; hash: Uint8Array };

export type Verdict = { ok: true; end: ChainEnd } | { ok: false; sequence: string; reason: string };

/** The start of every chain: no row, and 32 zero bytes. */
export const CHAIN_START: ChainEnd = { sequence: "0", hash: new Uint8Array(32) };

/** Verifies the publish log from its first row to its checkpoint, in batches. */
export async function verifyWholeLog(sql: Sql): Promise<Verdict> {
  // Read first: later publications come after it and do not matter.
  const head = await getLogCheckpoint(sql);
  let end = CHAIN_START;
  for (;;) {
    const rows = await exactLog(sql, { after: end.sequence, limit: BATCH_ROWS });
    const upToHead = rows.filter((row) => BigInt(row.sequence) <= BigInt(head.sequence));
    const verdict = verifyLog(upToHead, end);
    if (!verdict.ok) return verdict;
    end = verdict.end;
    if (upToHead.length < BATCH_ROWS) break;
  }
  if (end.sequence !== head.sequence)
    return { ok: false, sequence: (BigInt(end.sequence) + 1n).toString(), reason: "rows are missing at the end" };
  if (Buffer.compare(end.hash, head.hash) !== 0)
    return { ok: false, sequence: head.sequence, reason: "the checkpoint names another hash" };
  return { ok: true, end };
}

/**
 * Verifies that the rows continue the chain after `from`: sequences without gaps, each hash the SHA-256 of the previous
 * hash and the entry's UTF-8 bytes, and columns that match the hashed entry. Returns the first row that breaks it. A
 * long log is verified in batches, each from the end of the one before.
 */
export function verifyLog(rows: readonly ChainRow[], from: ChainEnd = CHAIN_START): Verdict {
  let end = from;
  for (const row of rows) {
    const expected = (BigInt(end.sequence) + 1n).toString();
    if (row.sequence !== expected)
      return { ok: false, sequence: expected, reason: `the row is missing; the next one is ${row.sequence}` };
    const reason = fault(row, end.hash);
    if (reason) return { ok: false, sequence: row.sequence, reason };
    end = { sequence: row.sequence, hash: row.hash };
  }
  return { ok: true, end };
}

function fault(row: ChainRow, before: Uint8Array): string | null {
  if (!isEqual(row.previous_hash, before)) return "previous_hash is not the hash of the row before";
  const hash = createHash("sha256").update(row.previous_hash).update(row.entry, "utf8").digest();
  if (!isEqual(row.hash, hash)) return "hash does not fit the entry";
  const { sequence, kind, subject, created_at } = readEntry(row.entry);
  // The columns are for queries and not part of the hash.
  const agree =
    sequence === row.sequence &&
    kind === row.kind &&
    subject === row.subject &&
    `${created_at}`.replace(/Z$/, "000Z") === row.created_at;
  if (!agree) return "the columns do not match the entry";
  return null;
}

function readEntry(entry: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(entry));
  } catch {
    return {};
  }
}

function isEqual(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.compare(a, b) === 0;
}
