import { randomBytes } from "node:crypto";
import type { Sql } from "@/db/client";
import { markDirty } from "@/db/queries/index-state";
import { newId } from "@/lib/platform/ids";

export type MadeQuestion = {
  /** The skill that its asker says solved it. */
  skill_id: string;
  question: string;
  /** The skill that search found first for it. */
  found_skill_id: string;
};

/**
 * For measurements on a throw-away database: stores questions as if two old accounts had confirmed them on two days, and
 * marks the skills for the index.
 */
export async function makeConfirmedQuestions(sql: Sql, questions: readonly MadeQuestion[]): Promise<void> {
  const askers = [newId("con"), newId("con")];
  for (const connection_id of askers)
    await sql`
      insert into connections (connection_id, name, token_hash, created_at)
      values (${connection_id}, 'Evaluation', ${randomBytes(32)}, now_ms() - interval '30 days')`;
  const rows = questions.flatMap(({ skill_id, question, found_skill_id }) =>
    askers.map((connection_id, turn) => ({
      thread_id: newId("thr"),
      message_id: newId("msg"),
      connection_id,
      skill_id,
      found_skill_id: turn === 0 ? found_skill_id : skill_id,
      question,
      days_ago: 2 - turn,
    })),
  );
  await sql`
    with made as (
      select m.thread_id, m.message_id, m.connection_id, m.question, s.selected_version_id as version_id,
             f.selected_version_id as found_version_id, now_ms() - make_interval(days => m.days_ago) as at
      from jsonb_to_recordset(${sql.json(rows)})
        as m (thread_id text, message_id text, connection_id text, skill_id text, found_skill_id text, question text,
              days_ago int)
      join skills s on s.skill_id = m.skill_id
      join skills f on f.skill_id = m.found_skill_id
    ), threads as (
      insert into threads (thread_id, title, status, opened_by_connection_id, offered_version_ids, last_sequence, created_at)
      select thread_id, question, 'resolved', connection_id, array[found_version_id], 1, at from made
    ), messages as (
      insert into messages (message_id, thread_id, sequence, kind, author_kind, author_connection_id, body, outcome, created_at)
      select message_id, thread_id, 1, 'outcome', 'connection', connection_id, 'It worked.', 'resolved', at from made
    )
    insert into version_voices (message_id, version_id, source, day, outcome, good, bad, at, counts)
    select message_id, version_id, connection_id, '-infinity', 'resolved', 1, 0, at, true from made`;
  await markDirty(sql, [...new Set(questions.map(({ skill_id }) => skill_id))]);
}

/** Takes all confirmed questions back, and marks their skills. */
export async function takeBackQuestions(sql: Sql): Promise<void> {
  const rows = await sql<{ skill_id: string }[]>`
    with taken as (
      update version_voices v set counts = false where v.counts returning v.version_id
    )
    select distinct w.skill_id
    from taken
    join skill_versions w on w.version_id = taken.version_id`;
  await markDirty(
    sql,
    rows.map(({ skill_id }) => skill_id),
  );
}

/** The skills with which search reads a question that led there. */
export async function skillsWithQuestions(sql: Sql): Promise<string[]> {
  const rows = await sql<{ skill_id: string }[]>`
    select distinct d.skill_id
    from search_documents d
    where d.question_thread_id is not null`;
  return rows.map(({ skill_id }) => skill_id);
}
