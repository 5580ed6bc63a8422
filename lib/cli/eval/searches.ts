import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import type { Asked } from "@/lib/cli/eval/figures";
import type { LabelledQuery } from "@/lib/cli/eval/labelled-queries";
import { indexingClient } from "@/lib/search/engine/engine";

const Found = z.object({ skill_id: z.string(), score: z.number() });
const Listed = z.object({ skill_id: z.string(), slug: z.string() });
const Public = z.object({
  data: z.object({ status: z.enum(["answered", "open"]), degraded: z.boolean(), results: z.array(Found) }),
});
const Knowledge = z.object({
  data: z.object({ skills: z.array(z.object({ ref: z.object({ skill_id: z.string() }), score: z.number() })) }),
});
const Directory = z.object({
  data: z.array(z.object({ skill_id: z.string(), match: z.object({ strength: z.string() }).nullable() })),
});
const Connection = z.object({ data: z.object({ token: z.string() }) });

const SKILLS_MAX = 5;
/** A service counts the searches of a client per minute. */
const WAIT_SECONDS_MAX = 120;
const WAITS_MAX = 5;

export type ProductAnswers = {
  asked: Asked[];
  /** Time from request to parsed answer of each search, in milliseconds. */
  milliseconds: number[];
  /** Searches that the database answered without the search engine. */
  degraded: number;
};

/**
 * Sends every query to `GET /api/v1/search?preview=true`. `folderOf` maps each skill to its name in the labels, which is
 * its source folder or its slug. Waits where the service limits the rate.
 */
export async function askPublic(
  url: string,
  queries: readonly LabelledQuery[],
  folderOf: ReadonlyMap<string, string>,
): Promise<ProductAnswers> {
  const answers: ProductAnswers = { asked: [], milliseconds: [], degraded: 0 };
  for (const query of queries) {
    const parameters = new URLSearchParams({ q: query.query, limit: String(SKILLS_MAX), preview: "true" });
    if (query.technology) parameters.set("technology", query.technology);
    if (query.version) parameters.set("version", query.version);
    const { value, milliseconds } = await get(`${url}/api/v1/search?${parameters}`);
    const { data } = Public.parse(value);
    answers.milliseconds.push(milliseconds);
    if (data.degraded) answers.degraded += 1;
    answers.asked.push({
      query,
      ranked: data.results.map((result) => folderOf.get(result.skill_id) ?? result.skill_id),
      score: data.results[0]?.score ?? 0,
      answered: data.status === "answered",
    });
  }
  return answers;
}

/**
 * Of the relevant skills among the first five of `GET /api/v1/skills?q=`, which lists weak ones too, those that are weak
 * and so missing from every search.
 */
export async function countWeak(
  url: string,
  queries: readonly LabelledQuery[],
  folderOf: ReadonlyMap<string, string>,
): Promise<{ relevant: number; weak: number }> {
  const count = { relevant: 0, weak: 0 };
  for (const { query, relevant } of queries) {
    const parameters = new URLSearchParams({ q: query, limit: String(SKILLS_MAX) });
    const { data } = Directory.parse(await json(await fetch(`${url}/api/v1/skills?${parameters}`)));
    for (const { skill_id, match } of data) {
      if (!relevant[folderOf.get(skill_id) ?? ""]) continue;
      count.relevant += 1;
      if (match?.strength === "weak") count.weak += 1;
    }
  }
  return count;
}

/**
 * The characters of each answer of `GET /api/v1/search?preview=true&include=content`: what an agent reads that searches
 * and takes the first strong result's text along.
 */
export async function contentCharacters(url: string, queries: readonly LabelledQuery[]): Promise<number[]> {
  const characters: number[] = [];
  for (const { query } of queries) {
    const parameters = new URLSearchParams({ q: query, include: "content", preview: "true" });
    const response = await fetch(`${url}/api/v1/search?${parameters}`);
    const text = await response.text();
    if (!response.ok) throw new Error(`${response.url} answered ${response.status}: ${text}`);
    characters.push(text.length);
  }
  return characters;
}

