import { AsyncLocalStorage } from "node:async_hooks";
import { createHash } from "node:crypto";
import type { Sql } from "@/db/client";
import { singleton } from "@/lib/platform/singleton";

type Work = (sql: Sql) => Promise<unknown>;

/** The database reads made while producing a value, and their answers. */
export type RecordedQueries = {
  reads: Array<{ work: Work; answer: string }>;
  /** Reads that failed or have not finished. A value based on them can never count as unchanged. */
  missing: number;
};

const noting = () => singleton("query-recorder", () => new AsyncLocalStorage<RecordedQueries | null>());

/** Records every read of `make`, at any depth, in `notes`. */
export function recordQueries<T>(notes: RecordedQueries, make: () => Promise<T>): Promise<T> {
  return noting().run(notes, make);
}

/**
 * Excludes the reads of `make` from recording: for values with a cache of their own, which the first caller after
 * expiry reads.
 */
export function withoutRecording<T>(make: () => Promise<T>): Promise<T> {
  return noting().run(null, make);
}

/** Runs a read, and records it when recording is on. For db/client. */
export function recorded<T>(work: (sql: Sql) => Promise<T>, run: () => Promise<T>): Promise<T> {
  const notes = noting().getStore();
  return notes ? runRecorded(notes, work, run) : run();
}

async function runRecorded<T>(
  notes: RecordedQueries,
  work: (sql: Sql) => Promise<T>,
  run: () => Promise<T>,
): Promise<T> {
  notes.missing += 1;
  const answer = await run();
  notes.reads.push({ work, answer: digestOf(answer) });
  notes.missing -= 1;
  return answer;
}

/** Whether every read returns the same answer as when recorded. Throws when the database cannot answer. */
export async function isUnchanged(
  { reads, missing }: RecordedQueries,
  read: (work: Work) => Promise<unknown>,
): Promise<boolean> {
  if (missing > 0) return false;
  const same = await Promise.all(reads.map(async ({ work, answer }) => digestOf(await read(work)) === answer));
  return same.every(Boolean);
}

function digestOf(answer: unknown): string {
  return createHash("sha256")
    .update(JSON.stringify(answer) ?? "")
    .digest("base64");
}
