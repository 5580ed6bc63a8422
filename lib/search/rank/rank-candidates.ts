import { read } from "@/db/client";
import { type ListedRow, listedRows, selectedRows, type Wanted } from "@/db/queries/search-rows";
import type { ApplicabilityEntry } from "@/lib/contract/primitives";
import type { JudgedEntry } from "@/lib/search/rank/applicability";
import { boostSemanticMatches } from "@/lib/search/rank/boost-semantic-matches";
import { fittingVersions } from "@/lib/search/rank/fitting-version";
import { type Best, confidenceOf, LISTED_CONFIDENCE, type Surroundings } from "@/lib/search/rank/match-quality";
import { NOTHING_NAMED, namedBy, namesExactly } from "@/lib/search/rank/named-exactly";
import { EQUAL_SCORE_SHARE, orderHits, type Rankable } from "@/lib/search/rank/order-hits";
import type { TextScore } from "@/lib/search/rank/rank";
import type { TextMatches } from "@/lib/search/rank/text-matches";

export type Asked = { query: string; applicability: readonly ApplicabilityEntry[]; limit: number };
export type Ranked = Rankable & { row: ListedRow; entries: JudgedEntry[]; text: TextScore };
export type Ranking = {
  /** At least `limit` skills if that many match, one version each, best first. */
  ranked: Ranked[];
  /** Skills that match but have no version that fits the caller. */
  incompatible: Map<string, boolean>;
  surroundings: Surroundings;
};

type Named = Omit<Wanted, "version_ids">;

/** Skills read from the database per requested skill: some are dropped as withdrawn or incompatible. */
const READ_SKILLS = { least: 12, per_hit: 4, growth: 3 } as const;
/** A version published a moment ago, found by its name only. */
const NOT_ANALYSED: TextScore = {
  tier: "some_words",
  score: 0,
  coverage: 0,
  lead: 0,
  missing: 0,
  isForeign: false,
  why: [],
};

/**
 * Reads the offered versions of the best candidates' skills and of exactly named ones, picks the version of each that
 * fits the caller, and orders them. Reads on while incompatible skills leave fewer than `limit`, and while a candidate
 * with about the same text score may still overtake the last one by its other data. A larger `limit` therefore gives
 * the same first results.
 */
export async function rankCandidates(asked: Asked, matches: TextMatches): Promise<Ranking> {
  const ranked: Ranked[] = [];
  const incompatible: Array<Best & { skill_id: string }> = [];
  const seen = new Set<string>();
  let size = Math.max(READ_SKILLS.least, asked.limit * READ_SKILLS.per_hit);
  const { best } = matches;
  const lacking = () => ranked.length < asked.limit && incompatible.length > 0;
  const mayFollow = (next: TextScore | undefined) => {
    const last = orderHits(ranked)[asked.limit - 1];
    return last !== undefined && next?.tier === last.tier && next.score >= last.score * EQUAL_SCORE_SHARE;
  };
  for (let from = 0; from === 0 || (from < best.length && (lacking() || mayFollow(best[from]?.text))); ) {
    const next = best.slice(from, from + size).map((one) => one.version_id);
    const named = from === 0 ? namedBy(asked.query, best.length === 0) : NOTHING_NAMED;
    const rows = await rowsOf(asked, from === 0 ? [...new Set([...next, ...matches.near.keys()])] : next, named);
    from += size;
    size *= READ_SKILLS.growth;
    const fitting = fittingVersions(rows, asked.applicability, asked.query);
    const texts = await matches.textsOf(fitting.map(({ row }) => row.version_id));
    for (const { row, judgement } of fitting) {
      if (seen.has(row.skill_id)) continue;
      seen.add(row.skill_id);
      const text = texts.get(row.version_id) ?? NOT_ANALYSED;
      const tier = namesExactly(asked.query, row) ? "exact" : text.tier;
      if (judgement.verdict === "incompatible") incompatible.push({ ...text, tier, skill_id: row.skill_id });
      else ranked.push({ row, tier, score: text.score, verdict: judgement.verdict, entries: judgement.entries, text });
    }
  }
  const surroundings = { documents: matches.documents, tenth: tenthOf(ranked) };
  const matching = (one: Best) =>
    confidenceOf(matches.words, one, { documents: matches.documents, tenth: 0 }) >= LISTED_CONFIDENCE;
  return {
    ranked: boostSemanticMatches(ranked, matches.near, matches.words, surroundings),
    incompatible: new Map(incompatible.map((one) => [one.skill_id, matching(one)])),
    surroundings,
  };
}

/** The tenth best score; 0 when there are fewer. */
function tenthOf(ranked: readonly Ranked[]): number {
  return ranked.map((one) => one.score).sort((a, b) => b - a)[9] ?? 0;
}

async function rowsOf({ applicability }: Asked, version_ids: string[], named: Named): Promise<ListedRow[]> {
  const wanted = { version_ids, ...named };
  return read((sql) => (applicability.length === 0 ? selectedRows(sql, wanted) : listedRows(sql, wanted)));
}
