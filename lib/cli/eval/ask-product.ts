import { z } from "zod";
import type { Asked } from "@/lib/cli/eval/figures";
import type { LabelledQuery } from "@/lib/cli/eval/labelled-queries";

const Found = z.object({ skill_id: z.string(), score: z.number() });
const Public = z.object({
  data: z.object({ status: z.enum(["answered", "open"]), degraded: z.boolean(), results: z.array(Found) }),
});
const Knowledge = z.object({
  data: z.object({ skills: z.array(z.object({ ref: z.object({ skill_id: z.string() }), score: z.number() })) }),
});
const Connection = z.object({ data: z.object({ token: z.string() }) });

const SKILLS_MAX = 5;

export type ProductAnswers = {
  asked: Asked[];
  /** Time from request to parsed answer of each search, in milliseconds. */
  milliseconds: number[];
  /** Searches that the database answered without the search engine. */
  degraded: number;
};

/** Sends every query to `GET /api/v1/search?preview=true`. `folderOf` maps each skill to its source folder. */
export async function askPublic(
  url: string,
  queries: readonly LabelledQuery[],
  folderOf: ReadonlyMap<string, string>,
): Promise<ProductAnswers> {
  const answers: ProductAnswers = { asked: [], milliseconds: [], degraded: 0 };
  for (const query of queries) {
    const begun = performance.now();
    const parameters = new URLSearchParams({ q: query.query, limit: String(SKILLS_MAX), preview: "true" });
    const { data } = Public.parse(await json(await fetch(`${url}/api/v1/search?${parameters}`)));
    answers.milliseconds.push(performance.now() - begun);
    if (data.degraded) answers.degraded += 1;
    answers.asked.push({
      query,
      ranked: data.results.map((result) => folderOf.get(result.skill_id) ?? ""),
      score: data.results[0]?.score ?? 0,
      answered: data.status === "answered",
    });
  }
  return answers;
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
