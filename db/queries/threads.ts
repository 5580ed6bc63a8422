import type { Sql } from "@/db/client";
import type { ErasedColumns } from "@/db/queries/messages";
import { fewIds, fixed } from "@/db/queries/plans";
import type { ThreadStatus } from "@/lib/contract/primitives";
import type { ThreadAge } from "@/lib/contract/public/threads";
import type { ThreadTechnology } from "@/lib/contract/search-answer";

export type ThreadRow = ErasedColumns & {
  thread_id: string;
  /** Null when the question was erased. */
  title: string | null;
  status: ThreadStatus;
  last_sequence: string;
  reply_count: string;
  revision: string;
  last_activity_at: Date;
  created_at: Date;
  technologies: string[];
  /** Null where a thread was stored without them. */
  asked_technologies: ThreadTechnology[];
};

const columns = (sql: Sql) => sql`
  t.thread_id, t.title, t.status, t.last_sequence, t.reply_count, t.revision, t.last_activity_at, t.created_at,
  t.technologies, t.asked_technologies, t.retracted_at, t.retracted_by`;

/** One visible thread; null when there is none. */
export async function threadById(sql: Sql, thread_id: string): Promise<ThreadRow | null> {
  const [row] = await sql<ThreadRow[]>`
    select ${columns(sql)}
    from visible_threads t
    where t.thread_id = ${thread_id}`;
  return row ?? null;
}

/** A thread for its author, hidden or not. */
export async function threadAnyhow(sql: Sql, thread_id: string): Promise<ThreadRow | null> {
  const [row] = await sql<ThreadRow[]>`
    select ${columns(sql)}
    from threads t
    where t.thread_id = ${thread_id}`;
  return row ?? null;
}

/** The revisions of those of these threads that are visible; an idle poll reads nothing else. */
export async function threadRevisions(sql: Sql, thread_ids: string[]): Promise<Map<string, string>> {
  const rows = await sql<{ thread_id: string; revision: string }[]>`
    select t.thread_id, t.revision
    from visible_threads t
    where t.thread_id = any(${thread_ids}::text[])`;
  return new Map(rows.map((row) => [row.thread_id, row.revision]));
}

/** `words`: the title must contain all of them, each at least as a prefix. */
export type ThreadFilter = {
  status: ThreadStatus | null;
  technology: string | null;
  words: string | null;
  age: ThreadAge | null;
};

type ThreadPosition = { last_activity_at: string; thread_id: string };

/** A page of threads, newest activity first, after `position`. */
export async function threadsByActivity(
  sql: Sql,
  filter: ThreadFilter,
  position: ThreadPosition | null,
  limit: number,
): Promise<ThreadRow[]> {
  const isNarrow = filter.technology !== null || filter.words !== null;
  const few = isNarrow
    ? await fewIds(sql, sql`select t.thread_id as id from listed_threads t where ${about(sql, filter)}`)
    : null;
  return sql<ThreadRow[]>`
    select ${columns(sql)}
    from listed_threads t
    where ${few ? sql`t.thread_id = any(${few})` : sql`(${about(sql, filter)}) is true`}
      and ${ofAge(sql, filter)}
      and ${filter.status ? sql`t.status = ${filter.status}` : sql`true`}
      and ${position ? sql`(t.last_activity_at, t.thread_id) < (${position.last_activity_at}::timestamptz, ${position.thread_id})` : sql`true`}
    order by t.last_activity_at desc, t.thread_id desc
    limit ${limit}`;
}

/** The number of threads of each status that match the rest of a filter, each count capped at the constant `most`. */
export async function countThreads(
  sql: Sql,
  filter: Omit<ThreadFilter, "status">,
  most: number,
): Promise<Array<{ status: ThreadStatus; count: number }>> {
  return sql<Array<{ status: ThreadStatus; count: number }>>`
    select statuses.status,
           (select count(*)::int
            from (select 1
                  from listed_threads t
                  where t.status = statuses.status and ${about(sql, filter)} and ${ofAge(sql, filter)}
                  limit ${fixed(sql, most)}) as counted) as count
    from unnest(array['open', 'answered', 'resolved']) as statuses (status)`;
}

const AGES: Record<Exclude<ThreadAge, "older">, string> = { day: "1 day", week: "7 days", month: "30 days" };

/** What a thread is about. Behind `is true` no index is used for it. */
function about(sql: Sql, { technology, words }: Omit<ThreadFilter, "status">) {
  return sql`${technology ? sql`t.technologies @> ${[technology]}` : sql`true`}
      and ${words !== null ? sql`t.search @@ ${beginnings(sql, words)}` : sql`true`}`;
}

function ofAge(sql: Sql, { age }: Omit<ThreadFilter, "status">) {
  return sql`${!age ? sql`true` : age === "older" ? sql`t.created_at <= now_ms() - ${AGES.month}::interval` : youngerThan(sql, AGES[age])}`;
}

/**
 * A thread is never active before it is asked, so the second condition lets the scan of the activity index stop early.
 */
function youngerThan(sql: Sql, interval: string) {
  return sql`t.created_at > now_ms() - ${interval}::interval and t.last_activity_at > now_ms() - ${interval}::interval`;
}

/** A prefix query for every stem of a text. A text without stems matches nothing. */
function beginnings(sql: Sql, text: string) {
  return sql`(
      select string_agg(quote_literal(words.lexeme) || ':*', ' & ')::tsquery
      from unnest(to_tsvector('english', ${text})) as words)`;
}

type WantedRow = {
  /** The newest thread that asks it. */
  thread_id: string;
  title: string;
  asked_technologies: ThreadTechnology[];
  /** Threads that ask it. */
  threads: number;
  /** Different connections and networks among those that opened them. */
  askers: number;
  last_asked_at: Date;
};

/**
 * Questions that several askers have put and nobody has answered, most askers first: visible open threads without a
 * reply, the newest `among` of them, together where their titles consist of the same words in any form and order.
 * Threads whose asker is unknown do not count.
 */
export async function wantedThreads(
  sql: Sql,
  wanted: { among: number; askersMin: number; limit: number },
): Promise<WantedRow[]> {
  return sql<WantedRow[]>`
    with waiting as materialized (
      select t.thread_id, t.title, t.asked_technologies, t.created_at, tsvector_to_array(t.search) as words,
             coalesce(o.opened_by_connection_id, encode(o.opened_network, 'hex')) as asker
      from listed_threads t
      join threads o on o.thread_id = t.thread_id
      where t.status = 'open' and t.reply_count = 0
      order by t.last_activity_at desc, t.thread_id desc
      limit ${wanted.among}
    )
    select (array_agg(w.thread_id order by w.created_at desc, w.thread_id desc))[1] as thread_id,
           (array_agg(w.title order by w.created_at desc, w.thread_id desc))[1] as title,
           (jsonb_agg(w.asked_technologies order by w.created_at desc, w.thread_id desc)) -> 0 as asked_technologies,
           count(*)::int as threads,
           count(distinct w.asker)::int as askers,
           max(w.created_at) as last_asked_at
    from waiting w
    where w.asker is not null and w.words <> '{}'
    group by w.words
    having count(distinct w.asker) >= ${wanted.askersMin}
    order by askers desc, last_asked_at desc, thread_id desc
    limit ${wanted.limit}`;
}

type SubjectRow = { skill_id: string; slug: string; title: string };

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

type AboutRow = { thread_id: string; title: string; status: ThreadStatus; reply_count: number };

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
