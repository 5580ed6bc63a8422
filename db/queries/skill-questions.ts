import type { Sql } from "@/db/client";
import type { ThreadStatus } from "@/lib/contract/primitives";

export type SubjectRow = { skill_id: string; slug: string; title: string };

/** The skill that a visible thread is about; null without one, and while none of the skill is readable. */
export async function subjectOf(sql: Sql, thread_id: string): Promise<SubjectRow | null> {
  const [row] = await sql<SubjectRow[]>`
    select o.skill_id, o.slug, o.title
    from thread_subjects a
    join listed_threads t on t.thread_id = a.thread_id
    join listed_versions o on o.skill_id = a.skill_id and o.is_selected
    where a.thread_id = ${thread_id}`;
  return row ?? null;
}

export type AboutRow = { thread_id: string; title: string; status: ThreadStatus; reply_count: number };

/** The visible threads about a skill, newest first. */
export async function threadsAbout(sql: Sql, skill_id: string, limit: number): Promise<AboutRow[]> {
  return sql<AboutRow[]>`
    select t.thread_id, t.title, t.status, t.reply_count::int as reply_count
    from thread_subjects a
    join listed_threads t on t.thread_id = a.thread_id
    where a.skill_id = ${skill_id}
    order by a.thread_id desc
    limit ${limit}`;
}

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
