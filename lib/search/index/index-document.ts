import type { VersionToIndex } from "@/db/queries/index-versions";
import { numbersOf } from "@/lib/search/engine/vector-bytes";
import { type AnalysedVersion, FIELDS, hashOf, placeOf } from "@/lib/search/query/analyse-version";
import { unpack } from "@/lib/search/query/pack";
import { termsOf } from "@/lib/search/query/terms";

/**
 * A version's document in the search engine: our own terms, so that stems and compounds are found, and the filter
 * fields.
 */
export type IndexDocument = {
  id: string;
  skill_id: string;
  is_selected: boolean;
  technologies: string[];
  /** Every term of title, slug, technologies and description, and the body's most frequent ones, each once. */
  text: string;
  /** The vector by the name of the index's embedder; null until the version has one. */
  _vectors?: Record<string, number[] | null>;
};

/**
 * The body's terms that a document keeps: the most frequent ones. All of them would cost the engine more for every
 * search, and add candidates that are not about the question. Weighting them by rarity finds no better candidates, and
 * a document would then depend on every other one.
 */
export const BODY_TERMS_MAX = 160;
const DESCRIPTION = FIELDS.indexOf("description");
const HEADINGS = FIELDS.indexOf("headings");
const BODY = FIELDS.indexOf("body");

/**
 * A version's document for an index with this embedder, or with none. What counts as its description, the analysis
 * says: also its author's questions, and one that led here.
 */
export function documentOf(version: VersionToIndex, embedder: string | null): IndexDocument {
  const { title, slug, technologies, terms } = version;
  const analysis = unpack(version.analysis);
  const named = termsOf(`${title} ${slug.replaceAll("-", " ")} ${technologies.join(" ")}`);
  const text = [...named, ...describing(terms, analysis), ...frequentTerms(terms, analysis)];
  return {
    id: version.version_id,
    skill_id: version.skill_id,
    is_selected: version.is_selected,
    technologies,
    text: [...new Set(text)].join(" "),
    ...(embedder && { _vectors: { [embedder]: version.vector && numbersOf(version.vector) } }),
  };
}

/** The terms of the description. */
function describing(terms: readonly string[], analysis: AnalysedVersion): string[] {
  return terms.filter((term) => countIn(analysis, term, DESCRIPTION) > 0);
}

/** The terms of headings and body, most frequent first, then by alphabet. A heading counts twice. */
function frequentTerms(terms: readonly string[], analysis: AnalysedVersion): string[] {
  return terms
    .map((term) => ({ term, count: 2 * countIn(analysis, term, HEADINGS) + countIn(analysis, term, BODY) }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count || (a.term < b.term ? -1 : 1))
    .slice(0, BODY_TERMS_MAX)
    .map(({ term }) => term);
}

function countIn(analysis: AnalysedVersion, term: string, field: number): number {
  const place = placeOf(analysis, hashOf(term));
  return place < 0 ? 0 : (analysis.counts[FIELDS.length * place + field] ?? 0);
}
