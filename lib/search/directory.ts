import { read } from "@/db/client";
import { DIRECTORY_ROWS_MAX, type DirectoryPlace, type DirectorySort, directoryRows } from "@/db/queries/directory";
import { type ListedRow, listedRows } from "@/db/queries/search-rows";
import { traitsOfOrigins } from "@/db/queries/version-origins";
import type { SearchWarning, Verdict } from "@/lib/contract/search-answer";
import { type Asked, askedOf } from "@/lib/search/asked/read-asked";
import {
  type Facets,
  facetsOfHits,
  facetsOfLibrary,
  facetsOfVersion,
  hasReports,
  isFrom,
  type Origins,
  selectedIdOf,
} from "@/lib/search/facets";
import { type CallerEntry, judgeApplicability } from "@/lib/search/rank/applicability";
import { fittingVersions } from "@/lib/search/rank/choose-version";
import type { Strength } from "@/lib/search/rank/match-quality";
import { NOTHING_NAMED } from "@/lib/search/rank/rank-candidates";
import { searchLibrary } from "@/lib/search/search-library";

export type DirectoryPosition = { kind: "offset"; offset: number } | { kind: "place"; place: DirectoryPlace };
export type DirectoryHit = {
  row: ListedRow;
  /** Null without a technology. */
  verdict: FittingVerdict | null;
  match: {
    score: number;
    strength: Strength;
    why: string[];
    excerpt: string | null;
    matched_words: string[];
    verdict: FittingVerdict | null;
  } | null;
};
export type DirectoryPage = {
  hits: DirectoryHit[];
  next: DirectoryPosition | null;
  degraded: boolean;
  /** Null when they were not requested. */
  facets: Facets | null;
  /** Of all results by relevance, those that only share words with the query. */
  weak: number;
  /** With a technology and a version, and facets: how many skills name the technology, and how many of them fit. */
  named: { all: number; fitting: number } | null;
  /** About the technology and version asked for. */
  warnings: SearchWarning[];
};

type FittingVerdict = Exclude<Verdict, "incompatible">;

type Input = {
  q?: string | undefined;
  technology?: string | undefined;
  version?: string | undefined;
  reviewed?: boolean | undefined;
  /** Whether any outcome has been reported. */
  reported?: boolean | undefined;
  /** Of the selected version: a kind of origin, or the id of a source. */
  source?: string | undefined;
  facets?: boolean;
  sort: "relevance" | DirectorySort;
  limit: number;
  position: DirectoryPosition | null;
};

/** Maximum depth of results by relevance: less relevant ones need better words, not more pages. */
export const RELEVANT_MAX = 200;
/** Pages read to fill one page when a version excludes many skills. */
const READS_MAX = 5;
/** Of so many skills that name a technology, those that fit a version are counted. */
const FITTED_MAX = DIRECTORY_ROWS_MAX - 1;

/**
 * The directory, one version of each skill: by relevance to `q` (its last word may be unfinished), else in one of the
 * sort orders. `technology` keeps skills that name it; `version` keeps skills with a version that is not incompatible
 * with it: the selected one, or an earlier one that fits. `next` is the start of the next page, null on the last.
 */
export async function searchDirectory(input: Input): Promise<DirectoryPage> {
  const { technology, version, q: query } = input;
  // A question may still be typed here: what it names filters nothing, unless a version needs its technology.
  const asked = await askedOf({ technology, version, query, infer: false });
  return query !== undefined && query.trim() !== ""
    ? matching(input, query, asked)
    : sorted(input, input.sort === "relevance" ? "updated" : input.sort, asked);
}

async function matching(input: Input, query: string, asked: Asked): Promise<DirectoryPage> {
  const { entries: applicability, constraintIgnored } = asked;
  const offset = input.position?.kind === "offset" ? input.position.offset : 0;
  const end = offset + input.limit;
  const technology = filterOf(input, asked);
  // One more than the page shows whether another page exists. Filters, counts and other sort orders need all results.
  const needsAll =
    technology ||
    input.facets ||
    (input.reviewed ?? input.reported ?? input.source) !== undefined ||
    input.sort !== "relevance";
  const limit = needsAll ? RELEVANT_MAX : Math.min(end + 1, RELEVANT_MAX);
  const found = await searchLibrary({ query, applicability, constraintIgnored, limit, browse: { excerpts: end } });
  const origins = await originsFor(
    input,
    found.hits.map(({ row }) => row),
  );
  const kept = found.hits
    .filter(({ row }) => !technology || row.technologies.includes(technology))
    .filter(({ row }) => isChosen(row, input) && isFrom(row, input.source ?? null, origins));
  if (input.sort !== "relevance")
    kept.sort(
      (a, b) => Number(a.strength === "weak") - Number(b.strength === "weak") || compare(a.row, b.row, input.sort),
    );
  return {
    hits: kept.slice(offset, end).map(({ row, score, strength, why, excerpt, matched_words, verdict: judged }) => {
      const verdict = technology ? judged : null;
      return { row, verdict, match: { score, strength, why, excerpt, matched_words, verdict } };
    }),
    next: end < kept.length ? { kind: "offset", offset: end } : null,
    degraded: found.degraded,
    weak: kept.filter(({ strength }) => strength === "weak").length,
    named: null,
    facets: input.facets
      ? facetsOfHits(
          found.hits.map(({ row }) => row),
          facetFilter(input, technology),
          origins,
        )
      : null,
    warnings: asked.warnings,
  };
}

