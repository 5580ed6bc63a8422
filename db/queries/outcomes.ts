import type { Sql } from "@/db/client";

/** The weights of outcome reports; see lib/domain/outcomes/score.ts. */
export type Weighing = { half_life_days: number; established: number; other: number };

/**
 * Counts a stored outcome, once per reporter, for the versions it names that its thread had been offered. Returns them
 * in id order; their sums stay locked until the transaction ends. The cost does not grow with earlier outcomes.
 */
export async function countOutcome(sql: Sql, message_id: string, weighing: Weighing): Promise<string[]> {
  const rows = await sql<{ version_id: string }[]>`
    select counted.version_id
    from count_outcome(${message_id}, ${weighing.half_life_days}, ${weighing.established}, ${weighing.other})
      as counted (version_id)`;
  return rows.map((row) => row.version_id);
}

/**
 * Recounts the outcomes of a thread after its messages were hidden or shown. Returns the affected versions in id order,
 * locked until the transaction ends. Requires the thread's lock.
 */
export async function recountThreadReports(sql: Sql, thread_id: string): Promise<string[]> {
  const rows = await sql<{ version_id: string }[]>`
    select counted.version_id
    from recount_thread_voices(${thread_id}) as counted (version_id)`;
  return rows.map((row) => row.version_id);
}

/** Sums over the outcome reports on a version. `good` and `bad` are weights, decayed to now. */
export type Tally = { version_id: string; sources: number; good: number; bad: number };

/** The current sums of these versions. */
export async function tallies(sql: Sql, version_ids: string[], half_life_days: number): Promise<Tally[]> {
  return sql<Tally[]>`
    select o.version_id, o.sources, o.good * fading.factor as good, o.bad * fading.factor as bad
    from version_outcomes o
    cross join (
      select power(0.5::double precision,
                   extract(epoch from now_ms() - timestamptz '2026-01-01 00:00Z') / (${half_life_days}::double precision * 86400)) as factor
    ) fading
    where o.version_id = any(${version_ids})`;
}

/** Stores scores. Requires the locks of the versions' sums. */
export async function storeScores(
  sql: Sql,
  scores: Array<{ version_id: string; score: number | null }>,
): Promise<void> {
  await sql`
    update version_outcomes o
       set score = scores.score
      from unnest(${scores.map((row) => row.version_id)}::text[], ${scores.map((row) => row.score)}::real[])
        as scores (version_id, score)
     where o.version_id = scores.version_id`;
}

/**
 * Marks the skills of these versions for the index if another question belongs to them now than the index has read.
 * Requires that the reports have been counted in this transaction.
 */
export async function markChangedQuestions(sql: Sql, version_ids: string[]): Promise<void> {
  await sql`select mark_changed_questions(${version_ids})`;
}
