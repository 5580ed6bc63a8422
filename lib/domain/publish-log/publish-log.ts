import { createHash } from "node:crypto";
import { z } from "zod";
import { read, type Sql } from "@/db/client";
import { decisionsBefore } from "@/db/queries/decisions";
import { getLogCheckpoint as checkpoint, exactLog, type LogKind, listLog as rowsAfter } from "@/db/queries/publish-log";
import type { InputOf } from "@/lib/contract/endpoint";
import { Timestamp } from "@/lib/contract/primitives";
import type { listDecisions as contract } from "@/lib/contract/public/log";
import type { Decision } from "@/lib/contract/public/resources";
import type { Context } from "@/lib/domain/context";
import { presentDecision } from "@/lib/domain/present/decision";
import { openCursor, pageOf } from "@/lib/platform/cursor";

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

type ChainEnd = { sequence: string; hash: Uint8Array };

type Verdict = { ok: true; end: ChainEnd } | { ok: false; sequence: string; reason: string };

/** The start of every chain: no row, and 32 zero bytes. */
export const CHAIN_START: ChainEnd = { sequence: "0", hash: new Uint8Array(32) };

/** Verifies the publish log from its first row to its checkpoint, in batches. */
export async function verifyWholeLog(sql: Sql): Promise<Verdict> {
  // Read first: later publications come after it and do not matter.
  const head = await checkpoint(sql);
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

type Input = InputOf<typeof contract>;

const DECISIONS_DEFAULT = 20;
const Position = z.strictObject({ created_at: Timestamp, decision_id: z.string() });

/** Every decision that somebody has made and given a reason for, newest first. Throws `invalid_cursor`. */
export async function listDecisions(
  _ctx: Context,
  input: Input,
): Promise<{ data: Decision[]; next_cursor: string | null }> {
  const kind = input.kind ?? null;
  const binding = { endpoint: "list_decisions", filter: { kind } };
  const position = input.cursor === undefined ? null : openCursor(binding, input.cursor, Position);
  const limit = input.limit ?? DECISIONS_DEFAULT;
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
