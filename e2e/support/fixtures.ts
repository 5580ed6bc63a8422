import { createHash, randomBytes } from "node:crypto";
import postgres from "postgres";
import type { NewOrigin } from "@/db/queries/version-origins";
import type { SourceColumns } from "@/db/queries/versions";
import { type Api, expect, type Headers } from "@/e2e/support/api";
import type { InputOf } from "@/lib/contract/endpoint";
import type { ApplicabilityEntry } from "@/lib/contract/primitives";
import { searchPost } from "@/lib/contract/public/search";
import { listSkills } from "@/lib/contract/public/skills";
import { publishVersion } from "@/lib/domain/publishing/publish-version";
import { newId } from "@/lib/platform/ids";
import { RULES_VERSION } from "@/lib/text/safety/finding";

/** A word that no other test, no earlier run and no library text has used. */
export function word(): string {
  const letters = "bcdfghjklmnpqrstvwxz";
  return `zq${[...randomBytes(10)].map((byte) => letters[byte % letters.length]).join("")}`;
}

/** A question that no skill answers, so that its thread stays open. */
export function question(): string {
  return `${word()} ${word()} ${word()}`;
}

export type Thread = {
  thread_id: string;
  append_key: string;
  append_key_expires_at: string;
  replies_remaining: number;
  replies_url: string;
};

/** A searcher with a new question, who gets a thread and its append key. */
export async function openThread(api: Api, q: string = question(), headers: Headers = {}): Promise<Thread> {
  const { data } = await api.ok(searchPost, { q }, headers);
  if (!data.thread) throw new Error(`The search for ${q} opened no thread: ${data.search_note}`);
  return data.thread;
}

let connection: postgres.Sql | undefined;

/** The product's own database, for states that no request can create: elapsed time, hidden messages. */
export function database(): postgres.Sql {
  const { DATABASE_URL } = process.env;
  if (!DATABASE_URL) throw new Error("These tests look into the product's database: set DATABASE_URL to it.");
  connection ??= postgres(DATABASE_URL, { max: 2, idle_timeout: 5, onnotice: () => {} });
  return connection;
}

/** Moves the key's issue date back by seven days. */
export async function letKeyExpire(thread_id: string): Promise<void> {
  await database()`
    update append_keys
       set expires_at = now_ms()
     where append_keys.thread_id = ${thread_id}`;
}

/** Another append key for a thread, with its own twenty replies. */
export async function addKey(thread_id: string): Promise<string> {
  const key = `ak_${randomBytes(32).toString("base64url")}`;
  await database()`
    insert into append_keys (key_hash, thread_id, nonce, expires_at)
    values (${createHash("sha256").update(key).digest()}, ${thread_id}, ${randomBytes(16)}, now_ms() + interval '7 days')`;
  return key;
}

/** Hides a message, as a maintainer does. */
export async function hideMessage(message_id: string): Promise<void> {
  await database().begin(async (sql) => {
    const [row] = await sql<{ thread_id: string }[]>`
      update messages
         set hidden_at = now_ms()
       where messages.message_id = ${message_id}
      returning thread_id`;
    await sql`
      update threads
         set reply_count = reply_count - 1, revision = revision + 1
       where threads.thread_id = ${row?.thread_id ?? ""}`;
  });
}

/** Hides a whole thread, as a maintainer does. */
export async function hideThread(thread_id: string): Promise<void> {
  await database()`
    update threads
       set hidden_at = now_ms(), revision = revision + 1
     where threads.thread_id = ${thread_id}`;
}

/** An insight of a connection, written in the same way as by every writer of a thread. */
export async function addInsight(
  thread_id: string,
  insight: { connection_id: string; body: string; relevance?: string; reply_to?: string },
): Promise<string> {
  const message_id = newId("msg");
  await database()`
    with place as (
      update threads
         set last_sequence = threads.last_sequence + 1,
             reply_count = threads.reply_count + 1,
             revision = threads.revision + 1,
             last_activity_at = greatest(now_ms(), threads.last_activity_at),
             status = case when threads.status = 'open' then 'answered' else threads.status end
       where threads.thread_id = ${thread_id}
      returning threads.last_sequence, threads.last_activity_at
    )
    insert into messages
      (message_id, thread_id, sequence, kind, author_kind, author_connection_id, body, relevance, reply_to_message_id, created_at)
    select ${message_id}, ${thread_id}, place.last_sequence, 'insight', 'connection', ${insight.connection_id}, ${insight.body},
           ${insight.relevance ?? null}, ${insight.reply_to ?? null}, place.last_activity_at
    from place`;
  return message_id;
}

export type Skill = { skill_id: string; version_id: string; slug: string; title: string; markdown: string };

export type SkillWish = {
  title?: string;
  description?: string;
  markdown?: string;
  applicability?: ApplicabilityEntry[];
  questions?: string[];
  /** Beside its text: the content of each by its path. */
  files?: Record<string, string | Uint8Array>;
  /** The skill that gets a new version; without it a new skill is created. */
  of?: Skill;
  /** The connection that publishes it; without it, as by an import. */
  author?: string;
  source?: SourceColumns;
  /** Where an import or a source read it. */
  came_from?: NewOrigin;
  /** False leaves the version a candidate. */
  select?: boolean;
  /** The rules version that judged it; by default the current one. The product judges older ones again. */
  rules_version?: number;
  review?: { version_checked: string; note: string; reviewer: string };
};

