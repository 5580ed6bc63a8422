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

/** A change that the connections which watch a version of the skill are told of. */
export type SkillNews = { kind: "selection" | "withdrawal" | "review"; skill_id: string; version_id: string };

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
 * selection or withdrawal may change the status of every other one.
 */
export async function deliverSkillChange(sql: Sql, change: SkillNews): Promise<void> {
  await sql`
    with locked as (
      select f.connection_id
      from feeds f
      where f.connection_id in (
        select w.connection_id
        from watched_versions w
        where w.skill_id = ${change.skill_id}
          and ${change.kind === "review" ? sql`w.version_id = ${change.version_id}` : sql`true`}
      )
      order by f.connection_id
      for update of f
    ), numbered as (
      update feeds
         set last_sequence = feeds.last_sequence + 1
        from locked
       where feeds.connection_id = locked.connection_id
      returning feeds.connection_id, feeds.last_sequence
    )
    insert into deliveries (connection_id, sequence, kind, skill_id, version_id)
    select numbered.connection_id, numbered.last_sequence, ${change.kind}, ${change.skill_id}, ${change.version_id}
    from numbered`;
}

/** Notifies a connection that one of its operations has finished outside a request. */
export async function deliverOperation(
  sql: Sql,
  done: { connection_id: string; operation_ref: string },
): Promise<void> {
  await sql`
    with numbered as (
      insert into feeds (connection_id, last_sequence)
      values (${done.connection_id}, 1)
      on conflict (connection_id) do update
        set last_sequence = feeds.last_sequence + 1
      returning feeds.connection_id, feeds.last_sequence
    )
    insert into deliveries (connection_id, sequence, kind, operation_ref)
    select numbered.connection_id, numbered.last_sequence, 'operation', ${done.operation_ref}
    from numbered`;
}

/** Makes a connection a follower of a thread and creates its feed if it has none. */
export async function followThread(sql: Sql, thread_id: string, connection_id: string): Promise<void> {
  await sql`
    insert into feeds (connection_id)
    values (${connection_id})
    on conflict do nothing`;
  await sql`
    insert into thread_followers (thread_id, connection_id)
    values (${thread_id}, ${connection_id})
    on conflict do nothing`;
}
