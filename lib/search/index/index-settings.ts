import type { Settings } from "meilisearch";
import type { IndexEmbedder } from "@/lib/search/index/index-meanings";

/**
 * The engine's settings for our documents. The ranker corrects typing errors and completes unfinished words from the
 * library's own words before it queries; exact terms keep the engine's answer cheap. Order within an answer hardly
 * matters, because the ranker scores all candidates itself.
 */
export const INDEX_SETTINGS: Settings = {
  searchableAttributes: ["text"],
  displayedAttributes: ["id", "skill_id", "is_selected"],
  filterableAttributes: ["id", "is_selected", "technologies", "skill_id"],
  sortableAttributes: [],
  rankingRules: ["words"],
  proximityPrecision: "byAttribute",
  prefixSearch: "disabled",
  typoTolerance: { enabled: false },
  pagination: { maxTotalHits: 1_000 },
  stopWords: [],
};

/** The same for an index with vectors. We supply the vectors: the engine calls no embedder. */
export function settingsWith(embedder: IndexEmbedder | null): Settings {
  if (embedder === null) return INDEX_SETTINGS;
  const { name, dimensions } = embedder;
  return { ...INDEX_SETTINGS, embedders: { [name]: { source: "userProvided", dimensions } } };
}
