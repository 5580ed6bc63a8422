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
