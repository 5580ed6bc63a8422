import { z } from "zod";
import { read } from "@/db/client";
import { type StatedRow, type TechnologyRow, technologiesPage, technologiesState } from "@/db/queries/technologies";
import { timedCache } from "@/db/shared-reads";
import type { InputOf } from "@/lib/contract/endpoint";
import type { ApplicabilityEntry } from "@/lib/contract/primitives";
import {
  type Coverage,
  type listTechnologies as contract,
  RANGES_MAX,
  type Technology,
} from "@/lib/contract/public/technologies";
import { normaliseTechnology } from "@/lib/contract/technology-aliases";
import type { Context } from "@/lib/domain/context";
import { freshnessOf } from "@/lib/domain/present/origin";
import { openCursor, pageOf } from "@/lib/platform/cursor";
import { technologyUrl } from "@/lib/platform/urls";
import { guessEntry, judgeApplicability } from "@/lib/search/rank/applicability";
import { intervalsOf, inWords, merged } from "@/lib/search/rank/version-ranges";

type Listed = { data: Technology[]; next_cursor: string | null; library: Coverage };

const LIMIT = 20;
const BINDING = { endpoint: "list_technologies", subject: "all" };
const Position = z.strictObject({ skills: z.int(), technology: z.string() });
const KEPT = { ms: 300_000, bytesMax: 8_000_000 };

const kept = timedCache<{ rows: Technology[]; library: Coverage }>("technologies", KEPT);

/** What the library covers, by technology. Made again when a version was listed, reviewed or withdrawn. */
export async function listTechnologies(
  _ctx: Context,
  { limit = LIMIT, cursor }: InputOf<typeof contract>,
): Promise<Listed> {
  const after = cursor === undefined ? null : openCursor(BINDING, cursor, Position);
  const state = await read(technologiesState);
  const made = await kept(JSON.stringify([state, limit, after]), async () => {
    const { page: rows, ...library } = await read((sql) => technologiesPage(sql, { limit: limit + 1, after }));
    return { rows: rows.map(presentRow), library };
  });
  const placeOf = ({ skills, technology }: Technology) => ({ skills, technology });
  const { page, next_cursor } = pageOf(BINDING, made.rows, limit, placeOf);
  return { data: page, next_cursor, library: made.library };
}

function presentRow({ technology, skills, versions, newest, released_at, stated }: TechnologyRow): Technology {
  const entriesOf = ({ applicability }: StatedRow) =>
    applicability.filter((entry) => normaliseTechnology(entry.technology) === technology);
  const checked = stated.filter((row) => newest !== null && isCheckedWith(newest, row, technology, entriesOf(row)));
  return {
    technology,
    skills,
    versions,
    ranges: rangesOf(stated.flatMap(entriesOf)),
    newest: newest === null ? null : { version: newest, released_at, skills_checked: sum(checked) },
    skills_url: technologyUrl(technology),
  };
}

function sum(rows: readonly StatedRow[]): number {
  return rows.reduce((total, { versions }) => total + versions, 0);
}

/** Versions as few ranges, lowest first, then the words that are none. */
function rangesOf(entries: readonly ApplicabilityEntry[]): string[] {
  const distinct = new Map(entries.map((entry) => [`${entry.version_scheme} ${entry.constraint}`, entry]));
  const found = [...distinct.values()].map((entry) => ({ entry, intervals: intervalsOf(entry) }));
  const ranges = merged(found.flatMap(({ intervals }) => intervals ?? [])).map(inWords);
  const words = found.flatMap(({ entry, intervals }) => (intervals ? [] : [entry.constraint.trim()]));
  return [...ranges.slice(-RANGES_MAX), ...new Set(words)].slice(0, RANGES_MAX);
}

/**
 * Whether a review or a source looked at a selected version with the newest release. An author's word is not a check.
 */
function isCheckedWith(
  newest: string,
  { is_selected, from_source, version_checked }: StatedRow,
  technology: string,
  applicability: readonly ApplicabilityEntry[],
): boolean {
  if (!is_selected || !(from_source || version_checked !== null)) return false;
  const covers = judgeApplicability([guessEntry(technology, newest)], applicability).verdict === "compatible";
  if (!covers) return false;
  const review =
    version_checked === null ? { state: "none" as const } : { state: "reviewed" as const, version_checked };
  return freshnessOf({ review, applicability }, [{ technology, newest, released_at: null }]) === null;
}
