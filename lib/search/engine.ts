import http from "node:http";
import https from "node:https";
import { Meilisearch } from "meilisearch";
import { z } from "zod";
import { env } from "@/lib/env";
import { once } from "@/lib/process";
import { type Breaker, makeBreaker } from "@/lib/search/breaker";

/** A search that has not answered after this is given up, and Postgres answers instead. */
const ENGINE_DEADLINE_MS = 300;
const SOCKETS_MAX = 16;
const INDEXING_TIMEOUT_MS = 30_000;

export type EngineQuery = {
  q: string;
  limit: number;
  filter?: string[];
  distinct?: string;
  attributesToSearchOn?: string[];
};

const Found = z.object({ results: z.array(z.object({ hits: z.array(z.unknown()) })) });

type Engine = { url: URL; key: string; index: string; agent: http.Agent; breaker: Breaker };

const engine = () =>
  once<Engine | null>("search-engine", () => {
    const { MEILI_URL, MEILI_KEY, MEILI_SEARCH_KEY, MEILI_INDEX } = env();
    if (!MEILI_URL) return null;
    const url = new URL(MEILI_URL);
    const options = { keepAlive: true, maxSockets: SOCKETS_MAX };
    const agent = url.protocol === "https:" ? new https.Agent(options) : new http.Agent(options);
    return { url, key: MEILI_SEARCH_KEY ?? MEILI_KEY ?? "", index: MEILI_INDEX, agent, breaker: makeBreaker() };
  });

/**
 * Asks several queries in one request; the ids of the hits of each, best first, or null when the engine is not
 * configured, has failed lately, or does not answer within the deadline. Never throws. While the breaker is open the
 * caller gets null at once, and one request a second is sent beside it to see whether the engine is back.
 */
export async function askEngine(queries: readonly EngineQuery[]): Promise<string[][] | null> {
  const here = engine();
  if (here === null || !here.breaker.admits(Date.now())) return null;
  const answer = send(here, queries);
  return here.breaker.isOpen() ? null : answer;
}

/** What readiness says of the search engine: asks it, within the deadline. */
export async function engineState(): Promise<"up" | "down" | "not_configured"> {
  const here = engine();
  if (here === null) return "not_configured";
  return (await send(here, [{ q: "", limit: 1 }])) === null ? "down" : "up";
}

async function send(here: Engine, queries: readonly EngineQuery[]): Promise<string[][] | null> {
  const common = { indexUid: here.index, matchingStrategy: "last", attributesToRetrieve: ["id"] };
  const body = JSON.stringify({ queries: queries.map((query) => ({ ...common, ...query })) });
  try {
    const answer = Found.parse(JSON.parse(await post(here, "/multi-search", body)));
    const ids = answer.results.map((result) => result.hits.map(idOf));
    here.breaker.succeeded();
    return ids;
  } catch {
    here.breaker.failed(Date.now());
    return null;
  }
}

/** Checked by hand: hundreds a search are too many for a schema. */
function idOf(hit: unknown): string {
  if (typeof hit === "object" && hit !== null && "id" in hit && typeof hit.id === "string") return hit.id;
  throw new Error("the search engine sent a hit without an id");
}

/** The client for writing the index, with the key that may; null when no engine is configured. Its calls time out after 30 s. */
export function indexingClient(): Meilisearch | null {
  return once("search-indexing-client", () => {
    const { MEILI_URL, MEILI_KEY } = env();
    if (!MEILI_URL) return null;
    return new Meilisearch({ host: MEILI_URL, apiKey: MEILI_KEY ?? "", timeout: INDEXING_TIMEOUT_MS });
  });
}

/**
 * One POST. Through node:http and not fetch, because fetch sends head and body of a request apart and the engine's
 * delayed acknowledgement then costs 40 ms on every answer of more than one packet.
 */
function post(here: Engine, path: string, body: string): Promise<string> {
  const client = here.url.protocol === "https:" ? https : http;
  return new Promise((resolve, reject) => {
    const request = client.request(
      new URL(path.replace(/^\//, ""), `${here.url.href.replace(/\/?$/, "/")}`),
      {
        method: "POST",
        agent: here.agent,
        headers: {
          "content-type": "application/json",
          "content-length": Buffer.byteLength(body),
          ...(here.key && { authorization: `Bearer ${here.key}` }),
        },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", reject);
        response.on("end", () => {
          clearTimeout(timer);
          if (response.statusCode === 200) resolve(Buffer.concat(chunks).toString("utf8"));
          else reject(new Error(`the search engine answered ${response.statusCode}`));
        });
      },
    );
    const timer = setTimeout(
      () => request.destroy(new Error("the search engine did not answer in time")),
      ENGINE_DEADLINE_MS,
    );
    request.on("error", (error) => {
      clearTimeout(timer);
      reject(error);
    });
    request.end(body);
  });
}
