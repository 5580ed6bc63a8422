import type { Sql } from "@/db/client";
import type { ThreadTechnology } from "@/lib/contract/asked";

export type WantedRow = {
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
