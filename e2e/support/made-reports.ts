import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type postgres from "postgres";
import { poolSize } from "@/db/connect";
import type { Outcome, SkillVersionRef } from "@/lib/contract/primitives";
import { pageContext } from "@/lib/domain/context";
import { createReply } from "@/lib/domain/threads/create-reply";
import { Problem } from "@/lib/platform/errors";
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

const PAUSE_MS_MAX = 1_000;

/**
 * Repeats a call while the service has no time for it, as any client would: on a busy machine some calls lose to a
 * parallel transaction. Pauses grow to a second; the limit of the test ends it.
 */
export async function untilDone<T>(call: () => Promise<T>): Promise<T> {
  for (let pause = 25; ; pause = Math.min(2 * pause, PAUSE_MS_MAX)) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== "unavailable") throw error;
      await sleep(pause * (0.5 + Math.random() / 2));
    }
  }
}

/** For a call whose earlier attempt was carried out although its answer came too late. */
export function unlessDone(error: unknown): void {
  if (!(error instanceof Problem) || error.code !== "invalid_transition") throw error;
}

/**
 * Works on all items, on as many at a time as the process has connections to the database: with more at a time the
 * others would wait for one, and on a busy machine be refused.
 */
export async function atOnce<I, O>(items: readonly I[], work: (item: I, place: number) => Promise<O>): Promise<O[]> {
  const done: O[] = [];
  const waiting = [...items.entries()].values();
  const worker = async () => {
    for (const [place, item] of waiting) done[place] = await work(item, place);
  };
  await Promise.all(Array.from({ length: poolSize() }, worker));
  return done;
}

type Version = { skill_id: string; version_id: string };

const refOf = ({ skill_id, version_id }: Version): SkillVersionRef => ({ kind: "skill_version", skill_id, version_id });

/**
 * Reports one outcome for versions through the product's own code, with an Idempotency-Key so that it can be repeated
 * if the response is lost.
 */
export function report(thread: MadeThread, versions: readonly Version[], outcome: "resolved" | "partial" | "failed") {
  const [principal, request_hash] = [sha256(thread.append_key), sha256(outcome)];
  const idempotency = { key: thread.thread_id, method: "POST", path: "/made", principal, request_hash };
  const made = createReply(
    { ...pageContext(), read_only_because: null, idempotency },
    {
      post_id: thread.thread_id,
      append_key: thread.append_key,
      outcome,
      text: "It went so.",
      used_versions: versions.map(refOf),
    },
    { author_connection_id: null, author_name: null, author_role: null },
  );
  return made.then(({ answer }) => answer);
}

/**
 * The time of one outcome for each of these versions, in ms: the median of this many, in turn, each from a new
 * reporter. So a temporarily busy machine slows all of them alike.
 */
export async function outcomeCosts(sql: postgres.Sql, versions: readonly Version[], rounds: number): Promise<number[]> {
  const offered = versions.map(({ version_id }) => version_id);
  const wishes = Array.from({ length: (rounds + 1) * versions.length }, (_, n) => ({ network: `cost ${n}`, offered }));
  const threads = await makeThreads(sql, wishes);
  const took: number[][] = versions.map(() => []);
  for (let round = 0; round <= rounds; round += 1) {
    for (const [place, version] of versions.entries()) {
      const thread = threads.pop();
      if (!thread) throw new Error("There are fewer threads than outcomes.");
      const before = performance.now();
      await report(thread, [version], "resolved");
      // The very first call opens connections and creates query plans.
      if (round > 0) took[place]?.push(performance.now() - before);
    }
  }
  return took.map((times) => times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN);
}
