import type { LRUCache } from "lru-cache";
import { read } from "@/db/client";
import { dimensionsOf } from "@/db/queries/index-versions";
import { cache } from "@/lib/platform/caches";
import { env } from "@/lib/platform/env";
import { singleton } from "@/lib/platform/singleton";
import { admitsEmbedder, type Embedder, embed, embedder, isEmbedderPaused } from "@/lib/search/engine/embedder";
import { askNearest } from "@/lib/search/engine/engine";
import { findSecrets } from "@/lib/text/safety/find-secrets";

/** The same as for the search engine: a slow embedder must delay a search no longer than a slow engine. */
export const MEANING_DEADLINE_MS = 300;
const NEAREST = 40;
/** The maximum number of these that count as near. */
export const NEAR_MAX = 5;
/** How many standard deviations above the mean of the nearest a near match must be. */
export const NEAR_DEVIATIONS = 1.5;
const VECTORS_BYTES_MAX = 8_000_000;

export type Nearest = {
  /** Versions that stand out as semantically near to the query, each with its nearness, 0 to 1. */
  near: ReadonlyMap<string, number>;
  /** False when the embedder did not answer in time: a retry may soon find more. */
  complete: boolean;
};

const NOTHING: Nearest = { near: new Map(), complete: true };

type State = {
  vectors: LRUCache<string, readonly number[]>;
  /** By the embedder's name. Once known, they never change. */
  dimensions: Map<string, number>;
};

const state = () =>
  singleton<State>("search-nearest", () => ({
    vectors: cache("query-vectors", VECTORS_BYTES_MAX),
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

/**
 * Candidates above the minimum similarity that stand out among the nearest. Embedders differ in how similar unrelated
 * texts are, so the distance to the others decides; the operator sets the minimum.
 */
export function standingOut(
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
  const { vectors } = state();
  const key = `${by.name} ${query.replace(/\s+/g, " ").trim()}`;
  const kept = vectors.get(key);
  if (kept) return kept;
  if (!admitsEmbedder()) return null;
  const asked = embed(by, [query], MEANING_DEADLINE_MS, await knownDimensions(by)).then(
    ([vector = []]) => {
      vectors.set(key, vector);
      return vector;
    },
    () => null,
  );
  // While the embedder is down nobody waits for the recovery probe.
  return isEmbedderPaused() ? null : asked;
}

/** Null while the library has no vectors from it, or its dimensions are unknown. */
async function knownDimensions({ name }: Embedder): Promise<number | null> {
  const { dimensions } = state();
  const known = dimensions.get(name) ?? (await read((sql) => dimensionsOf(sql, name)).catch(() => null));
  if (known !== null) dimensions.set(name, known);
  return known;
}
