import type { Settings } from "meilisearch";
import type { IndexEmbedder } from "@/lib/search/index-meanings";

/**
 * How the engine holds our documents. Typing errors and unfinished words are put right by the ranker before it asks, from the
 * library's own words; asking for exact terms makes the engine's answer cheap. Order within an answer hardly matters:
 * the ranker scores all candidates itself.
 */
export const INDEX_SETTINGS: Settings = {
  searchableAttributes: ["title", "description", "body"],
  displayedAttributes: ["id", "skill_id", "is_selected"],
  filterableAttributes: ["id", "is_selected", "technologies", "skill_id"],
  sortableAttributes: [],
  rankingRules: ["words", "attribute"],
  proximityPrecision: "byAttribute",
  prefixSearch: "disabled",
  typoTolerance: { enabled: false },
  pagination: { maxTotalHits: 1_000 },
  stopWords: [],
};

/** The same for an index that holds what an embedder made. We bring the vectors: the engine asks nobody. */
export function settingsWith(embedder: IndexEmbedder | null): Settings {
  if (embedder === null) return INDEX_SETTINGS;
  const { name, dimensions } = embedder;
  return { ...INDEX_SETTINGS, embedders: { [name]: { source: "userProvided", dimensions } } };
}
