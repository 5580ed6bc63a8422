import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import type { Api, Received } from "@/e2e/support/api";
import { database, question, word } from "@/e2e/support/fixtures";
import type { TestEngines } from "@/e2e/support/product";
import { REPLIES_PER_KEY } from "@/lib/contract/primitives";
import { searchPost } from "@/lib/contract/public/search";
import { createReply } from "@/lib/contract/public/threads";

/** One write with one Idempotency-Key, repeated until it is acknowledged. */
type Write = {
  kind: "thread" | "reply";
  /** The question or the reply's text, unique among all writes. */
  text: string;
  send: () => Promise<Received>;
  attempts: number;
  /** The id in the first acknowledgement; null before it. */
  id: string | null;
  /** Ids in later responses to the same key. */
  idsAgain: string[];
  /** Reasons for attempts without any response: the connection failed or broke. */
  broken: string[];
  /** Statuses other than success, 503 and 409: there must be none. */
  refusals: string[];
};

export type Writers = {
  writes: Write[];
  acknowledged(): number;
  /** Lets every writer finish its current write. */
  finish(): Promise<void>;
};

const POLL_MS = 25;

/**
 * Searchers that never stop: each opens a thread, reports in it as often as its key permits, then opens the next one.
 * Unacknowledged writes (broken connection, unavailable service) are repeated with their key.
 */
export function startWriters(api: Api, count: number): Writers {
  const writes: Write[] = [];
  let stopping = false;
  let back: Promise<void> | null = null;

  /** One writer checks whether the service is back; all others wait for it. */
  function comesBack(): Promise<void> {
    back ??= untilItAnswers(api).finally(() => {
      back = null;
    });
    return back;
  }

  async function done(kind: Write["kind"], text: string, send: Write["send"]): Promise<Received | null> {
    const write: Write = { kind, text, send, attempts: 0, id: null, idsAgain: [], broken: [], refusals: [] };
    writes.push(write);
    for (;;) {
      const received = await attempt(write);
      if (received && received.status < 400) return received;
      if (received && received.status !== 503 && received.status !== 409) {
        write.refusals.push(`${received.status} ${received.text.slice(0, 200)}`);
        return null;
      }
      await comesBack();
    }
  }

  async function searcher(): Promise<void> {
    while (!stopping) {
      const q = question();
      const opened = await done("thread", q, keyed(api, "/api/v1/search", { q }));
      const thread = opened && searchPost.output.parse(JSON.parse(opened.text)).data.thread;
      if (!thread) return;
      for (let reply = 0; reply < REPLIES_PER_KEY && !stopping; reply += 1) {
        const text = `It worked with ${word()}.`;
        const path = `/api/v1/posts/${thread.thread_id}/replies`;
        const headers = { "x-service-append-key": thread.append_key };
        await done("reply", text, keyed(api, path, { outcome: "partial", text }, headers));
      }
    }
  }

  const all = Promise.all(Array.from({ length: count }, searcher));
  return {
    writes,
    acknowledged: () => writes.filter((write) => write.id !== null).length,
    async finish() {
      stopping = true;
      await all;
    },
  };
}

async function untilItAnswers(api: Api): Promise<void> {
  for (;;) {
    await sleep(POLL_MS);
    const received = await api.exchange("GET", "/api/v1/posts?limit=1", {}).catch(() => null);
    if (received?.status === 200) return;
  }
}

/** Repeats a write; null if there was no response. */
export async function attempt(write: Write): Promise<Received | null> {
  write.attempts += 1;
  const received = await write.send().catch((error: NodeJS.ErrnoException) => {
    write.broken.push(error.code ?? error.message);
    return null;
  });
  if (received === null || received.status >= 400) return received;
  const id = idIn(write.kind, JSON.parse(received.text));
  if (write.id === null) write.id = id;
  else write.idsAgain.push(id);
  return received;
}

function keyed(api: Api, path: string, body: object, headers: Record<string, string> = {}): Write["send"] {
  const key = randomUUID();
  return () =>
    api.exchange(
      "POST",
      path,
      { "content-type": "application/json", "idempotency-key": key, ...headers },
      JSON.stringify(body),
    );
}

function idIn(kind: Write["kind"], body: unknown): string {
  if (kind === "reply") return createReply.output.parse(body).data.reply.reply_id;
  return searchPost.output.parse(body).data.thread?.thread_id ?? "no thread";
}

/** Acknowledged writes that are missing from the database. */
export async function lost(writes: readonly Write[]): Promise<string[]> {
  const stored = new Set<string>();
  for (const { id } of await database()<{ id: string }[]>`
    select threads.thread_id as id from threads
    union all
    select messages.message_id from messages`)
    stored.add(id);
  return writes.flatMap((write) => (write.id !== null && !stored.has(write.id) ? [write.id] : []));
}

