import type { Sql } from "@/db/client";

export type SolvedQuestionRow = { thread_id: string; question: string; at: Date };

/** A thread may have a voice for each version of a skill, and some voices confirm no question. */
const VOICES_PER_QUESTION = 3;

/** The questions that a skill solved, as their askers confirmed, newest first; one row a thread. */
export async function solvedQuestions(sql: Sql, skill_id: string, limit: number): Promise<SolvedQuestionRow[]> {
  return sql<SolvedQuestionRow[]>`
    select q.thread_id, q.question, max(q.at) as at
    from skill_versions w
    cross join lateral (
      select n.message_id
      from version_voices n
      where n.version_id = w.version_id and n.counts and n.outcome = 'resolved'
      order by n.at desc, n.message_id desc
      limit ${VOICES_PER_QUESTION * limit}
    ) v
    cross join lateral (
      select c.thread_id, c.question, c.at
      from confirmed_questions c
      where c.message_id = v.message_id and c.version_id = w.version_id
      offset 0 -- keeps the planner from reading the whole view first
    ) q
    where w.skill_id = ${skill_id}
    group by q.thread_id, q.question
    order by max(q.at) desc, q.thread_id desc
    limit ${limit}`;
}
