import { AsyncLocalStorage } from "node:async_hooks";
import { createHash } from "node:crypto";
import type { Sql } from "@/db/client";
import { once } from "@/lib/process";

type Work = (sql: Sql) => Promise<unknown>;

/** What was asked of the database while something was made, and what it answered. */
export type NotedReads = {
  reads: Array<{ work: Work; answer: string }>;
  /** Reads that have not ended well, so far or for good. What was made of them cannot be trusted to be made alike again. */
  missing: number;
};

const noting = () => once("noted-reads", () => new AsyncLocalStorage<NotedReads | null>());

/** Notes every read of `make`, wherever below it, in `notes`. */
export function noteReads<T>(notes: NotedReads, make: () => Promise<T>): Promise<T> {
  return noting().run(notes, make);
}

/** Leaves out the reads of `make`: for what is kept anyway, and read for whoever comes first after its time. */
export function unnoted<T>(make: () => Promise<T>): Promise<T> {
  return noting().run(null, make);
}

/** Passes on a read, and notes it where notes are taken. For db/client. */
export function noted<T>(work: (sql: Sql) => Promise<T>, run: () => Promise<T>): Promise<T> {
  const notes = noting().getStore();
  return notes ? runNoted(notes, work, run) : run();
}

async function runNoted<T>(notes: NotedReads, work: (sql: Sql) => Promise<T>, run: () => Promise<T>): Promise<T> {
  notes.missing += 1;
  const answer = await run();
  notes.reads.push({ work, answer: digestOf(answer) });
  notes.missing -= 1;
  return answer;
}

/** Whether the database answers all of it as it did then. Throws when it cannot answer. */
export async function isStillSo(
  { reads, missing }: NotedReads,
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
