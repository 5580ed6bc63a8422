import type { Sql } from "@/db/client";
import { fixed } from "@/db/fixed";
import { fewIds } from "@/db/queries/few";
import type { ErasedColumns } from "@/db/queries/message-rows";
import type { ThreadTechnology } from "@/lib/contract/asked";
import type { ThreadStatus } from "@/lib/contract/primitives";
import type { ThreadAge } from "@/lib/contract/public/posts";

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

/** One visible thread; null when there is none. */
export async function threadById(sql: Sql, thread_id: string): Promise<ThreadRow | null> {
  const [row] = await sql<ThreadRow[]>`
    select t.thread_id, t.title, t.status, t.last_sequence, t.reply_count, t.revision, t.last_activity_at, t.created_at,
           t.technologies, t.asked_technologies, t.retracted_at, t.retracted_by
    from visible_threads t
    where t.thread_id = ${thread_id}`;
  return row ?? null;
}

/** A thread for its author, hidden or not. */
export async function threadAnyhow(sql: Sql, thread_id: string): Promise<ThreadRow | null> {
  const [row] = await sql<ThreadRow[]>`
    select t.thread_id, t.title, t.status, t.last_sequence, t.reply_count, t.revision, t.last_activity_at, t.created_at,
           t.technologies, t.asked_technologies, t.retracted_at, t.retracted_by
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
export type ThreadPosition = { last_activity_at: string; thread_id: string };

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
    select t.thread_id, t.title, t.status, t.last_sequence, t.reply_count, t.revision, t.last_activity_at, t.created_at,
           t.technologies, t.asked_technologies, t.retracted_at, t.retracted_by
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

export type NeighbourRow = SimilarThreadRow & { reply_count: number };
export type SimilarThreadRow = { thread_id: string; title: string; status: ThreadStatus };

/**
 * The search criteria as full-text queries: each requested word (stem), and those that match threads with any of them,
 * half of them, or all.
 */
export type AskedWords = { words: string[]; some: string; narrow: string; all: string };

/** The threads to score: those with every word first, then those that match the narrow query. */
export const LOOKED_AT = { all: 50, narrow: 300 } as const;

/**
 * The matching threads, read only as far as needed. Each query is parsed once, not per row, and the limits are outside:
 * inside they make the planner scan the table instead of the index.
 */
export function asked(sql: Sql, { words, narrow, all }: Omit<AskedWords, "some">) {
  return sql`
    with asked_words as materialized (
      select w.word, w.place
      from unnest(${words}::text[]::tsquery[]) with ordinality as w (word, place)
    ), threads_with_all as materialized (
      select t.thread_id
      from listed_threads t
      where t.search @@ (select ${all}::text::tsquery)
    ), threads_with_some as materialized (
      select t.thread_id
      from listed_threads t
      where t.search @@ (select ${narrow}::text::tsquery)
    )`;
}

/**
 * Visible threads whose question shares at least half of the words, best first, one per wording. Ties prefer threads
 * with an answer.
 */
export async function threadsLike(
  sql: Sql,
  { words, narrow, all }: AskedWords,
  limit: number,
): Promise<SimilarThreadRow[]> {
  return sql<SimilarThreadRow[]>`
    ${asked(sql, { words, narrow, all })}, candidates as (
      (select a.thread_id
       from threads_with_all a
       limit ${LOOKED_AT.all})
      union
      (select s.thread_id
       from threads_with_some s
       limit ${LOOKED_AT.narrow})
    ), alike as (
      select distinct on (lower(t.title)) t.thread_id, t.title, t.status, t.last_activity_at,
             (select count(*) from asked_words w where t.search @@ w.word)::real as shared
      from listed_threads t
      where t.thread_id = any(array(select c.thread_id from candidates c))
      order by lower(t.title), t.status desc, t.last_activity_at desc
    )
    select alike.thread_id, alike.title, alike.status
    from alike
    where alike.shared >= ${words.length / 2}::real
    order by alike.shared desc, (alike.status = 'open'), alike.last_activity_at desc
    limit ${limit}`;
}

/** Those of these threads that are visible, in their order. */
export async function threadsNamed(sql: Sql, ids: string[]): Promise<NeighbourRow[]> {
  return sql<NeighbourRow[]>`
    select t.thread_id, t.title, t.status, t.reply_count::integer as reply_count
    from listed_threads t
    where t.thread_id = any(${ids}::text[])
    order by array_position(${ids}::text[], t.thread_id)`;
}

/** The visible thread of this id. */
export async function threadNamed(sql: Sql, thread_id: string): Promise<SimilarThreadRow[]> {
  return sql<SimilarThreadRow[]>`
    select t.thread_id, t.title, t.status
    from listed_threads t
    where t.thread_id = ${thread_id}`;
}

/** The words of each text as in the threads' full-text index: lower case, stemmed, without stop words. */
export async function lexemesOf(sql: Sql, texts: string[]): Promise<Map<string, readonly string[]>> {
  const rows = await sql<{ text: string; lexemes: string[] }[]>`
    select given.text, tsvector_to_array(to_tsvector('english', given.text)) as lexemes
    from unnest(${texts}::text[]) as given (text)`;
  return new Map(rows.map((row) => [row.text, row.lexemes]));
}

/**
 * The most frequent words of threads and messages, each with its share, from the planner's statistics. Empty when there
 * are none.
 */
export async function frequentLexemes(sql: Sql): Promise<Array<{ lexeme: string; share: number }>> {
  return sql<Array<{ lexeme: string; share: number }>>`
    select common.lexeme, max(common.share)::real as share
    from pg_stats s
    cross join lateral unnest(s.most_common_elems::text::text[], s.most_common_elem_freqs) as common (lexeme, share)
    where s.schemaname = current_schema()
      and s.tablename in ('threads', 'messages')
      and s.attname = 'search'
      and common.lexeme is not null
    group by common.lexeme`;
}