/** `askPublic` through `POST /api/knowledge/v2/search`, with a connection of its own. It does not claim answers. */
export async function askKnowledge(
  url: string,
  queries: readonly LabelledQuery[],
  folderOf: ReadonlyMap<string, string>,
): Promise<Array<Omit<Asked, "answered">>> {
  const { token } = Connection.parse(await json(await post(`${url}/api/v1/connections`, { name: "evaluation" }))).data;
  const asked: Array<Omit<Asked, "answered">> = [];
  for (const query of queries) {
    const body = { query: query.query, skill_limit: SKILLS_MAX, conversation_limit: 0 };
    const response = await post(`${url}/api/knowledge/v2/search`, body, { authorization: `Bearer ${token}` });
    const { skills } = Knowledge.parse(await json(response)).data;
    const ranked = skills.map(({ ref }) => folderOf.get(ref.skill_id) ?? "");
    asked.push({ query, ranked, score: skills[0]?.score ?? 0 });
  }
  return asked;
}

/** The slug of a skill of a running service, by slug or id; null where it has none. */
export async function findSkill(url: string, name: string): Promise<z.infer<typeof Listed> | null> {
  if (/^skl_/.test(name)) {
    const { status, value } = await get(`${url}/api/v1/skills/${encodeURIComponent(name)}`, [404, 422]);
    return status === 200 ? z.object({ data: Listed }).parse(value).data : null;
  }
  const { value } = await get(`${url}/api/v1/skills?${new URLSearchParams({ q: name, limit: String(SKILLS_MAX) })}`);
  const { data } = z.object({ data: z.array(Listed) }).parse(value);
  return data.find(({ slug }) => slug === name) ?? null;
}

/** Waits and asks again where the service says so. Throws for any other status than 200 and those in `accepted`. */
async function get(url: string, accepted: number[] = []) {
  for (let waits = 0; ; waits += 1) {
    const begun = performance.now();
    const response = await fetch(url);
    const seconds = Number(response.headers.get("retry-after"));
    if (response.status === 429 && waits < WAITS_MAX && seconds > 0 && seconds <= WAIT_SECONDS_MAX) {
      await response.body?.cancel();
      await sleep(seconds * 1_000);
      continue;
    }
    if (accepted.includes(response.status)) return { status: response.status, value: null, milliseconds: 0 };
    const value = await json(response);
    return { status: response.status, value, milliseconds: performance.now() - begun };
  }
}

function post(url: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
}

async function json(response: Response): Promise<unknown> {
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}: ${await response.text()}`);
  return response.json();
}

export type Text = { skill_id: string; folder: string; title: string; description: string; markdown: string };
/** What a plainer search found, best first. */
type PlainFound = { ranked: string[]; score: number };
export type Baseline = { name: string; ask(query: LabelledQuery): Promise<PlainFound>; close(): Promise<void> };

const DEPTH = 5;
const TASK_MS_MAX = 300_000;

/** Meilisearch as it comes: title, description and markdown, default settings. Null when there is no Meilisearch. */
export async function plainMeilisearch(texts: readonly Text[]): Promise<Baseline | null> {
  const client = indexingClient();
  if (client === null) return null;
  const name = `plain_${randomBytes(6).toString("hex")}`;
  const documents = texts.map(({ folder, title, description, markdown }, id) => {
    return { id, folder, title, description, markdown };
  });
  const index = client.index<{ id: number; folder: string }>(name);
  const task = await index.addDocuments(documents, { primaryKey: "id" });
  await client.tasks.waitForTask(task.taskUid, { timeout: TASK_MS_MAX });
  return {
    name: "Meilisearch, as it comes",
    async ask({ query }) {
      const { hits } = await index.search(query, { limit: DEPTH, showRankingScore: true });
      return { ranked: hits.map((hit) => hit.folder), score: hits[0]?._rankingScore ?? 0 };
    },
    async close() {
      await client.deleteIndex(name);
    },
  };
}