/** A skill for one test, published as by an import. */
export async function publishSkill(wish: SkillWish = {}): Promise<Skill> {
  const title = wish.title ?? `Tame the ${word()} ${word()}`;
  const markdown = wish.markdown ?? `# ${title}\n\nTurn the ${word()} until it stops.\n`;
  const published = await database().begin((sql) =>
    publishVersion(sql, {
      skill: wish.of
        ? { kind: "existing", skill_id: wish.of.skill_id }
        : { kind: "new", slug_from: title, source_path: null },
      base_version_id: wish.of?.version_id ?? null,
      content: {
        title,
        description: wish.description ?? "How to tame it. Use it when it does not stop.",
        markdown,
        applicability: wish.applicability ?? [],
        public_references: ["https://cairn.example/notes"],
        questions: wish.questions ?? [],
        change_summary: "Written for a test.",
        rationale: "A test needs it.",
        supporting_basis: "None but the test.",
        license: null,
        files: Object.entries(wish.files ?? {}).map(([path, content]) => ({ path, bytes: Buffer.from(content) })),
      },
      risk_labels: [],
      rules_version: wish.rules_version ?? RULES_VERSION,
      author_connection_id: wish.author ?? null,
      select: wish.select ?? true,
      ...(wish.source ? { source: wish.source } : {}),
      ...(wish.came_from ? { came_from: wish.came_from } : {}),
      review: wish.review ? { ...wish.review, reviewed_at: new Date() } : null,
    }),
  );
  return { skill_id: published.skill_id, version_id: published.version_id, slug: published.slug, title, markdown };
}

/** Withdraws a version, as a maintainer does. */
export async function withdrawVersion(skill: Skill, reason: string): Promise<void> {
  await database().begin(async (sql) => {
    await sql`
      update skill_versions
         set withdrawn_at = now_ms(), withdrawn_reason = ${reason}
       where skill_versions.version_id = ${skill.version_id}`;
    await sql`select mark_dirty(${skill.skill_id})`;
    await sql`select append_publish_log('withdrawal', ${skill.version_id}, ${sql.json({ skill_id: skill.skill_id, reason })})`;
  });
}

/**
 * Waits until search lists the skill: the index follows a publication within moments. A question that is the skill's
 * name is answered by Postgres at once, so the directory is first asked for its words in another form.
 */
export async function becomesFindable(api: Api, skill: Skill): Promise<void> {
  const [first] = skill.title.split(" ");
  await expect
    .poll(
      async () => {
        const { data } = await api.ok(listSkills, { q: `${skill.title} ${first}`, limit: 100 });
        return data.map((item) => item.version.version_id);
      },
      { message: `the directory finds ${skill.title} by its words` },
    )
    .toContain(skill.version_id);
  await becomesListed(api, { q: skill.title }, skill.version_id);
}

/** Waits until search lists a version for a caller: the index follows a publication within moments. */
export async function becomesListed(api: Api, asked: InputOf<typeof searchPost>, version_id: string): Promise<void> {
  await expect
    .poll(
      async () =>
        (await api.ok(searchPost, { ...asked, preview: true })).data.results.map((result) => result.version_id),
      { message: `search offers ${version_id}` },
    )
    .toContain(version_id);
}

/** The number of visible threads with exactly this question. */
export async function threadsAsking(q: string): Promise<number> {
  const [row] = await database()<{ count: number }[]>`
    select count(*)::int as count
    from threads
    where threads.title = ${q}`;
  return row?.count ?? 0;
}

/** Waits until the search index contains the current state of these skills. */
export async function indexed(...skill_ids: string[]): Promise<void> {
  const waiting = async () => {
    const [row] = await database()<{ count: number }[]>`
      select count(*)::int as count
      from index_dirty
      where index_dirty.entity_id = any(${skill_ids})`;
    return row?.count;
  };
  await expect.poll(waiting, { message: "the index has read the skills" }).toBe(0);
}

export type MadeSource = { source_id: string; kind: "npm" | "git" | "folder"; address: string };

/** A source that no worker follows, without a run. */
export async function makeSource(kind: MadeSource["kind"], address = `npm:${word()}`): Promise<MadeSource> {
  const source_id = newId("src");
  await database()`
    insert into sources (source_id, kind, address, state)
    values (${source_id}, ${kind}, ${address}, 'paused')`;
  return { source_id, kind, address };
}

/** A skill as a source brings it. */
export async function publishFrom(
  { source_id, kind, address }: MadeSource,
  {
    release = null,
    commit = null,
    path = "skills/pump",
    license = "MIT",
    ...wish
  }: SkillWish & { release?: string | null; commit?: string | null; path?: string; license?: string | null } = {},
): Promise<Skill> {
  const skill = await publishSkill({
    ...wish,
    came_from: {
      source_id,
      kind,
      address,
      release,
      commit,
      path,
      tree: null,
      license,
      release_state: "published",
      is_whole: license !== null,
      text_sha256: Buffer.alloc(32),
      requires: [],
    },
  });
  await database()`update skills set source_id = ${source_id} where skills.skill_id = ${skill.skill_id}`;
  return skill;
}
