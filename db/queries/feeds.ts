import type { Sql } from "@/db/client";

/**
 * Notifies all followers of a thread, except the author, of a new message. Requires the thread's lock. Feeds are locked
 * in connection order until commit, so each feed's sequence rises without gaps in commit order.
 */
export async function deliverReply(
  sql: Sql,
  reply: { thread_id: string; message_id: string; author_connection_id: string | null },
): Promise<void> {
  await sql`select deliver_reply(${reply.thread_id}, ${reply.message_id}, ${reply.author_connection_id})`;
}

/** A change for every connection that watches a version of the skill; of a review only for those that watch that version. */
type SkillNews = { kind: "withdrawal" | "review"; skill_id: string; version_id: string };

/** A version that was selected, or listed as a backport, and the held versions whose holders it concerns. */
type SelectionNews = {
  skill_id: string;
  version_id: string;
  held: string[];
  /** Pairs of `held`: who holds the newer one of a pair gets nothing about the older one. */
  replaced: Array<{ older: string; newer: string }>;
};

/**
 * Locks every feed that a change of a skill and the end of an operation will write to, in one order: two statements that
 * each lock in order could still meet crosswise.
 */
export async function lockFeeds(sql: Sql, of: { skill_id: string; connection_ids: string[] }): Promise<void> {
  await sql`
    select f.connection_id
    from feeds f
    where f.connection_id = any(${of.connection_ids})
       or f.connection_id in (select w.connection_id from watched_versions w where w.skill_id = ${of.skill_id})
    order by f.connection_id
    for update`;
}

/**
 * Notifies the connections that watch a version of this skill of a change. A review concerns only its own version; a
 * withdrawal may change the status of every other one.
 */
export async function deliverSkillChange(sql: Sql, change: SkillNews): Promise<void> {
  await sql`
    with watching as (
      select w.connection_id
      from watched_versions w
      where w.skill_id = ${change.skill_id}
        and ${change.kind === "review" ? sql`w.version_id = ${change.version_id}` : sql`true`}
    ), ${numberingOnce(sql, sql`select watching.connection_id from watching`)}
    insert into deliveries (connection_id, sequence, kind, skill_id, version_id)
    select numbered.connection_id, numbered.last_sequence, ${change.kind}, ${change.skill_id}, ${change.version_id}
    from numbered`;
}

/** Locks the feeds of these connections in one order, and numbers a delivery for each. */
const numberingOnce = (sql: Sql, connection_ids: ReturnType<Sql>) => sql`
    locked as (
      select f.connection_id
      from feeds f
      where f.connection_id in (${connection_ids})
      order by f.connection_id
      for update of f
    ), numbered as (
      update feeds
         set last_sequence = feeds.last_sequence + 1
        from locked
       where feeds.connection_id = locked.connection_id
      returning feeds.connection_id, feeds.last_sequence
    )`;

/** Locks the feeds of `holding` (connection_id, turn) in one order, and numbers a delivery for each of its rows. */
const numbering = (sql: Sql) => sql`
    locked as (
      select f.connection_id
      from feeds f
      where f.connection_id in (select h.connection_id from holding h)
      order by f.connection_id
      for update of f
    ), counted as (
      select h.connection_id, count(*) as deliveries
      from holding h
      join locked on locked.connection_id = h.connection_id
      group by h.connection_id
    ), numbered as (
      update feeds
         set last_sequence = feeds.last_sequence + counted.deliveries
        from counted
       where feeds.connection_id = counted.connection_id
      returning feeds.connection_id, feeds.last_sequence - counted.deliveries as before
    )`;

/** Notifies the holders of versions that a newer release came out than their texts were checked against. */
export async function deliverFreshness(sql: Sql, version_ids: string[]): Promise<void> {
  if (version_ids.length === 0) return;
  await sql`
    with holding as (
      select w.connection_id, w.skill_id, w.version_id,
             row_number() over (partition by w.connection_id order by w.version_id) as turn
      from watched_versions w
      where w.version_id = any(${version_ids})
    ), ${numbering(sql)}
    insert into deliveries (connection_id, sequence, kind, skill_id, version_id)
    select h.connection_id, numbered.before + h.turn, 'freshness', h.skill_id, h.version_id
    from numbered
    join holding h on h.connection_id = numbered.connection_id`;
}

/** Notifies the holders of versions that a selection concerns, once for each version it names. */
export async function deliverSelection(sql: Sql, news: SelectionNews): Promise<void> {
  if (news.held.length === 0) return;
  const [older, newer] = [news.replaced.map((pair) => pair.older), news.replaced.map((pair) => pair.newer)];
  await sql`
    with holding as (
      select w.connection_id, w.version_id, row_number() over (partition by w.connection_id order by w.version_id) as turn
      from watched_versions w
      where w.skill_id = ${news.skill_id}
        and w.version_id = any(${news.held})
        and not exists (
          select
          from unnest(${older}::text[], ${newer}::text[]) as pair (older, newer)
          join watched_versions also on also.version_id = pair.newer and also.connection_id = w.connection_id
          where pair.older = w.version_id)
    ), ${numbering(sql)}
    insert into deliveries (connection_id, sequence, kind, skill_id, version_id, held_version_id)
    select h.connection_id, numbered.before + h.turn, 'selection', ${news.skill_id}, ${news.version_id}, h.version_id
    from numbered
    join holding h on h.connection_id = numbered.connection_id`;
}

