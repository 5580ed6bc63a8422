import { read } from "@/db/client";
import { type ListedRow, listedRows, selectedRows, type Wanted } from "@/db/queries/search-rows";
import type { ApplicabilityEntry } from "@/lib/contract/primitives";
import type { CallerEntry, JudgedEntry } from "@/lib/search/rank/applicability";
import { fittingVersions } from "@/lib/search/rank/choose-version";
import {
  anyMatch,
  byStrength,
  isForOtherTechnology,
  ownConfidence,
  type Strength,
  type Surroundings,
  strengthOf,
  technologiesCounted,
  weakWithoutMatch,
} from "@/lib/search/rank/match-quality";
import { boostSemanticMatches, EQUAL_SCORE_SHARE, orderHits, type Rankable } from "@/lib/search/rank/order-hits";
import { byTextFirst, type TextScore } from "@/lib/search/rank/rank";
import type { TextMatches } from "@/lib/search/rank/text-matches";

type Asked = {
  query: string;
  applicability: readonly CallerEntry[];
  /** The normalised names of the technologies in it. */
  technologies: readonly string[];
  limit: number;
};
export type Ranked = Rankable & {
  row: ListedRow;
  entries: JudgedEntry[];
  text: TextScore;
  /** 0 to 1: the probability that this hit answers the query. */
  confidence: number;
  /** Why it is not an answer for this caller, whatever its text: null where nothing says so. */
  noAnswer: NoAnswer | null;
};
/** `other_technology`: it is for other technologies; `outdone`: one that does not fit the caller is clearly better. */
export type NoAnswer = "other_technology" | "outdone";
/** A skill that matches but has no version that fits the caller. */
export type Incompatible = {
  strength: Strength;
  /** How its best version was judged. */
  entries: readonly JudgedEntry[];
  /** What its offered versions cover, newest first. */
  covered: readonly ApplicabilityEntry[];
};
export type Ranking = {
  /** At least `limit` skills if that many match, one version each, best first. */
  ranked: Ranked[];
  /** By skill, the best match first. */
  incompatible: Map<string, Incompatible>;
  /** What every confidence was measured against. */
  surroundings: Surroundings;
};

type Named = Omit<Wanted, "version_ids">;
type Hit = Omit<Ranked, "confidence" | "strength" | "noAnswer"> & { isMeasured: boolean };
type Unfit = Omit<Incompatible, "strength"> &
  Pick<Rankable, "tier" | "score"> & { skill_id: string; confidence: number };

/** The best candidates, whose tenth best score every confidence is measured against: the same for every limit. */
const MEASURED = 20;
/** Skills read from the database per requested skill: some are dropped as withdrawn or incompatible. */
const READ_PER_HIT = 4;
const READ_GROWTH = 3;
/** A version published a moment ago, found by its name only. */
const NOT_ANALYSED: TextScore = {
  tier: "some_words",
  score: 0,
  coverage: 0,
  lead: 0,
  missing: 0,
  isForeign: false,
  isTitled: false,
  isTopicTitled: false,
  topicLead: 0,
  why: [],
};

/**
 * Reads the offered versions of the best candidates' skills and of exactly named ones, picks the version of each that
 * fits the caller, and orders them. Reads on while incompatible skills leave fewer than `limit`, and while a candidate
 * that is as strong may still overtake the last one. A larger `limit` therefore gives the same first results.
 */
