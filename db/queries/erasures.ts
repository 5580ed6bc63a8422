import type { Sql } from "@/db/client";
import type { ConnectionRow } from "@/db/queries/connections";

/** Who erased a text. */
export type ErasedBy = "author" | "maintainer";

export type MessageOwner = {
  message_id: string;
  kind: "opening" | "library" | "insight" | "outcome";
  hidden: boolean;
  author_connection_id: string | null;
  author_mode: ConnectionRow["control_mode"] | null;
  /** The thread of the key; null for an unknown key. */
  key_thread_id: string | null;
  key_expired: boolean;
};

/**
 * Who wrote a message of a thread, hidden or not, and what a key is worth. Without a message id its opening message.
 * Null when the thread has no such message.
 */
export async function messageOwner(
  sql: Sql,
  of: { thread_id: string; message_id: string | null; key_hash: Buffer | null },
): Promise<MessageOwner | null> {
  const [row] = await sql<MessageOwner[]>`
    select m.message_id, m.kind, (m.hidden_at is not null or t.hidden_at is not null) as hidden, m.author_connection_id,
           c.control_mode as author_mode, k.thread_id as key_thread_id,
           coalesce(k.expires_at <= now_ms(), false) as key_expired
    from messages m
    join threads t on t.thread_id = m.thread_id
    left join connections c on c.connection_id = m.author_connection_id
    left join append_keys k on k.key_hash = ${of.key_hash}::bytea
    where m.thread_id = ${of.thread_id}
      and ${of.message_id === null ? sql`m.kind = 'opening'` : sql`m.message_id = ${of.message_id} and m.kind <> 'opening'`}`;
  return row ?? null;
}

/**
 * Erases what a message says, and of an opening message what its thread asks. The row stays with its place and time.
 * False when it was erased before. Requires the thread's lock.
 */
export async function eraseMessageText(sql: Sql, message_id: string, by: ErasedBy): Promise<boolean> {
  const rows = await sql<{ thread_id: string; kind: string; retracted_at: Date }[]>`
    update messages
       set body = null, relevance = null, outcome = null, risk_labels = '{}', retracted_at = now_ms(), retracted_by = ${by}
     where messages.message_id = ${message_id} and messages.retracted_at is null
    returning thread_id, kind, retracted_at`;
  const [row] = rows;
  if (!row) return false;
  if (row.kind === "opening")
    await sql`
      update threads
         set title = null, technologies = '{}', asked_technologies = '[]',
             retracted_at = ${row.retracted_at}, retracted_by = ${by}
       where threads.thread_id = ${row.thread_id}`;
  return true;
}

/** Deletes what was derived from a message that is erased and no longer counted. */
export async function deleteMessageTraces(sql: Sql, message_id: string): Promise<void> {
  await sql`delete from version_voices v where v.message_id = ${message_id}`;
  await sql`delete from message_versions u where u.message_id = ${message_id}`;
}

/**
 * Erases the texts and files of a withdrawn version, what was derived from them, the submission that brought them, and
 * its author's bundles that hold one of the files. Its title,
 * its digest and what it covers stay. False when they were erased before. Requires the skill's lock.
 */
export async function eraseVersionTexts(sql: Sql, version_id: string): Promise<boolean> {
  const rows = await sql<{ operation_ref: string | null }[]>`
    update skill_versions
       set description = ${ERASED}, markdown = ${ERASED}, change_summary = ${ERASED}, rationale = ${ERASED},
           supporting_basis = ${ERASED}, public_references = '{}', questions = '{}', license = null, sources = '[]',
           checks = '[]', source_repository = null, source_commit = null, source_license = null, source_author = null,
           erased_at = now_ms()
     where skill_versions.version_id = ${version_id} and skill_versions.erased_at is null
       and skill_versions.withdrawn_at is not null
    returning operation_ref`;
  if (rows.length === 0) return false;
  await sql`
    update operations
       set request = null
     where operations.operation_ref = ${rows[0]?.operation_ref ?? null}`;
  await sql`delete from version_origins a where a.version_id = ${version_id}`;
  await sql`
    delete from bundles
     where bundles.bundle_id in (
       select b.bundle_id
       from skill_versions v
       join bundles b on b.connection_id = v.author_connection_id
       join bundle_files c on c.bundle_id = b.bundle_id
       join version_files f on f.version_id = v.version_id and f.sha256 = c.sha256
       where v.version_id = ${version_id})`;
  await sql`delete from version_files f where f.version_id = ${version_id}`;
  await sql`delete from version_meanings e where e.version_id = ${version_id}`;
  await sql`delete from judged_again j where j.version_id = ${version_id}`;
  await sql`delete from index_dead_letters l where l.version_id = ${version_id}`;
  await sql`
    update appeals
       set body = ${ERASED}
     where appeals.version_id = ${version_id}`;
  return true;
}

/**
 * Erases the title of a withdrawn version, also where the library named it in its answers. Locks their threads. False
 * when it was erased before. Requires the skill's lock.
 */
export async function eraseVersionTitle(sql: Sql, version_id: string): Promise<boolean> {
  const { count } = await sql`
    update skill_versions
       set title = ${ERASED}
     where skill_versions.version_id = ${version_id} and skill_versions.title <> ${ERASED}`;
  if (count === 0) return false;
  const naming = sql`
    select m.message_id, m.thread_id
    from message_versions u
    join messages m on m.message_id = u.message_id
    where u.version_id = ${version_id} and m.kind = 'library'`;
  await sql`
    select t.thread_id
    from threads t
    where t.thread_id in (select n.thread_id from (${naming}) n)
    order by t.thread_id
    for update`;
  await sql`
    update messages
       set body = 'The library has a skill for this.'
     where messages.message_id in (select n.message_id from (${naming}) n)`;
  await sql`
    update threads
       set revision = threads.revision + 1
     where threads.thread_id in (select n.thread_id from (${naming}) n)`;
  return true;
}

/** What stands where a version's text was: the columns hold no null. */
const ERASED = "Erased.";

/** Deletes the notes of reports about an erased subject, which may quote it. */
export async function eraseReportNotes(sql: Sql, subject_ids: string[]): Promise<void> {
  await sql`
    update reports
       set note = null
     where reports.subject_id = any(${subject_ids}) and reports.note is not null`;
}
