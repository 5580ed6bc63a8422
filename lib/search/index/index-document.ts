import { numbersOf } from "@/lib/search/engine/vector-bytes";
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
  title: string;
  description: string;
  body: string;
  /** The vector by the name of the index's embedder; null until the version has one. */
  _vectors?: Record<string, number[] | null>;
};

export type IndexedVersion = {
  version_id: string;
  skill_id: string;
  slug: string;
  title: string;
  description: string;
  technologies: string[];
  is_selected: boolean;
  terms: string[];
  /** The vector from the index's embedder. */
  vector: Buffer | null;
};

/**
 * A version's document for an index with this embedder, or with none. Compact: each term of the body once, which
 * suffices for finding candidates.
 */
export function documentOf(version: IndexedVersion, embedder: string | null): IndexDocument {
  const title = termsOf(`${version.title} ${version.slug.replaceAll("-", " ")} ${version.technologies.join(" ")}`);
  return {
    id: version.version_id,
    skill_id: version.skill_id,
    is_selected: version.is_selected,
    technologies: version.technologies,
    title: [...new Set(title)].join(" "),
    description: [...new Set(termsOf(version.description))].join(" "),
    body: version.terms.join(" "),
    ...(embedder && { _vectors: { [embedder]: version.vector && numbersOf(version.vector) } }),
  };
}
