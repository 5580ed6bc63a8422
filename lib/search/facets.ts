import { read } from "@/db/client";
import { type FacetFilter, type FacetRow, facetCounts, isSourceId } from "@/db/queries/directory";
import type { ListedRow } from "@/db/queries/search-rows";
import type { OriginKind, TraitsOfOrigin } from "@/db/queries/version-origins";
import { withoutRecording } from "@/db/query-recorder";
import { cache } from "@/lib/platform/caches";
import { singleton } from "@/lib/platform/singleton";

/** The counts for each choice of the directory. Each facet is counted under the choices of the others. */
export type Facets = {
  /** The number of skills under all choices together. */
  total: number;
  /** The most frequent ones, and the chosen one. */
  technologies: Array<{ technology: string; count: number }>;
  reviewed: { yes: number; no: number };
  reported: { yes: number; no: number };
  /** By kind of origin. */
  sources: Record<OriginKind, number>;
};

/** What a filter by source reads, by the ids of selected versions. */
export type Origins = ReadonlyMap<string, TraitsOfOrigin>;

const TECHNOLOGIES_MAX = 24;
/** Counts are refreshed after this. They cost a scan of the library, and slightly stale ones do no harm. */
const FRESH_MS = 10_000;
/** Until then a reader gets the old counts while new ones are computed; after it the reader waits. */
const KEPT_MS = 300_000;
const KEPT_BYTES_MAX = 2_000_000;

type Kept = Readonly<{ at: number; facets: Facets | Promise<Facets> }>;

/** Of the whole library. */
export async function facetsOfLibrary(filter: FacetFilter): Promise<Facets> {
  const kept = cache<Kept>("facets", KEPT_BYTES_MAX);
  const key = JSON.stringify([filter.technology, filter.reviewed, filter.reported, filter.source]);
  const known = kept.get(key);
  const age = known ? Date.now() - known.at : Number.POSITIVE_INFINITY;
  if (known && age < FRESH_MS) return known.facets;
  if (known && age < KEPT_MS) {
    const renewing = singleton("facets-renewing", () => new Set<string>());
    if (!renewing.has(key)) {
      renewing.add(key);
      // A failure keeps the old counts; the next reader asks again.
      count(filter)
        .then(
          (facets) => kept.set(key, keptNow(facets)),
          () => {},
        )
        .finally(() => renewing.delete(key));
    }
    return known.facets;
  }
  const facets = count(filter);
  kept.set(key, keptNow(facets));
  // Then the value in place of its promise, which in older versions of Node holds on to the request that made it.
  facets.then(
    (made) => kept.set(key, keptNow(made)),
    () => kept.delete(key),
  );
  return facets;
}

function count(filter: FacetFilter): Promise<Facets> {
  return withoutRecording(() => read((sql) => facetCounts(sql, filter, TECHNOLOGIES_MAX))).then(presentRows);
}

function keptNow(facets: Facets | Promise<Facets>): Kept {
  return { at: Date.now(), facets };
}

/** Of the skills that a search found. */
export function facetsOfHits(rows: readonly ListedRow[], filter: FacetFilter, origins: Origins): Facets {
  const judged = rows.map((row) => {
    const isReviewed = row.review_note !== null;
    const isReported = hasReports(row);
    return {
      technologies: row.technologies,
      isReviewed,
      isReported,
      hasTechnology: filter.technology === null || row.technologies.includes(filter.technology),
      fitsReview: filter.reviewed === null || isReviewed === filter.reviewed,
      fitsReports: filter.reported === null || isReported === filter.reported,
      kind: origins.get(selectedIdOf(row))?.kind,
      fitsSource: isFrom(row, filter.source, origins),
    };
  });
  const byTechnology = new Map<string, number>();
  for (const row of judged.filter(({ fitsReview, fitsReports, fitsSource }) => fitsReview && fitsReports && fitsSource))
    for (const technology of row.technologies) byTechnology.set(technology, (byTechnology.get(technology) ?? 0) + 1);
  const underOthers = judged.filter(({ hasTechnology }) => hasTechnology);
  const underReports = underOthers.filter(({ fitsReports, fitsSource }) => fitsReports && fitsSource);
  const underReview = underOthers.filter(({ fitsReview, fitsSource }) => fitsReview && fitsSource);
  const ofKind = (kind: OriginKind) =>
    underOthers.filter((row) => row.fitsReview && row.fitsReports && row.kind === kind).length;
  const countOf = (list: typeof judged, is: (row: (typeof judged)[number]) => boolean) => ({
    yes: list.filter(is).length,
    no: list.filter((row) => !is(row)).length,
  });
  return {
    total: underReview.filter(({ fitsReports }) => fitsReports).length,
    technologies: [...byTechnology]
      .map(([technology, count]) => ({ technology, count }))
      .sort(byCount)
      .filter(({ technology }, place) => place < TECHNOLOGIES_MAX || technology === filter.technology),
    reviewed: countOf(underReports, ({ isReviewed }) => isReviewed),
    reported: countOf(underReview, ({ isReported }) => isReported),
    sources: byKind(ofKind),
  };
}

function byKind(countOf: (kind: OriginKind) => number): Facets["sources"] {
  return { npm: countOf("npm"), git: countOf("git"), folder: countOf("folder"), submission: countOf("submission") };
}

/** Whether the selected version of a skill comes from the chosen kind of origin, or the skill from the chosen source. */
export function isFrom(row: ListedRow, source: string | null, origins: Origins): boolean {
  if (source === null) return true;
  const traits = origins.get(selectedIdOf(row));
  return (isSourceId(source) ? traits?.source_id : traits?.kind) === source;
}

/** The version whose origin counts for its skill. */
export function selectedIdOf({ selected_version_id, version_id }: ListedRow): string {
  return selected_version_id ?? version_id;
}

/**
 * The counts for a version of a technology: of the versions that fit it. Another technology is counted as in the
 * library, because choosing it drops the version.
 */
export function facetsOfVersion(
  library: Facets,
  fitting: readonly ListedRow[],
  filter: FacetFilter & { technology: string },
  origins: Origins,
): Facets {
  const counts = facetsOfHits(fitting, filter, origins);
  const others = library.technologies.filter(({ technology }) => technology !== filter.technology);
  return {
    ...counts,
    technologies: [...others, { technology: filter.technology, count: counts.total }].sort(byCount),
  };
}

/** Whether any outcome of this version has been reported. */
export function hasReports(row: ListedRow): boolean {
  return row.outcomes_resolved + row.outcomes_partial + row.outcomes_failed > 0;
}

function presentRows(rows: FacetRow[]): Facets {
  const count = (facet: FacetRow["facet"], value: string) =>
    rows.find((row) => row.facet === facet && row.value === value)?.count ?? 0;
  const both = (facet: FacetRow["facet"]) => ({ yes: count(facet, "true"), no: count(facet, "false") });
  return {
    total: count("all", ""),
    technologies: rows
      .filter(({ facet }) => facet === "technology")
      .map((row) => ({ technology: row.value, count: row.count }))
      .sort(byCount),
    reviewed: both("reviewed"),
    reported: both("reported"),
    sources: byKind((kind) => count("source", kind)),
  };
}

type Technology = Facets["technologies"][number];

function byCount(a: Technology, b: Technology): number {
  return b.count - a.count || (a.technology < b.technology ? -1 : 1);
}