/** Writes without exactly one effect, although each was repeated until it was acknowledged. */
export async function notOnce(writes: readonly Write[]): Promise<string[]> {
  const rows = await database()<{ text: string; effects: number }[]>`
    select messages.body as text, count(*)::int as effects
    from messages
    where messages.kind in ('opening', 'outcome')
    group by messages.body`;
  const effects = new Map(rows.map((row) => [row.text, row.effects]));
  return writes.flatMap((write) => {
    const seen = effects.get(write.text) ?? 0;
    return seen === 1 ? [] : [`${write.kind} ${write.text}: ${seen} effects in ${write.attempts} attempts`];
  });
}

/** Unacknowledged effects in the database: each attempt here must have got a response. */
export async function unanswered(writes: readonly Write[]): Promise<string[]> {
  const texts = writes.filter((write) => write.id === null).map((write) => write.text);
  const rows = await database()<{ body: string }[]>`
    select messages.body
    from messages
    where messages.kind in ('opening', 'outcome')
      and messages.body = any(${texts})`;
  return rows.map((row) => row.body);
}

/** Threads, keys and stored responses that do not match the messages: partial writes. */
export async function halfWritten(): Promise<string[]> {
  const rows = await database()<{ what: string; id: string }[]>`
    with counted as (
      select m.thread_id, count(*) as messages, max(m.sequence) as newest, bool_or(m.kind = 'opening' and m.sequence = 1) as opened,
             bool_or(m.kind in ('library', 'insight')) as answered, max(m.created_at) as newest_at,
             count(*) filter (where m.kind <> 'opening' and m.hidden_at is null) as replies
      from messages m
      group by m.thread_id
    )
    select 'thread without its opening message' as what, t.thread_id as id
    from threads t
    left join counted c on c.thread_id = t.thread_id
    where c.opened is not true
    union all
    select 'thread that counts wrongly', t.thread_id
    from threads t
    join counted c on c.thread_id = t.thread_id
    where t.last_sequence <> c.newest or c.newest <> c.messages or t.reply_count <> c.replies or t.last_activity_at <> c.newest_at
    union all
    select 'thread answered by nobody', t.thread_id
    from threads t
    join counted c on c.thread_id = t.thread_id
    where t.status = 'answered' and not c.answered
    union all
    select 'search without its key', t.thread_id
    from threads t
    where t.opened_by_connection_id is null and not exists (select from append_keys k where k.thread_id = t.thread_id)
    union all
    select 'key that counts wrongly', k.thread_id
    from append_keys k
    where k.replies_used <> (select count(*) from messages m where m.append_key_hash = k.key_hash)
    union all
    select 'stored answer without its effect', i.key
    from idempotency_keys i
    where i.path = '/api/v1/search'
      and not exists (select from threads t where t.thread_id = i.body #>> '{data,thread,thread_id}')
    union all
    select 'stored answer without its effect', i.key
    from idempotency_keys i
    where i.path like '%/replies'
      and not exists (select from messages m where m.message_id = i.body #>> '{data,reply,reply_id}')`;
  return rows.map(({ what, id }) => `${what}: ${id}`);
}

const Indexed = z.object({ results: z.array(z.object({ id: z.string(), is_selected: z.boolean() })), total: z.int() });
const DOCUMENTS_MAX = 10_000;

/**
 * Differences between the search index, or the ranker's stored data, and the database's listed versions. Empty: equal.
 */
export async function indexDifference(meili: NonNullable<TestEngines["meili"]>): Promise<string[]> {
  const sql = database();
  const offered = await sql<{ version_id: string; is_selected: boolean }[]>`
    select o.version_id, o.is_selected
    from listed_versions o`;
  const analysed = await sql<{ version_id: string }[]>`
    select d.version_id
    from search_documents d`;
  const [waiting] = await sql<{ skills: number }[]>`
    select count(*)::int as skills
    from index_dirty`;
  const indexed = await documents(meili);
  const wanted = offered.map((version) => `${version.version_id} ${version.is_selected}`);
  const known = offered.map((version) => version.version_id);
  return [
    ...difference("index", wanted, indexed),
    ...difference(
      "analyses",
      known,
      analysed.map((version) => version.version_id),
    ),
    ...(waiting?.skills ? [`${waiting.skills} skills wait`] : []),
  ];
}

async function documents({ url, masterKey }: { url: string; masterKey: string }): Promise<string[]> {
  const fields = `fields=id,is_selected&limit=${DOCUMENTS_MAX}`;
  const response = await fetch(`${url}/indexes/cairn_versions/documents?${fields}`, {
    headers: { authorization: `Bearer ${masterKey}` },
  });
  const parsed = Indexed.safeParse(await response.json());
  if (!parsed.success) return [`no index: ${response.status}`];
  return parsed.data.results.map((document) => `${document.id} ${document.is_selected}`);
}

function difference(where: string, wanted: string[], found: string[]): string[] {
  const there = new Set(found);
  const known = new Set(wanted);
  return [
    ...wanted.filter((each) => !there.has(each)).map((each) => `${where} lacks ${each}`),
    ...found.filter((each) => !known.has(each)).map((each) => `${where} still has ${each}`),
  ];
}
