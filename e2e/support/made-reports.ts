import { randomBytes } from "node:crypto";
import type postgres from "postgres";
import type { Outcome } from "@/lib/contract/primitives";
import { newId } from "@/lib/platform/ids";
import { sha256 } from "@/lib/platform/secret";

/** A thread that waits for an outcome, and its reporter. */
export type MadeThread = {
  thread_id: string;
  append_key: string;
  connection_id: string | null;
  network: string | null;
};

type Wish = { connection_id?: string; network?: string; offered?: string[]; opened_at?: Date; title?: string };

/**
 * Threads with an append key each, inserted directly, hundreds at a time. A network is a name that stands for its hash.
 */
export async function makeThreads(sql: postgres.Sql, wishes: readonly Wish[]): Promise<MadeThread[]> {
  const made = wishes.map((wish) => ({
    thread_id: newId("thr"),
    title: wish.title ?? "Made",
    message_id: newId("msg"),
    append_key: `ak_${randomBytes(32).toString("base64url")}`,
    connection_id: wish.connection_id ?? null,
    network: wish.network ?? null,
    opened_network: wish.network ? sha256(wish.network).toString("hex").slice(0, 32) : null,
    offered: wish.offered ?? [],
    opened_at: wish.opened_at ?? null,
  }));
  const rows = made.map(({ append_key, ...row }) => ({ ...row, key_hash: sha256(append_key).toString("hex") }));
  await sql`
    with made as (
      select *
      from jsonb_to_recordset(${sql.json(JSON.parse(JSON.stringify(rows)))})
        as made (thread_id text, message_id text, key_hash text, connection_id text, opened_network text, offered text[], title text,
                 opened_at timestamptz)
    ), threads as (
      insert into threads
        (thread_id, title, opened_by_connection_id, opened_network, offered_version_ids, last_sequence, created_at)
      select thread_id, title, connection_id, decode(opened_network, 'hex'), offered, 1, coalesce(opened_at, now_ms())
      from made
    ), openings as (
      insert into messages (message_id, thread_id, sequence, kind, author_kind, author_connection_id, body, created_at)
      select message_id, thread_id, 1, 'opening', case when connection_id is null then 'searcher' else 'connection' end,
             connection_id, title, coalesce(opened_at, now_ms())
      from made
    )
    insert into append_keys (key_hash, thread_id, nonce, expires_at)
    select decode(key_hash, 'hex'), thread_id, decode(repeat('00', 16), 'hex'), now_ms() + interval '7 days'
    from made`;
  return made.map(({ thread_id, append_key, connection_id, network }) => ({
    thread_id,
    append_key,
    connection_id,
    network,
  }));
}

/** Connections of the given age, with unknown tokens. */
export async function makeConnections(sql: postgres.Sql, count: number, age_days: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => newId("con"));
  await sql`
    insert into connections (connection_id, name, token_hash, created_at)
    select made.connection_id, 'Made', sha256(made.connection_id::bytea), now_ms() - make_interval(days => ${age_days})
    from unnest(${ids}::text[]) as made (connection_id)`;
  return ids;
}

/**
 * Outcomes for one version by this many anonymous reporters, as the product would store and count them: complete rows
 * in every table, in bulk.
 */
export async function makeOutcomes(
  sql: postgres.Sql,
  version: { skill_id: string; version_id: string },
  count: number,
  outcome: Outcome,
): Promise<void> {
  const mark = randomBytes(6).toString("hex");
  // A thread id has 22 characters after its prefix: the mark and a number.
  const id = (prefix: string) => sql`${`${prefix}_${mark}`} || lpad(n::text, 10, '0')`;
  const numbers = sql`generate_series(1, ${count}::int) as n`;
  await sql.begin(async (tx) => {
    // A million rows in five tables: their references are valid by construction, and checking each takes minutes.
    await tx`set local session_replication_role = 'replica'`;
    await tx`
      insert into threads (thread_id, title, opened_network, offered_version_ids, last_sequence, reply_count)
      select ${id("thr")}, 'Made', substring(sha256(n::text::bytea) for 16), array[${version.version_id}], 2, 1
      from ${numbers}`;
    await tx`
      insert into messages (message_id, thread_id, sequence, kind, author_kind, body, outcome, created_at)
      select ${id("msg")}, ${id("thr")}, 2, 'outcome', 'searcher', 'Made', ${outcome}, now_ms()
      from ${numbers}`;
    await tx`
      insert into message_versions (message_id, position, skill_id, version_id)
      select ${id("msg")}, 0, ${version.skill_id}, ${version.version_id}
      from ${numbers}`;
    await tx`
      insert into version_voices (message_id, version_id, source, day, outcome, good, bad, at, counts)
      select ${id("msg")}, ${version.version_id}, 'net_' || substring(encode(sha256(n::text::bytea), 'hex') for 32),
             current_date, ${outcome}, 0.5, 0, now_ms(), true
      from ${numbers}`;
    await tx`
      insert into version_outcomes (version_id, resolved, anonymous, sources, good)
      values (${version.version_id}, ${count}, ${count}, ${count}, ${count / 2})`;
  });
  await sql`analyze threads, messages, message_versions, version_voices, version_outcomes`;
}
