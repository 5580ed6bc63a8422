import type { ListedRow } from "@/db/queries/search-rows";
import { type CallerEntry, type Judgement, judgeApplicability } from "@/lib/search/rank/applicability";

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
  return [...bySkill.values()].flatMap((versions) => choose(versions, named) ?? []);
}

function choose(versions: readonly FittingVersion[], named: string): FittingVersion | undefined {
  return versions.find(({ row }) => row.version_id === named) ?? chooseVersion(versions);
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