export async function rankCandidates(asked: Asked, matches: TextMatches): Promise<Ranking> {
  const { best, documents } = matches;
  const counted = technologiesCounted(asked.technologies);
  const measured = new Set(best.slice(0, MEASURED).map((one) => one.version_id));
  const isNamed = exactlyNamedBy(asked.query);
  const unfit: Unfit[] = [];
  const seen = new Set<string>();
  const readHits = async (version_ids: string[], named: Named): Promise<Hit[]> => {
    const hits: Hit[] = [];
    const rows = await rowsOf(asked, version_ids, named);
    const measuredSkills = new Set(rows.filter((row) => measured.has(row.version_id)).map((row) => row.skill_id));
    const fitting = fittingVersions(rows, asked.applicability, asked.query);
    const texts = await matches.textsOf(fitting.map(({ row }) => row.version_id));
    for (const { row, judgement } of fitting) {
      const { skill_id } = row;
      if (seen.has(skill_id)) continue;
      seen.add(skill_id);
      const text = texts.get(row.version_id) ?? NOT_ANALYSED;
      const tier = isNamed(row) ? "exact" : text.tier;
      const { verdict, entries } = judgement;
      if (verdict === "incompatible") {
        const confidence = ownConfidence(matches.words, { ...text, tier }, { documents, tenth: 0 }, false);
        const covered = rows.filter((one) => one.skill_id === skill_id).flatMap((one) => one.applicability);
        unfit.push({ skill_id, tier, score: text.score, confidence, entries, covered });
      } else {
        const isMeasured = measuredSkills.has(skill_id);
        hits.push({ row, tier, score: text.score, verdict, entries, text, isMeasured });
      }
    }
    return hits;
  };
  let size = Math.max(MEASURED, asked.limit * READ_PER_HIT);
  const firstIds = best.slice(0, size).map((one) => one.version_id);
  const first = await readHits(
    [...new Set([...firstIds, ...matches.near.keys()])],
    namedBy(asked.query, best.length === 0),
  );
  const surroundings = { documents, tenth: tenthOf(first.filter(({ isMeasured }) => isMeasured)) };
  const [outdoing] = unfit.filter((one) => strengthOf(one.confidence) === "strong").sort(byTextFirst);
  const judged = (hit: Hit): Ranked => {
    const isOther = isForOtherTechnology(counted, hit.row.technologies);
    const noAnswer = isOther ? "other_technology" : isOutdone(hit, outdoing) ? "outdone" : null;
    const confidence = ownConfidence(matches.words, { ...hit.text, tier: hit.tier }, surroundings, noAnswer !== null);
    return { ...hit, confidence, strength: strengthOf(confidence), noAnswer };
  };
  const ranked = first.map(judged);
  const rest = best
    .slice(size)
    .map(({ version_id, text }) => {
      const confidence = ownConfidence(matches.words, text, surroundings, false);
      return { version_id, tier: text.tier, score: text.score, strength: strengthOf(confidence) };
    })
    .sort((a, b) => byStrength(a, b) || byTextFirst(a, b));
  const mayPrecede = (next: (typeof rest)[number], last: Ranked | undefined) =>
    last === undefined ||
    (byStrength(next, last) || byTextFirst(next, { ...last, score: last.score * EQUAL_SCORE_SHARE })) <= 0;
  for (let from = 0, next = rest[0]; next && mayPrecede(next, orderHits(ranked)[asked.limit - 1]); next = rest[from]) {
    size *= READ_GROWTH;
    const version_ids = rest.slice(from, from + size).map((one) => one.version_id);
    ranked.push(...(await readHits(version_ids, NOTHING_NAMED)).map(judged));
    from += size;
  }
  // The same measure as for hits: beside a match, a little likeness makes a skill one about the question.
  const isMatched = anyMatch([...ranked, ...unfit]);
  return {
    surroundings,
    ranked: orderHits(weakWithoutMatch(boostSemanticMatches(ranked, matches.near))),
    incompatible: new Map(
      unfit
        .sort((a, b) => b.confidence - a.confidence)
        .map(({ skill_id, confidence, entries, covered }) => [
          skill_id,
          { entries, covered, strength: isMatched ? strengthOf(confidence) : "weak" },
        ]),
    ),
  };
}

/**
 * Whether a hit that was not found to fit the caller is clearly less relevant than a skill that would answer and does
 * not fit: the question is about what that skill covers in other versions.
 */
function isOutdone(hit: Hit, outdoing: Unfit | undefined): boolean {
  if (outdoing === undefined || hit.verdict === "compatible") return false;
  return byTextFirst(outdoing, { tier: hit.tier, score: hit.score / EQUAL_SCORE_SHARE }) <= 0;
}

/** The tenth best score; 0 when there are fewer. */
function tenthOf(hits: readonly Hit[]): number {
  return hits.map((one) => one.score).sort((a, b) => b - a)[9] ?? 0;
}

async function rowsOf({ applicability }: Asked, version_ids: string[], named: Named): Promise<ListedRow[]> {
  const wanted = { version_ids, ...named };
  return read((sql) => (applicability.length === 0 ? selectedRows(sql, wanted) : listedRows(sql, wanted)));
}

const SKILL_ID = /^skl_[A-Za-z0-9_-]{22}$/;
const VERSION_ID = /^skv_[A-Za-z0-9_-]{22}$/;
const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const SLUG_CHARACTERS_MAX = 64;

/** For rows that are read by id only. */
export const NOTHING_NAMED: Omit<Wanted, "version_ids"> = { skill_id: null, version_id: null, slug: null, title: null };

/**
 * Exact names in a query: a pasted id, or a possible slug ("Postgres upsert" as `postgres-upsert` too). A title is
 * normally found by its words; the exact lookup is for titles without any.
 */
export function namedBy(query: string, isWordless: boolean): Omit<Wanted, "version_ids"> {
  const text = query.trim();
  const slug = text.toLowerCase().replace(/[\s_]+/g, "-");
  return {
    skill_id: SKILL_ID.test(text) ? text : null,
    version_id: VERSION_ID.test(text) ? text : null,
    slug: SLUG.test(slug) && slug.length <= SLUG_CHARACTERS_MAX ? slug : null,
    title: isWordless ? folded(query) : null,
  };
}

/** Whether a query is the id, slug or title of a version, ignoring case and spaces. */
export function exactlyNamedBy(
  query: string,
): (row: Pick<ListedRow, "skill_id" | "version_id" | "slug" | "title">) => boolean {
  const named = namedBy(query, true);
  return ({ skill_id, version_id, slug, title }) =>
    named.skill_id === skill_id ||
    named.version_id === version_id ||
    named.slug === slug ||
    named.title === folded(title);
}

function folded(text: string): string {
  return text.normalize("NFKC").toLowerCase().replace(/\s+/g, " ").trim();
}
