import type { LRUCache } from "lru-cache";
import { read } from "@/db/client";
import { dimensionsOf } from "@/db/queries/meanings";
import { env } from "@/lib/env";
import { log } from "@/lib/log";
import { makeLru } from "@/lib/lru";
import { once } from "@/lib/process";
import { findSecrets } from "@/lib/safety/find-secrets";
import { type Breaker, makeBreaker } from "@/lib/search/breaker";
import { type Embedder, embed, embedder, OtherDimensions } from "@/lib/search/embedder";
import { askNearest } from "@/lib/search/engine";

/** The same as for the search engine: a slow embedder must delay a search no longer than a slow engine. */
export const MEANING_DEADLINE_MS = 300;
const NEAREST = 40;
/** The maximum number of these that count as near. */
export const NEAR_MAX = 5;
/** How many standard deviations above the mean of the nearest a near match must be. */
export const NEAR_DEVIATIONS = 1.5;
const VECTORS_MAX = 500;

export type Nearest = {
  /** Versions that stand out as semantically near to the query, each with its nearness, 0 to 1. */
  near: ReadonlyMap<string, number>;
  /** False when the embedder did not answer in time: a retry may soon find more. */
  complete: boolean;
};

const NOTHING: Nearest = { near: new Map(), complete: true };

type State = {
  breaker: Breaker;
  vectors: LRUCache<string, readonly number[]>;
  asked: boolean;
  /** Its last answer was unusable; one such answer is enough. */
  misfit: boolean;
  /** By the embedder's name. Once known, they never change. */
  dimensions: Map<string, number>;
};

const state = () =>
  once<State>("search-nearest", () => ({
    breaker: makeBreaker(),
    vectors: makeLru(VECTORS_MAX),
    asked: false,
    misfit: false,
    dimensions: new Map(),
  }));

/**
 * The versions semantically nearest to a query, by the configured embedder and the search engine; none without an
 * embedder. Never throws and takes at most the deadline; after three failures the embedder is called only once a second
 * until it answers. A query that contains a secret is not sent.
 */
export async function nearestByMeaning(query: string, selected: boolean): Promise<Nearest> {
  const by = embedder();
  if (by === null || query.trim() === "" || findSecrets(query).length > 0) return NOTHING;
  const until = performance.now() + MEANING_DEADLINE_MS;
  const vector = await vectorOf(by, query);
  const left = until - performance.now();
  if (vector === null || left <= 0) return { near: new Map(), complete: false };
  const nearest = await askNearest({ embedder: by.name, vector, limit: NEAREST, selected }, left);
  return nearest === null
    ? { near: new Map(), complete: false }
    : { near: standingOut(nearest, env().EMBEDDER_SIMILARITY), complete: true };
}

/** The embedder's state from past calls; makes no call itself. */
export function embedderState(): "up" | "down" | "not_asked" | "not_configured" {
  if (embedder() === null) return "not_configured";
  const { breaker, asked, misfit } = state();
  return breaker.isOpen() || misfit ? "down" : asked ? "up" : "not_asked";
}

/** Records the result of an embedder call, for the state and the next caller. */
export function embedderAnswered(error: unknown): void {
  const { breaker } = state();
  const before = breaker.isOpen();
  state().asked = true;
  state().misfit = error instanceof OtherDimensions;
  if (error === null) breaker.succeeded();
  else breaker.failed(Date.now());
  if (breaker.isOpen() && !before)
    log().warn({ err: String(error) }, "the embedder fails: searches use words only until it recovers");
  if (!breaker.isOpen() && before) log().info("the embedder answers again");
}

/**
 * Candidates above the minimum similarity that stand out among the nearest. Embedders differ in how similar unrelated
 * texts are, so the distance to the others decides; the operator sets the minimum.
 */
function standingOut(
  nearest: ReadonlyArray<{ version_id: string; similarity: number }>,
  least: number,
): ReadonlyMap<string, number> {
  const mean = nearest.reduce((sum, { similarity }) => sum + similarity, 0) / (nearest.length || 1);
  const variance = nearest.reduce((sum, { similarity }) => sum + (similarity - mean) ** 2, 0) / (nearest.length || 1);
  const deviation = Math.sqrt(variance);
  if (deviation < 1e-6) return new Map();
  const near = nearest.filter(
    ({ similarity }) => similarity >= least && similarity >= mean + NEAR_DEVIATIONS * deviation,
  );
  return new Map(
    near
      .slice(0, NEAR_MAX)
      .map(({ version_id, similarity }) => [
        version_id,
        Math.min(1, (similarity - mean) / (2 * NEAR_DEVIATIONS * deviation)),
      ]),
  );
}

async function vectorOf(by: Embedder, query: string): Promise<readonly number[] | null> {
  const { breaker, vectors } = state();
  const key = `${by.name} ${query.replace(/\s+/g, " ").trim()}`;
  const kept = vectors.get(key);
  if (kept) return kept;
  if (!breaker.admits(Date.now())) return null;
  const asked = embed(by, [query], MEANING_DEADLINE_MS, await knownDimensions(by)).then(
    ([vector = []]) => {
      embedderAnswered(null);
      vectors.set(key, vector);
      return vector;
    },
    (error: unknown) => {
      embedderAnswered(error);
      return null;
    },
  );
  // While the embedder is down nobody waits for the recovery probe.
  return breaker.isOpen() ? null : asked;
}

/** Null while the library has no vectors from it, or its dimensions are unknown. */
async function knownDimensions({ name }: Embedder): Promise<number | null> {
  const { dimensions } = state();
  const known = dimensions.get(name) ?? (await read((sql) => dimensionsOf(sql, name)).catch(() => null));
  if (known !== null) dimensions.set(name, known);
  return known;
}
