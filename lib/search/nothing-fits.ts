import { COVERED_MAX, type NothingFits, type ThreadTechnology } from "@/lib/contract/search-answer";
import { normaliseTechnology } from "@/lib/contract/technology-aliases";
import { knownTechnologies, newerTechnologies } from "@/lib/search/asked/known-technologies";
import type { CallerEntry } from "@/lib/search/rank/applicability";
import type { Incompatible, Ranking } from "@/lib/search/rank/rank-candidates";

export type { NothingFits };

/** The caller's entries, and its technologies as it named them: one for each entry, or one for all. */
type Caller = { entries: readonly CallerEntry[]; named: readonly ThreadTechnology[] };
type Found = Pick<Ranking, "ranked" | "incompatible">;
type Reason = NothingFits["reason"];

const NEXT_STEPS: Readonly<Record<Reason, string>> = {
  unknown_technology: "Search again with the technology's usual name, or without technology and version.",
  no_skill_for_technology: "Search again without technology and version, or ask in public.",
  version_not_covered: "Search again with a version that is covered and check what differs, or ask in public.",
  no_match: "Search again with the whole question and other terms for it, or ask in public.",
};

/** The reason where nothing was named and nothing matches. */
const NO_MATCH: NothingFits = {
  reason: "no_match",
  technology: null,
  version: null,
  covered: [],
  suggestions: [],
  next_step: NEXT_STEPS.no_match,
};

/**
 * Why a search without a strong hit has no answer for this caller: the first reason that is true, and of several of the
 * caller's entries the first that it is true for. Reads the database only where neither the hits nor memory tell.
 */
export async function whyNothingFits(caller: Caller, found: Found): Promise<NothingFits> {
  const { entries } = caller;
  if (entries.length === 0) return NO_MATCH;
  let known = await knownTechnologies();
  const nameOf = (entry: CallerEntry) => normaliseTechnology(entry.technology);
  const isListed = (entry: CallerEntry) => known.listed.has(nameOf(entry)) || isAmong(nameOf(entry), found);
  if (!entries.every(isListed)) known = (await newerTechnologies()) ?? known;
  const unknown = entries.findIndex((entry) => !isListed(entry) && known.nameOf(entry.technology) === null);
  if (unknown >= 0)
    return because("unknown_technology", caller, unknown, {
      suggestions: known.similarTo(entries[unknown]?.technology ?? ""),
    });
  const unlisted = entries.findIndex((entry) => !isListed(entry));
  if (unlisted >= 0) return because("no_skill_for_technology", caller, unlisted);
  for (const [place, entry] of entries.entries()) {
    const covered = coveredInstead(entry, found);
    if (covered.length > 0) return because("version_not_covered", caller, place, { covered });
  }
  return because("no_match", caller, 0);
}

/** The reason as one sentence for people. `some` says whether the answer has any result. */
export function nothingFitsInWords(why: NothingFits, some: boolean): string {
  const { reason, technology, version, covered, suggestions } = why;
  if (reason === "unknown_technology")
    return suggestions.length > 0
      ? `No technology is known as ${technology}; did you mean ${inWords(suggestions, "or")}?`
      : `No technology is known as ${technology}.`;
  if (reason === "no_skill_for_technology") return `The library has no skill for ${technology}.`;
  if (reason === "version_not_covered") {
    const instead = inWords(
      covered.map((one) => `${one.technology} ${one.constraint}`),
      "and",
    );
    return `No skill covers ${technology} ${version} for this question; the library covers ${instead}.`;
  }
  return some
    ? "The library has something near, but nothing that surely answers this."
    : "The library has no answer yet.";
}

/** Whether one of the hits is for a technology. A version published a moment ago may be. */
function isAmong(technology: string, { ranked, incompatible }: Found): boolean {
  return (
    ranked.some(({ row }) => row.technologies.includes(technology)) ||
    [...incompatible.values()].some(({ covered }) =>
      covered.some((entry) => normaliseTechnology(entry.technology) === technology),
    )
  );
}

/**
 * What skills cover that match the question, but not in this entry's version: those that would answer, else, if nothing
 * that fits the version is about the question, those that are about it. At most five.
 */
function coveredInstead(entry: CallerEntry, { ranked, incompatible }: Found): NothingFits["covered"] {
  const technology = normaliseTechnology(entry.technology);
  const isOfIt = (one: { technology: string }) => normaliseTechnology(one.technology) === technology;
  const failing = [...incompatible.values()].filter(
    ({ strength, entries }) =>
      strength !== "weak" && entries.some((one) => one.verdict === "incompatible" && isOfIt(one)),
  );
  const isCovered = ranked.some(({ strength, row }) => strength !== "weak" && row.technologies.includes(technology));
  const telling = isCovered ? failing.filter(({ strength }) => strength === "strong") : failing;
  return distinct(telling.flatMap((one) => one.covered.filter(isOfIt))).slice(0, COVERED_MAX);
}

function distinct(entries: Incompatible["covered"]): NothingFits["covered"] {
  const byText = new Map(
    entries.map(({ technology, constraint }) => [
      `${normaliseTechnology(technology)} ${constraint.trim()}`,
      { technology, constraint },
    ]),
  );
  return [...byText.values()];
}

function because(
  reason: Reason,
  { entries, named }: Caller,
  place: number,
  more: Partial<Pick<NothingFits, "covered" | "suggestions">> = {},
): NothingFits {
  const asNamed = named.length === entries.length ? named[place] : named[0];
  return {
    reason,
    technology: asNamed?.technology ?? null,
    version: asNamed?.version ?? null,
    covered: more.covered ?? [],
    suggestions: more.suggestions ?? [],
    next_step: NEXT_STEPS[reason],
  };
}

function inWords(list: readonly string[], word: "and" | "or"): string {
  return list.length < 2 ? list.join("") : `${list.slice(0, -1).join(", ")} ${word} ${list.at(-1)}`;
}
