import { setTimeout as sleep } from "node:timers/promises";
import postgres from "postgres";
import { inTransaction } from "@/db/transaction";
import { generateSkills, type SkillText } from "@/e2e/support/generate-skills";
import { makeThreads } from "@/e2e/support/made-reports";
import type { TestEngines } from "@/e2e/support/product";
import { seededRandom } from "@/lib/cli/eval/seeded-random";
import type { SkillVersionRef } from "@/lib/contract/primitives";
import { createConnection } from "@/lib/contract/public/connections";
import { publishVersion } from "@/lib/domain/publishing/publish-version";
import { newId } from "@/lib/platform/ids";
import { RULES_VERSION } from "@/lib/text/safety/finding";

/** The objects that the requests of a run name: all are in the database before the first request. */
export type Scene = {
  /** Threads with sixty replies, one a second. `since` begins with the last fifty. */
  threads: Array<{ thread_id: string; since: Date }>;
  /** Threads with twenty replies, and skills, for pages. */
  pages: { threads: string[]; skills: string[] };
  /** Threads to write in, each with an append key. */
  writable: Array<{ thread_id: string; append_key: string }>;
  versions: SkillVersionRef[];
  /** Connections, each with a token and a hundred versions that it holds. */
  holders: Array<{ authorization: string; held: SkillVersionRef[] }>;
  /** A question that no call has returned before. */
  question: () => string;
  /** Resets every append key to twenty replies. */
  freshKeys(): Promise<void>;
  close(): Promise<void>;
};

const THREADS = 64;
const REPLIES = 60;
const PAGE_REPLIES = 20;
const SINCE_REPLIES = 50;
const PAGES = 2;
const WRITABLE = 2_000;
const HOLDERS = 32;
const HELD = 100;
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
  const versions = await sql<Version[]>`
    select o.version_id, o.skill_id, o.slug, o.title, o.description, o.markdown, o.is_selected
    from listed_versions o
    order by o.version_id`;
  await copyLibrary(meili, versions);
  const question = questionsAbout(versions);
  const refs = versions.map(({ skill_id, version_id }) => ({ kind: "skill_version" as const, skill_id, version_id }));
  const threads = await threadsWithReplies(sql, THREADS, REPLIES, question);
  const pages = await threadsWithReplies(sql, PAGES, PAGE_REPLIES, question);
  const skills = versions.filter((version) => version.is_selected).slice(0, PAGES);
  const scene: Scene = {
    threads: threads.map(({ thread_id, times }) => ({ thread_id, since: times.at(-SINCE_REPLIES) ?? new Date() })),
    pages: {
      threads: pages.map(({ thread_id }) => `/threads/${thread_id}`),
      skills: skills.map(({ skill_id, slug }) => `/skills/${skill_id}/${slug}`),
    },
    writable: await makeThreads(
      sql,
      Array.from({ length: WRITABLE }, () => ({ title: "Written in by the bench" })),
    ),
    versions: refs,
    holders: await Promise.all(
      Array.from({ length: HOLDERS }, async (_, place) => {
        return { authorization: `Bearer ${await newToken(url)}`, held: circular(refs, place * 10, HELD) };
      }),
    ),
    question,
    freshKeys: async () => {
      await sql`update append_keys set replies_used = 0 where append_keys.replies_used > 0`;
    },
    close: () => sql.end(),
  };
  // A real database is analysed automatically within its first minute.
  await sql`analyze`;
  return scene;
}

/** So many items from a place on, beginning again at the end. */
export function circular<T>(list: readonly T[], from: number, count: number): T[] {
  return Array.from({ length: count }, (_, index) => list[(from + index) % list.length]).filter(
    (item) => item !== undefined,
  );
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

async function threadsWithReplies(
  sql: postgres.Sql,
  count: number,
  replies: number,
  question: () => string,
): Promise<Array<{ thread_id: string; times: Date[] }>> {
  const hourAgo = Date.now() - 3_600_000;
  const times = Array.from({ length: replies + 1 }, (_, index) => new Date(hourAgo + index * 1_000));
  const threads = Array.from({ length: count }, () => ({
    thread_id: newId("thr"),
    title: question(),
    status: "answered",
    last_sequence: replies + 1,
    reply_count: replies,
    last_activity_at: times.at(-1),
    created_at: times[0],
  }));
  await sql`insert into threads ${sql(threads)}`;
  for (const { thread_id, title } of threads) {
    const messages = times.map((created_at, index) => ({
      message_id: newId("msg"),
      thread_id,
      sequence: index + 1,
      kind: index === 0 ? "opening" : "outcome",
      author_kind: "searcher",
      body: index === 0 ? title : `Followed step ${index} as written, and it stopped after a minute or two.`,
      outcome: index === 0 ? null : "partial",
      created_at,
    }));
    await sql`insert into messages ${sql(messages)}`;
  }
  return threads.map(({ thread_id }) => ({ thread_id, times }));
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

/**
 * Questions as agents ask them: some words of one description, and two words of others. The same in every run, because
 * a small generator with a fixed seed picks them.
 */
function questionsAbout(versions: Version[]): () => string {
  const { pick, below } = seededRandom(20_261_121);
  const texts = versions.map(({ title, description }) => wordsOf(`${title} ${description}`));
  const words = [...new Set(texts.flat())].sort();
  const asked = new Set<string>();
  return function question(): string {
    const text = pick(texts);
    const about = circular(text, below(text.length), 5).join(" ");
    const made = `how do I ${about} with ${pick(words)} and ${pick(words)}`;
    if (asked.has(made)) return question();
    asked.add(made);
    return made;
  };
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[a-z]{4,}/g) ?? [];
}

const PER_TRANSACTION = 50;

/** Publishes this many generated skills, selected, one version each; for measurements on a separate database. */
async function publishGenerated(
  sql: postgres.Sql,
  sources: readonly SkillText[],
  count: number,
  onProgress: (done: number) => void = () => {},
): Promise<void> {
  const skills = [...generateSkills(sources, count)];
  for (let from = 0; from < skills.length; from += PER_TRANSACTION) {
    await inTransaction(sql, async (tx) => {
      for (const [index, skill] of skills.slice(from, from + PER_TRANSACTION).entries())
        await publishOne(tx, skill, from + index);
    });
    onProgress(Math.min(skills.length, from + PER_TRANSACTION));
  }
}

function publishOne(tx: postgres.Sql, skill: SkillText, index: number) {
  return publishVersion(tx, {
    skill: { kind: "new", slug_from: `generated ${index}`, source_path: null },
    base_version_id: null,
    content: {
      title: skill.title,
      description: skill.description,
      markdown: skill.markdown,
      applicability: skill.technologies.map((technology) => {
        return { technology, version_scheme: "unknown", constraint: "any" };
      }),
      public_references: [],
      questions: [],
      change_summary: "Generated for a measurement.",
      rationale: "A measurement needs it.",
      supporting_basis: "None.",
      license: null,
    },
    risk_labels: [],
    // Safety checks would distort the measured time.
    rules_version: RULES_VERSION,
    author_connection_id: null,
    select: true,
  });
}
