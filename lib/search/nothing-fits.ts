import { read } from "@/db/client";
import { isTechnologyListed } from "@/db/queries/listed-technologies";
import { COVERED_MAX, type NothingFits } from "@/lib/contract/search-answer";
import { isKnownName, suggestNames } from "@/lib/search/query/known-technologies";
import { type CallerEntry, normaliseTechnology } from "@/lib/search/rank/applicability";
import type { Incompatible, Ranking } from "@/lib/search/rank/rank-candidates";

export type { NothingFits };

type Found = Pick<Ranking, "ranked" | "incompatible">;
type Reason = NothingFits["reason"];

const NEXT_STEPS: Readonly<Record<Reason, string>> = {
  unknown_technology: "Search again with the technology's usual name, or without technology and version.",
  no_skill_for_technology: "Search again without technology and version, or ask in public.",
  version_not_covered: "Search again with a version that is covered and check what differs, or ask in public.",
  no_match: "Search again with the whole question and other terms for it, or ask in public.",
};

/**
 * Why a search without a strong hit has no answer for this caller: the first reason that is true, and of several of the
 * caller's entries the first that it is true for. Reads the database only where the hits do not tell.
 */
export async function whyNothingFits(caller: readonly CallerEntry[], found: Found): Promise<NothingFits> {
  const unlisted: CallerEntry[] = [];
  for (const entry of caller) if (!(await isListed(normaliseTechnology(entry.technology), found))) unlisted.push(entry);
  const unknown = unlisted.find((entry) => !isKnownName(normaliseTechnology(entry.technology)));
  if (unknown) return because("unknown_technology", unknown, { suggestions: await suggestNames(unknown.technology) });
  if (unlisted[0]) return because("no_skill_for_technology", unlisted[0]);
  for (const entry of caller) {
    const covered = coveredInstead(entry, found);
    if (covered.length > 0) return because("version_not_covered", entry, { covered });
  }
  return because("no_match", caller[0]);
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

async function isListed(technology: string, { ranked, incompatible }: Found): Promise<boolean> {
  const isNamed = (entries: readonly { technology: string }[]) =>
    entries.some((entry) => normaliseTechnology(entry.technology) === technology);
  if (ranked.some(({ row }) => row.technologies.includes(technology))) return true;
  if ([...incompatible.values()].some(({ covered }) => isNamed(covered))) return true;
  return read((sql) => isTechnologyListed(sql, technology));
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
  entry: CallerEntry | undefined,
  more: Partial<Pick<NothingFits, "covered" | "suggestions">> = {},
): NothingFits {
  return {
    reason,
    technology: entry?.technology ?? null,
    version: entry && !entry.no_version ? entry.constraint : null,
    covered: more.covered ?? [],
    suggestions: more.suggestions ?? [],
    next_step: NEXT_STEPS[reason],
  };
}

function inWords(list: readonly string[], word: "and" | "or"): string {
  return list.length < 2 ? list.join("") : `${list.slice(0, -1).join(", ")} ${word} ${list.at(-1)}`;
}
