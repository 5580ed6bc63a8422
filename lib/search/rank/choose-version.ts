import type { ListedRow } from "@/db/queries/search-rows";
import type { ApplicabilityEntry } from "@/lib/contract/primitives";
import { normaliseTechnology } from "@/lib/contract/technology-aliases";
import { type CallerEntry, type Judgement, judgeApplicability } from "@/lib/search/rank/applicability";
import { type Interval, intervalsOf, isBelow, isEverything, isWithin, merged } from "@/lib/search/rank/version-ranges";

export type FittingVersion = { row: ListedRow; judgement: Judgement };

/**
 * For each skill the version that fits the caller: the one that the query names by its id; else the selected one if it
 * is compatible, else the newest compatible one; else the selected or the newest one that covers a technology which the
 * caller named without a version; else the selected or the newest one that is not incompatible. When every version is
 * incompatible, the newest one with that verdict. `rows` must be newest first within a skill.
 */
export function fittingVersions(
  rows: readonly ListedRow[],
  applicability: readonly CallerEntry[],
  query: string,
): FittingVersion[] {
  const bySkill = new Map<string, FittingVersion[]>();
  for (const row of rows) {
    const judged = { row, judgement: judgeApplicability(applicability, row.applicability) };
    bySkill.set(row.skill_id, [...(bySkill.get(row.skill_id) ?? []), judged]);
  }
  const named = query.trim();
  return [...bySkill.values()].flatMap(
    (versions) => versions.find(({ row }) => row.version_id === named) ?? chooseVersion(versions) ?? [],
  );
}

/** The version of one skill that search offers. `versions` must be newest first. */
export function chooseVersion<Judged extends { row: { is_selected: boolean }; judgement: Judgement }>(
  versions: readonly Judged[],
): Judged | undefined {
  const selectedFirst = [
    ...versions.filter(({ row }) => row.is_selected),
    ...versions.filter(({ row }) => !row.is_selected),
  ];
  return (
    selectedFirst.find(({ judgement }) => judgement.verdict === "compatible") ??
    selectedFirst.find(({ judgement }) => judgement.verdict === "version_not_given") ??
    selectedFirst.find(({ judgement }) => judgement.verdict !== "incompatible") ??
    selectedFirst[0]
  );
}

type Entries = readonly ApplicabilityEntry[];

/** A version of a skill as this rule sees it. `ordinal` grows with each version of the skill. */
export type VersionOfSkill = {
  version_id: string;
  ordinal: string;
  is_selected: boolean;
  applicability: ApplicabilityEntry[];
};

/**
 * The version that replaces a held one, or null while nothing does: the newest of the newer listed versions that cover
 * all that it covers, or the selected one if it is among them, which search prefers too. The selected version is
 * replaced by none. For a caller who names technologies of the skill it is the version that search chooses for that
 * caller, where one fits. `listed` are the listed versions of the same skill, in any order; the held one need not be
 * among them. Pure; never throws, whatever the constraints.
 */
export function supersededBy<Version extends VersionOfSkill>(
  held: VersionOfSkill,
  listed: readonly Version[],
  caller: Entries = [],
): Version | null {
  const newestFirst = [...listed].sort((a, b) => compareOrdinals(b, a));
  const chosen = caller.length > 0 ? chosenFor(newestFirst, caller) : null;
  if (chosen) return chosen.version_id === held.version_id ? null : chosen;
  if (held.is_selected) return null;
  const covering = newestFirst.filter(
    (version) => compareOrdinals(version, held) > 0 && covers(version.applicability, held.applicability),
  );
  return covering.find(({ is_selected }) => is_selected) ?? covering[0] ?? null;
}

/** The newest version that is not a backport of another one; the newest of all when each one is. */
export function newestOf<Version extends Pick<VersionOfSkill, "ordinal" | "applicability">>(
  versions: readonly Version[],
): Version | undefined {
  const newestFirst = [...versions].sort((a, b) => compareOrdinals(b, a));
  const foremost = newestFirst.find(
    (one) => !versions.some((other) => isBackport(one.applicability, other.applicability)),
  );
  return foremost ?? newestFirst[0];
}

/**
 * Whether a newer version fits everybody whom an older one fits: for every technology that both name, its versions
 * contain the older ones. Entries of one technology are alternatives. Texts that are not versions contain only equal
 * texts. Without a technology in common: yes.
 */
export function covers(newer: Entries, older: Entries): boolean {
  const [above, below] = [byTechnology(newer), byTechnology(older)];
  return [...below].every(([technology, entries]) => {
    const outer = above.get(technology);
    return outer === undefined || entries.every((entry) => contains(outer, entry));
  });
}

/**
 * Whether a version is for an older release than another one: for a technology that both name, all its versions lie
 * below all of the other's. Texts that are not versions lie nowhere.
 */
export function isBackport(version: Entries, selected: Entries): boolean {
  const above = byTechnology(selected);
  return [...byTechnology(version)].some(([technology, entries]) => {
    const [own, other] = [allIntervals(entries), allIntervals(above.get(technology) ?? [])];
    return own !== null && other !== null && own.every((low) => other.every((high) => isBelow(low, high)));
  });
}

function chosenFor<Version extends VersionOfSkill>(newestFirst: Version[], caller: Entries): Version | null {
  const judged = newestFirst.map((row) => ({ row, judgement: judgeApplicability(caller, row.applicability) }));
  const chosen = chooseVersion(judged);
  return chosen?.judgement.verdict === "compatible" ? chosen.row : null;
}

function contains(outer: Entries, inner: ApplicabilityEntry): boolean {
  if (outer.some((entry) => isSame(entry, inner))) return true;
  const whole = merged(outer.flatMap((entry) => intervalsOf(entry) ?? []));
  const wanted = intervalsOf(inner);
  if (wanted === null) return whole.some(isEverything);
  return wanted.every((interval) => whole.some((range) => isWithin(interval, range)));
}

function isSame(one: ApplicabilityEntry, other: ApplicabilityEntry): boolean {
  const text = ({ constraint }: ApplicabilityEntry) => constraint.trim().toLowerCase();
  const schemes = [one.version_scheme, other.version_scheme];
  return text(one) === text(other) && (schemes[0] === schemes[1] || schemes.includes("unknown"));
}

/** The intervals of all entries; null when they hold no version, or one is a text that is not a version. */
function allIntervals(entries: Entries): Interval[] | null {
  const intervals = entries.map(intervalsOf);
  const all = intervals.flatMap((each) => each ?? []);
  return all.length === 0 || intervals.includes(null) ? null : all;
}

function byTechnology(entries: Entries): Map<string, ApplicabilityEntry[]> {
  const groups = new Map<string, ApplicabilityEntry[]>();
  for (const entry of entries) {
    const name = normaliseTechnology(entry.technology);
    groups.set(name, [...(groups.get(name) ?? []), entry]);
  }
  return groups;
}

function compareOrdinals(one: { ordinal: string }, other: { ordinal: string }): number {
  const [a, b] = [BigInt(one.ordinal), BigInt(other.ordinal)];
  return a < b ? -1 : Number(a > b);
}
