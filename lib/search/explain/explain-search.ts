import { read } from "@/db/client";
import { type ListedRow, selectedRows } from "@/db/queries/search-rows";
import { RESULTS_MAX } from "@/lib/contract/public/search";
import type { Asked } from "@/lib/search/asked/read-asked";
import { askedOf } from "@/lib/search/asked/read-with-library";
import { RELEVANT_MAX } from "@/lib/search/directory";
import { type ExplainedHit, explainHits } from "@/lib/search/explain/explain-hit";
import { NOTHING_NAMED } from "@/lib/search/rank/named-exactly";
import type { Incompatible } from "@/lib/search/rank/rank-candidates";
import { type LibraryAnswer, searchWithReasons } from "@/lib/search/search-library";

export type ExplainInput = {
  query: string;
  technology?: string | undefined;
  version?: string | undefined;
  /** The result that the explanation is about, by skill id or slug; default: the first one. */
  skill?: string | undefined;
  /** As the directory searches: weak matches are listed, and the last word may be the start of a longer one. */
  inDirectory?: boolean | undefined;
};

export type ExplainedWord = {
  term: string;
  word: string;
  /** 0 to 1: its rarity in the library, less for words that say little about a topic. */
  importance: number;
  /** Versions that contain it. */
  documents: number;
  ordinary: boolean;
  names: boolean;
  telling: boolean;
  known: boolean;
  /** What else counts as this word, and how much of it; the most important first. */
  variants: ReadonlyArray<{ terms: readonly string[]; weight: number }>;
};

type Outsider = Pick<ListedRow, "skill_id" | "slug" | "title">;
/** The skill that an explanation was asked for: a result, or why it is none. */
export type Chosen =
  | { kind: "hit"; hit: ExplainedHit }
  | { kind: "incompatible"; skill: Outsider; judged: Incompatible }
  | { kind: "no_candidate"; skill: Outsider }
  | { kind: "not_offered" };

export type Explanation = {
  input: ExplainInput;
  asked: Pick<Asked, "technologies" | "warnings" | "constraintIgnored">;
  answer: Pick<LibraryAnswer, "match_quality" | "answered" | "nothing_fits" | "degraded" | "excluded_incompatible">;
  words: ExplainedWord[];
  /** The results in their order; the first ones and the chosen one with all numbers. */
  hits: ExplainedHit[];
  /** The best of the skills that are too weak to be results, where there are no results. */
  nearest: ExplainedHit | null;
  chosen: Chosen | null;
  /** Versions in the library, candidates that were scored, and the tenth best text score among those that fit. */
  documents: number;
  candidates: number;
  tenth: number;
};

/**
 * Searches as the public search does, or as the directory does, and returns the answer with all numbers that it was
 * made from. Stores nothing and opens no thread. Throws `unavailable` when the database is away.
 */
export async function explainSearch(input: ExplainInput): Promise<Explanation> {
  const { query, technology, version, inDirectory = false } = input;
  const asked = await askedOf({ technology, version, query, ...(inDirectory ? { infer: false } : {}) });
  const { entries: applicability, technologies, constraintIgnored, warnings } = asked;
  const reasoned = await searchWithReasons({
    query,
    applicability,
    constraintIgnored,
    ...(inDirectory ? { limit: RELEVANT_MAX, browse: { excerpts: 0 } } : { limit: RESULTS_MAX, named: technologies }),
  });
  const { answer, matches, ranking } = reasoned;
  const isChosen = ({ row }: { row: Outsider }) => row.skill_id === input.skill || row.slug === input.skill;
  const { listed, others } = await explainHits(reasoned, input.skill === undefined ? null : isChosen);
  const { statistics, words } = matches;
  const hit = [...listed, ...others].find(isChosen);
  return {
    input,
    asked: { technologies, warnings, constraintIgnored },
    answer,
    words: words.words.map((word) => ({
      ...word,
      documents: statistics.documentsWith(word.term),
      variants: word.variants
        .filter(({ terms }) => terms.join(" ") !== word.term)
        .toSorted((a, b) => b.importance - a.importance),
    })),
    hits: listed,
    nearest: listed.length === 0 ? (others.find(({ place }) => place === 1) ?? null) : null,
    chosen:
      input.skill === undefined ? null : hit ? { kind: "hit", hit } : await noHit(input.skill, ranking.incompatible),
    documents: matches.documents,
    candidates: matches.best.length,
    tenth: ranking.surroundings.tenth,
  };
}

/** Why a skill is not a result. */
async function noHit(skill: string, incompatible: ReadonlyMap<string, Incompatible>): Promise<Chosen> {
  const rows = await read((sql) =>
    selectedRows(sql, { ...NOTHING_NAMED, version_ids: [], skill_id: skill, slug: skill }),
  );
  const row = rows[0];
  if (!row) return { kind: "not_offered" };
  const judged = incompatible.get(row.skill_id);
  return judged ? { kind: "incompatible", skill: row, judged } : { kind: "no_candidate", skill: row };
}
