import type { Agent } from "node:http";
import { Meilisearch } from "meilisearch";
import { z } from "zod";
import { env } from "@/lib/platform/env";
import { singleton } from "@/lib/platform/singleton";
import { takenSearchKey } from "@/lib/search/engine/engine-setup";
import { type Breaker, keepAliveAgent, makeBreaker, postJson } from "@/lib/search/engine/remote-calls";

const SOCKETS_MAX = 16;
const INDEXING_TIMEOUT_MS = 30_000;

export type EngineQuery = {
  q: string;
  limit: number;
  filter?: string[];
  distinct?: string;
};

const Near = z.object({ hits: z.array(z.object({ id: z.string(), _rankingScore: z.number() })) });
const Found = z.object({ results: z.array(z.object({ hits: z.array(z.unknown()) })) });

type Engine = {
  url: URL;
  key: string;
  index: string;
  agent: Agent;
  breaker: Breaker;
  /** A search that takes longer is abandoned, and Postgres answers instead. */
  deadlineMs: number;
};

const engine = () =>
  singleton<Engine | null>("search-engine", () => {
    const { MEILI_URL, MEILI_KEY, MEILI_INDEX, MEILI_TIMEOUT_MS } = env();
    if (!MEILI_URL) return null;
    const url = new URL(MEILI_URL);
    const agent = keepAliveAgent(url, SOCKETS_MAX);
    return {
      url,
      key: takenSearchKey() ?? MEILI_KEY ?? "",
      index: MEILI_INDEX,
      agent,
      breaker: makeBreaker(),
      deadlineMs: MEILI_TIMEOUT_MS,
    };
  });

/**
 * Runs several queries in one request; the ids of the hits of each, best first, or null when the engine is not
 * configured, has failed recently, or misses the deadline. Never throws. While the breaker is open the caller gets null
 * at once, and one probe a second runs beside it to detect recovery.
 */
export async function askEngine(queries: readonly EngineQuery[]): Promise<string[][] | null> {
  const here = engine();
  if (here === null || !here.breaker.admits(Date.now())) return null;
  const answer = send(here, queries);
  return here.breaker.isOpen() ? null : answer;
}

/** The search engine's state for readiness: queries it, within the deadline. */
export async function engineState(): Promise<"up" | "down" | "not_configured"> {
  const here = engine();
  if (here === null) return "not_configured";
  return (await send(here, [{ q: "", limit: 1 }])) === null ? "down" : "up";
}

async function send(here: Engine, queries: readonly EngineQuery[]): Promise<string[][] | null> {
  const common = { indexUid: here.index, matchingStrategy: "last", attributesToRetrieve: ["id"] };
  const body = JSON.stringify({ queries: queries.map((query) => ({ ...common, ...query })) });
  try {
    const answer = Found.parse(JSON.parse(await post(here, "multi-search", body, here.deadlineMs)));
    const ids = answer.results.map((result) => result.hits.map(idOf));
    here.breaker.succeeded();
    return ids;
  } catch {
    here.breaker.failed(Date.now());
    return null;
  }
}

/**
 * The versions nearest to a vector with their cosine similarity, best first. Null when no engine is configured, when it
 * does not answer in time, or when its index has no such embedder or other dimensions. Never throws.
 */
export async function askNearest(
  near: { embedder: string; vector: readonly number[]; limit: number; selected: boolean },
  deadlineMs: number,
): Promise<Array<{ version_id: string; similarity: number }> | null> {
  const here = engine();
  if (here === null || here.breaker.isOpen()) return null;
  const body = JSON.stringify({
    q: "",
    vector: near.vector,
    hybrid: { embedder: near.embedder, semanticRatio: 1 },
    limit: near.limit,
    attributesToRetrieve: ["id"],
    showRankingScore: true,
    ...(near.selected ? { filter: "is_selected = true" } : { distinct: "skill_id" }),
  });
  try {
    const { hits } = Near.parse(JSON.parse(await post(here, `indexes/${here.index}/search`, body, deadlineMs)));
    // The engine returns (1 + cosine) / 2.
    return hits.map((hit) => ({ version_id: hit.id, similarity: 2 * hit._rankingScore - 1 }));
  } catch {
    return null;
  }
}

function post(here: Engine, path: string, body: string, deadlineMs: number): Promise<string> {
  const url = new URL(path, `${here.url.href.replace(/\/?$/, "/")}`);
  return postJson({ url, agent: here.agent, key: here.key, body, deadlineMs });
}

/** Checked by hand, because hundreds per search are too slow for a schema. */
function idOf(hit: unknown): string {
  if (typeof hit === "object" && hit !== null && "id" in hit && typeof hit.id === "string") return hit.id;
  throw new Error("the search engine sent a hit without an id");
}

/**
 * The client for writing the index, with the writing key; null when no engine is configured. Its calls time out after
 * 30 s.
 */
export function indexingClient(): Meilisearch | null {
  return singleton("search-indexing-client", () => {
    const { MEILI_URL, MEILI_KEY } = env();
    if (!MEILI_URL) return null;
    return new Meilisearch({ host: MEILI_URL, apiKey: MEILI_KEY ?? "", timeout: INDEXING_TIMEOUT_MS });
  });
}
