import type { Sql } from "@/db/client";
import type { ThreadTechnology } from "@/lib/contract/asked";

export type NewThread = {
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