/** Numbers a delivery for a connection, and creates its feed if it has none. */
const numberingOf = (sql: Sql, connection_id: string) => sql`
    numbered as (
      insert into feeds (connection_id, last_sequence)
      values (${connection_id}, 1)
      on conflict (connection_id) do update
        set last_sequence = feeds.last_sequence + 1
      returning feeds.connection_id, feeds.last_sequence
    )`;

/** Notifies a connection that one of its operations has finished outside a request. */
export async function deliverOperation(
  sql: Sql,
  done: { connection_id: string; operation_ref: string },
): Promise<void> {
  await sql`
    with ${numberingOf(sql, done.connection_id)}
    insert into deliveries (connection_id, sequence, kind, operation_ref)
    select numbered.connection_id, numbered.last_sequence, 'operation', ${done.operation_ref}
    from numbered`;
}

/** Notifies the connections that made these reports of the decision. A connection reports a subject once. */
export async function deliverReports(sql: Sql, report_ids: string[]): Promise<void> {
  await sql`
    with ended as (
      select r.report_id, r.reporter_connection_id as connection_id
      from reports r
      where r.report_id = any(${report_ids}) and r.reporter_connection_id is not null
    ), ${numberingOnce(sql, sql`select ended.connection_id from ended`)}
    insert into deliveries (connection_id, sequence, kind, report_id)
    select ended.connection_id, numbered.last_sequence, 'report', ended.report_id
    from numbered
    join ended on ended.connection_id = numbered.connection_id`;
}

/** Notifies the author of a version of a decision about it. */
export async function deliverDecision(
  sql: Sql,
  news: { connection_id: string; version_id: string; decision_id: string },
): Promise<void> {
  await sql`
    with ${numberingOf(sql, news.connection_id)}
    insert into deliveries (connection_id, sequence, kind, skill_id, version_id, decision_id)
    select numbered.connection_id, numbered.last_sequence, 'decision', v.skill_id, v.version_id, ${news.decision_id}
    from numbered
    join skill_versions v on v.version_id = ${news.version_id}`;
}

/** Makes a connection a follower of a thread and creates its feed if it has none. */
export async function followThread(sql: Sql, thread_id: string, connection_id: string): Promise<void> {
  await ensureFeed(sql, connection_id);
  await sql`
    insert into thread_followers (thread_id, connection_id)
    values (${thread_id}, ${connection_id})
    on conflict do nothing`;
}

/** Creates a connection's feed if missing, so that a later notification locks an existing row. */
export async function ensureFeed(sql: Sql, connection_id: string): Promise<void> {
  await sql`
    insert into feeds (connection_id)
    values (${connection_id})
    on conflict do nothing`;
}

export type DeliveryRow = {
  sequence: string;
  kind: "reply" | "operation" | "selection" | "withdrawal" | "review" | "freshness" | "report" | "decision";
  thread_id: string | null;
  message_id: string | null;
  operation_ref: string | null;
  skill_id: string | null;
  version_id: string | null;
  report_id: string | null;
  /** Of a selection: the version that the connection holds and that it concerns. */
  held_version_id: string | null;
  decision_id: string | null;
  created_at: Date;
};

/**
 * Acknowledges a feed up to a sequence and returns the acknowledged sequence, which never decreases. Creates the feed
 * if the connection has none, and locks its row until commit.
 */
export async function acknowledgeFeed(sql: Sql, connection_id: string, upTo: string): Promise<string> {
  const [row] = await sql<{ acknowledged: string }[]>`
    insert into feeds (connection_id)
    values (${connection_id})
    on conflict (connection_id) do update
      set acknowledged = greatest(feeds.acknowledged, least(${upTo}::bigint, feeds.last_sequence))
    returning acknowledged`;
  return row?.acknowledged ?? "0";
}

/** The entries of a feed after a sequence, in order. */
export async function deliveriesAfter(
  sql: Sql,
  connection_id: string,
  after: string,
  limit: number,
): Promise<DeliveryRow[]> {
  return sql<DeliveryRow[]>`
    select d.sequence, d.kind, d.thread_id, d.message_id, d.operation_ref, d.skill_id, d.version_id, d.report_id, d.decision_id,
           d.held_version_id, d.created_at
    from deliveries d
    where d.connection_id = ${connection_id} and d.sequence > ${after}
    order by d.sequence
    limit ${limit}`;
}