/** The normalised name of the technology that the list is for. */
function filterOf(input: Input, { names }: Asked): string | null {
  return input.technology ? (names[0] ?? null) : null;
}

function facetFilter({ reviewed, reported, source }: Input, technology: string | null) {
  return { technology, reviewed: reviewed ?? null, reported: reported ?? null, source: source ?? null };
}

/** What a filter and the counts of sources read of found versions; nothing where neither is wanted. */
async function originsFor({ source, facets }: Input, rows: readonly ListedRow[]): Promise<Origins> {
  if ((source === undefined && !facets) || rows.length === 0) return new Map();
  return read((sql) => traitsOfOrigins(sql, rows.map(selectedIdOf)));
}

/** Whether a version has the review and the reports that were chosen. */
function isChosen(row: ListedRow, { reviewed, reported }: Input): boolean {
  return (
    (reviewed === undefined || (row.review_note !== null) === reviewed) &&
    (reported === undefined || hasReports(row) === reported)
  );
}

function compare(a: ListedRow, b: ListedRow, sort: Input["sort"]): number {
  if (sort === "title") return a.title.toLowerCase() < b.title.toLowerCase() ? -1 : 1;
  if (sort === "outcomes") return (b.outcomes_score ?? -1) - (a.outcomes_score ?? -1);
  return b.updated_at.getTime() - a.updated_at.getTime();
}

async function sorted(input: Input, sort: DirectorySort, asked: Asked): Promise<DirectoryPage> {
  const choices = facetFilter(input, filterOf(input, asked));
  const counted = input.facets ? countedFor(input, choices, asked) : null;
  // Awaited at the end; until then a failure must not count as unhandled.
  counted?.catch(() => {});
  // A version may replace the selected one of a skill: review and reports are then those of the version that is shown.
  const mayReplace = input.version !== undefined && choices.technology !== null;
  const filter = { ...(mayReplace ? ofTechnology(choices) : choices), limit: input.limit + 1 };
  let after = input.position?.kind === "place" ? input.position.place : null;
  const hits: Array<{ hit: DirectoryHit; place: DirectoryPlace }> = [];
  let last = false;
  for (let reads = 0; reads < READS_MAX && hits.length <= input.limit && !last; reads += 1) {
    const from = after;
    const rows = await read((sql) => directoryRows(sql, sort, { ...filter, after: from }));
    last = rows.length < filter.limit;
    const fitting = await fittingRows(rows, asked.entries);
    for (const { place: value, skill_id } of rows) {
      after = { value, skill_id };
      const found = fitting.get(skill_id);
      if (found && isChosen(found.row, input))
        hits.push({
          hit: { row: found.row, verdict: input.technology ? found.verdict : null, match: null },
          place: after,
        });
    }
  }
  const page = hits.slice(0, input.limit);
  const end = hits.length > input.limit ? (page.at(-1)?.place ?? null) : last ? null : after;
  const { facets = null, named = null } = (await counted) ?? {};
  return {
    hits: page.map(({ hit }) => hit),
    next: end && { kind: "place", place: end },
    degraded: false,
    facets,
    weak: 0,
    named,
    warnings: asked.warnings,
  };
}

type Choices = ReturnType<typeof facetFilter>;

function ofTechnology({ technology, source }: Choices): Choices {
  return { technology, reviewed: null, reported: null, source };
}

/**
 * The counts of the library; with a version those of the fitting versions, unless too many skills name the technology.
 */
async function countedFor(
  input: Input,
  choices: Choices,
  asked: Asked,
): Promise<Pick<DirectoryPage, "facets" | "named">> {
  const library = facetsOfLibrary(choices);
  if (input.version === undefined || choices.technology === null) return { facets: await library, named: null };
  const filter = { ...ofTechnology(choices), source: null, limit: FITTED_MAX + 1, after: null };
  const [facets, rows] = await Promise.all([library, read((sql) => directoryRows(sql, "updated", filter))]);
  if (rows.length > FITTED_MAX) return { facets, named: null };
  const fitting = [...(await fittingRows(rows, asked.entries)).values()].map(({ row }) => row);
  return {
    facets: facetsOfVersion(
      facets,
      fitting,
      { ...choices, technology: choices.technology },
      await originsFor(input, fitting),
    ),
    named: { all: rows.length, fitting: fitting.length },
  };
}

/** Per skill the row itself if it fits the caller, else another version that does. Skills without one are omitted. */
async function fittingRows(
  rows: readonly ListedRow[],
  caller: readonly CallerEntry[],
): Promise<Map<string, { row: ListedRow; verdict: FittingVerdict }>> {
  const fitting = new Map<string, { row: ListedRow; verdict: FittingVerdict }>();
  const others: string[] = [];
  for (const row of rows) {
    const { verdict } = judgeApplicability(caller, row.applicability);
    if (verdict === "incompatible") others.push(row.version_id);
    else fitting.set(row.skill_id, { row, verdict });
  }
  if (others.length > 0) {
    const offered = await read((sql) => listedRows(sql, { version_ids: others, ...NOTHING_NAMED }));
    for (const { row, judgement } of fittingVersions(offered, caller, ""))
      if (judgement.verdict !== "incompatible") fitting.set(row.skill_id, { row, verdict: judgement.verdict });
  }
  return fitting;
}
