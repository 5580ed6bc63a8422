import type { Sql } from "@/db/client";
import type { ConnectionRow } from "@/db/queries/connections";
import type { ThreadTechnology } from "@/lib/contract/search-answer";

type NewThread = {
  thread_id: string;
  title: string;
  status: "open" | "answered";
  opened_by_connection_id: string | null;
  /** Normalised names, for filters. */
  technologies: string[];
  /** The technologies of the question, as readers see them. */
  asked_technologies: ThreadTechnology[];
  /**
   * A keyed hash of the asker's network, 16 bytes. Null when the network is unknown, and for a task, whose reporter is
   * its connection.
   */
  opened_network: Buffer | null;
  /**
   * The versions that the opening request returned. Outcomes count for these and for those that the library's reply
   * names.
   */
  offered_version_ids: string[];
  /** The skill that the question is about, if it was asked from its page. */
  about_skill_id?: string | null;
  opening_message_id: string;
  opening: string;
  risk_labels?: string[];
  /** The library's reply, if it has an answer. */
  library: { message_id: string; body: string; versions: Array<{ skill_id: string; version_id: string }> } | null;
  append_key: { hash: Buffer; nonce: Buffer; days: number };
};

/** Opens a thread with its first one or two messages and its append key in one statement, atomically. */
export async function insertThread(sql: Sql, thread: NewThread): Promise<{ created_at: Date; expires_at: Date }> {
  const { library, append_key } = thread;
  const author = thread.opened_by_connection_id ? "connection" : "searcher";
  const messages = library ? 2 : 1;
  const named = (library?.versions ?? []).map((ref) => ref.version_id);
  const offered = [...new Set([...thread.offered_version_ids, ...named])];
  const [row] = await sql<{ created_at: Date; expires_at: Date }[]>`
    with at as (
      select now_ms() as now
    ), thread as (
      insert into threads
        (thread_id, title, status, opened_by_connection_id, technologies, asked_technologies, opened_network,
         offered_version_ids, last_sequence, reply_count, last_activity_at, created_at)
      select ${thread.thread_id}, ${thread.title}, ${thread.status}, ${thread.opened_by_connection_id},
             ${thread.technologies}, ${sql.json(thread.asked_technologies)}, ${thread.opened_network}::bytea, ${offered}::text[], ${messages}, ${messages - 1}, at.now, at.now
      from at
      returning created_at
    ), opening as (
      insert into messages (message_id, thread_id, sequence, kind, author_kind, author_connection_id, body, risk_labels, created_at)
      select ${thread.opening_message_id}, ${thread.thread_id}, 1, 'opening', ${author}, ${thread.opened_by_connection_id}, ${thread.opening}, ${thread.risk_labels ?? []}::text[], at.now
      from at
    ), subject as (
      insert into thread_subjects (thread_id, skill_id)
      select ${thread.thread_id}, ${thread.about_skill_id ?? null}::text
      where ${thread.about_skill_id ?? null}::text is not null
    ), library as (
      insert into messages (message_id, thread_id, sequence, kind, author_kind, body, created_at)
      select ${library?.message_id ?? ""}, ${thread.thread_id}, 2, 'library', 'library', ${library?.body ?? ""}, at.now
      from at
      where ${library !== null}
      returning message_id
    ), named as (
      insert into message_versions (message_id, position, skill_id, version_id)
      select library.message_id, versions.position - 1, versions.skill_id, versions.version_id
      from library
      cross join unnest(${(library?.versions ?? []).map((ref) => ref.skill_id)}::text[], ${named}::text[])
        with ordinality as versions (skill_id, version_id, position)
    ), key as (
      insert into append_keys (key_hash, thread_id, nonce, expires_at, created_at)
      select ${append_key.hash}, ${thread.thread_id}, ${append_key.nonce}, at.now + make_interval(days => ${append_key.days}), at.now
      from at
      returning expires_at
    )
    select thread.created_at, key.expires_at
    from thread
    cross join key`;
  if (!row) throw new Error("insert into threads returned no row");
  return row;
}

export type KeyState = {
  thread_exists: boolean;
  key_thread_id: string | null;
  expired: boolean;
  replies_used: number;
  expires_at: Date | null;
  /** The connection that opened the thread; all null for a thread without one. */
  opener_id: string | null;
  opener_name: string | null;
  opener_role: "member" | "maintainer" | null;
  opener_mode: ConnectionRow["control_mode"] | null;
};

/** The state of a reply's thread, of its opener and of a key, before anything is spent. */
export async function appendKeyState(sql: Sql, thread_id: string, key_hash: Buffer | null): Promise<KeyState> {
  const [row] = await sql<KeyState[]>`
    select t.thread_id is not null as thread_exists,
           k.thread_id as key_thread_id, coalesce(k.expires_at <= now_ms(), false) as expired, coalesce(k.replies_used, 0) as replies_used, k.expires_at,
           c.connection_id as opener_id, c.name as opener_name, c.role as opener_role, c.control_mode as opener_mode
    from (select 1) as one
    left join append_keys k on k.key_hash = ${key_hash}::bytea
    left join visible_threads t on t.thread_id = ${thread_id}
    left join connections c on c.connection_id = t.opened_by_connection_id`;
  if (!row) throw new Error("a select without a table returned no row");
  return row;
}

/** The append key that a thread was opened with. */
export async function threadKey(
  sql: Sql,
  thread_id: string,
): Promise<{ key_hash: Buffer; nonce: Buffer; expires_at: Date }> {
  const [row] = await sql<{ key_hash: Buffer; nonce: Buffer; expires_at: Date }[]>`
    select append_keys.key_hash, append_keys.nonce, append_keys.expires_at
    from append_keys
    where append_keys.thread_id = ${thread_id}
    order by append_keys.created_at, append_keys.key_hash
    limit 1`;
  if (!row) throw new Error(`the thread ${thread_id} has no append key`);
  return row;
}

/** Expires an append key now. False when there is none or it has expired already. */
export async function expireAppendKey(sql: Sql, key_hash: Buffer): Promise<boolean> {
  const rows = await sql`
    update append_keys
       set expires_at = now_ms()
     where append_keys.key_hash = ${key_hash} and append_keys.expires_at > now_ms()
    returning thread_id`;
  return rows.length === 1;
}
