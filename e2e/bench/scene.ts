import { createHash, randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import postgres from "postgres";
import { publishGenerated } from "@/e2e/bench/publish-generated";
import type { SkillText } from "@/e2e/support/generate-skills";
import type { TestEngines } from "@/e2e/support/product";
import { createConnection } from "@/lib/contract/public/connections";
import { newId } from "@/lib/platform/ids";

/** The objects that the requests of a run name: all are in the database before the first request. */
export type Scene = {
  /** A thread with twenty replies. */
  thread_id: string;
  /** Threads to write in, each with an append key. */
  writable: Array<{ thread_id: string; append_key: string }>;
  skill: { skill_id: string; version_id: string; slug: string };
  authorization: string;
  /** Distinct sentences of words that occur in the library. */
  sentences: string[];
  versions: number;
  /** Resets every append key to twenty replies. */
  freshKeys(): Promise<void>;
  /** One write that no page shows. */
  writeElsewhere(): Promise<void>;
  close(): Promise<void>;
};

const REPLIES = 20;
const WRITABLE = 4_000;
const SENTENCES = 5_000;
const PROGRESS_EVERY = 1_000;
const POLL_MS = 500;
/** The engine accepts at most about 100 MB at once. */
const PER_REQUEST = 2_000;

/**
 * Creates the scene in the product's database, grown to the requested number of versions, and copies the library into a
 * Meilisearch index with default settings.
 */
export async function setScene(
  url: string,
  engines: TestEngines,
  meili: NonNullable<TestEngines["meili"]>,
  versionsWanted: number,
): Promise<Scene> {
  const sql = postgres(engines.postgres.url, { max: 2, onnotice: () => {} });
  await growTo(sql, versionsWanted);
  const token = await newToken(url);
  const versions = await sql<Version[]>`
    select o.version_id, o.skill_id, o.slug, o.title, o.description, o.markdown, o.is_selected
    from listed_versions o
    order by o.version_id`;
  const skill = versions.find((version) => version.is_selected);
  if (!skill) throw new Error("The library is empty.");
  await sql`
    create table bench_bare (id text primary key, value jsonb not null, created_at timestamptz not null default now())`;
  await copyLibrary(meili, versions);
  const [thread_id, writable] = [await threadWithReplies(sql), await writableThreads(sql)];
  // A real database is analysed automatically within its first minute.
  await sql`analyze`;
  return {
    thread_id,
    writable,
    skill: { skill_id: skill.skill_id, version_id: skill.version_id, slug: skill.slug },
    authorization: `Bearer ${token}`,
    sentences: sentencesFrom(versions),
    versions: versions.length,
    freshKeys: async () => {
      await sql`update append_keys set replies_used = 0 where append_keys.replies_used > 0`;
    },
    writeElsewhere: async () => {
      await sql`insert into bench_bare (id, value) values (${newId("msg")}, '{}')`;
    },
    close: () => sql.end(),
  };
}

/** The same growth for callers that need no scene. */
export async function growLibrary(url: string, versionsWanted: number): Promise<void> {
  const sql = postgres(url, { max: 2, onnotice: () => {} });
  try {
    await growTo(sql, versionsWanted);
  } finally {
    await sql.end();
  }
}

/** Publishes generated skills beside the starter library, and waits until the product has indexed them all. */
async function growTo(sql: postgres.Sql, wanted: number): Promise<void> {
  const texts = await sql<SkillText[]>`
    select o.title, o.description, o.markdown, o.technologies
    from listed_versions o
    order by o.version_id`;
  if (wanted <= texts.length) return;
  const say = (line: string) => process.stderr.write(`${line}\n`);
  await publishGenerated(sql, texts, wanted - texts.length, (done) => {
    if (done % PROGRESS_EVERY === 0) say(`published ${done} generated versions`);
  });
  for (let waiting = 1, last = 0; waiting > 0; ) {
    const [row] = await sql<{ waiting: number }[]>`select count(*)::int as waiting from index_dirty`;
    waiting = row?.waiting ?? 0;
    if (Math.abs(waiting - last) >= PROGRESS_EVERY) {
      last = waiting;
      say(`${waiting} versions are not indexed yet`);
    }
    await sleep(POLL_MS);
  }
  await sql`analyze`;
}

/** Reads only the fields it needs: the response of another build may lack a field of this one. */
async function newToken(url: string): Promise<string> {
  const { method, path } = createConnection;
  const body = JSON.stringify({ name: "bench" });
  const response = await fetch(url + path, { method, body, headers: { "content-type": "application/json" } });
  const { data } = (await response.json()) as { data?: { token?: string } };
  if (!data?.token) throw new Error(`No connection was created: ${response.status}`);
  return data.token;
}

type Version = {
  version_id: string;
  skill_id: string;
  slug: string;
  title: string;
  description: string;
  markdown: string;
  is_selected: boolean;
};

async function threadWithReplies(sql: postgres.Sql): Promise<string> {
  const thread_id = newId("thr");
  await sql`
    insert into threads (thread_id, title, status, last_sequence, reply_count)
    values (${thread_id}, 'How do I make it stop?', 'answered', ${REPLIES + 1}, ${REPLIES})`;
  const messages = Array.from({ length: REPLIES + 1 }, (_, index) => ({
    message_id: newId("msg"),
    thread_id,
    sequence: index + 1,
    kind: index === 0 ? "opening" : "outcome",
    author_kind: "searcher",
    body: index === 0 ? "How do I make it stop?" : "Turned the knob as written, and it stopped after a minute or two.",
    outcome: index === 0 ? null : "partial",
    created_at: new Date(),
  }));
  await sql`insert into messages ${sql(messages)}`;
  return thread_id;
}

async function writableThreads(sql: postgres.Sql): Promise<Scene["writable"]> {
  const writable = Array.from({ length: WRITABLE }, () => ({
    thread_id: newId("thr"),
    append_key: `ak_${randomBytes(32).toString("base64url")}`,
  }));
  const ids = writable.map((thread) => thread.thread_id);
  const hashes = writable.map((thread) => createHash("sha256").update(thread.append_key).digest("hex"));
  await sql`
    insert into threads (thread_id, title, last_sequence)
    select ids.id, 'Written in by the bench', 1
    from unnest(${ids}::text[]) as ids (id)`;
  await sql`
    insert into append_keys (key_hash, thread_id, nonce, expires_at)
    select decode(keys.hash, 'hex'), keys.id, decode(repeat('00', 16), 'hex'), now_ms() + interval '7 days'
    from unnest(${hashes}::text[], ${ids}::text[]) as keys (hash, id)`;
  return writable;
}

/** The same texts in a naive index: whole documents, default settings. */
async function copyLibrary(meili: { url: string; masterKey: string }, versions: Version[]): Promise<void> {
  const headers = { authorization: `Bearer ${meili.masterKey}`, "content-type": "application/json" };
  const documents = versions.map(({ version_id: id, title, description, markdown }) => ({
    id,
    title,
    description,
    markdown,
  }));
  const address = `${meili.url}/indexes/plain/documents?primaryKey=id`;
  for (let from = 0; from < documents.length; from += PER_REQUEST) {
    const body = JSON.stringify(documents.slice(from, from + PER_REQUEST));
    const { taskUid } = await (await fetch(address, { method: "POST", headers, body })).json();
    for (let status = ""; status !== "succeeded"; await sleep(POLL_MS)) {
      const task = await (await fetch(`${meili.url}/tasks/${taskUid}`, { headers })).json();
      if (task.status === "failed") throw new Error(`The plain index was refused: ${JSON.stringify(task.error)}`);
      status = task.status;
    }
  }
}

/** The same in every run: a small generator with a fixed seed picks the words. */
function sentencesFrom(versions: Version[]): string[] {
  const words = [...new Set(versions.flatMap(({ title, description }) => wordsOf(`${title} ${description}`)))].sort();
  let state = 20_261_121;
  const pick = (count: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (state >> 8) % count;
  };
  const some = (count: number) => Array.from({ length: count }, () => words[pick(words.length)]).join(" ");
  return Array.from({ length: SENTENCES }, () => `how do I ${some(2)} with ${some(2)} in ${some(1)}`);
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[a-z]{4,}/g) ?? [];
}
