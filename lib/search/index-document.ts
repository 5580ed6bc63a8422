import { termsOf } from "@/lib/search/terms";
import { numbersOf } from "@/lib/search/vector-bytes";

/** One version as the search engine holds it: our own terms, so that stems and compounds are found, and what filters need. */
export type IndexDocument = {
  id: string;
  skill_id: string;
  is_selected: boolean;
  technologies: string[];
  title: string;
  description: string;
  body: string;
  /** By the name of the index's embedder; null where it has made nothing of the version yet. */
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
  /** What the index's embedder made of it. */
  vector: Buffer | null;
};

/**
 * The document of a version for an index that is made for this embedder, or for none. Lean: each term of the body once,
 * which is all that finding candidates needs.
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
