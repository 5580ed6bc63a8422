import type { VersionSummary } from "@/lib/contract/public/resources";
import { normaliseTechnology } from "@/lib/contract/technology-aliases";
import { type Reader, understood } from "@/lib/domain/skills/reader";
import { coverageInWords, isListed } from "@/lib/domain/skills/version-in-list";
import { judgeApplicability } from "@/lib/search/rank/applicability";
import { chooseVersion } from "@/lib/search/rank/fitting-version";

export type Choice = {
  /** The version to show. */
  version: VersionSummary;
  fits: boolean;
  /** A sentence of plain text: which version it is and why, or that none fits. */
  title: string;
  /** More sentences when none fits: what is covered, and which version is shown. */
  reasons: string[];
};

/**
 * The version of a skill that its page shows to a reader who names a technology and a version of it, understood as by
 * search: the one that search offers, if it fits; else the default one, which is labelled as such. Null when the reader
 * does not name both, or when no version is listed. `versions` are newest first. Throws `unavailable`.
 */
export async function chooseForReader(versions: readonly VersionSummary[], reader: Reader): Promise<Choice | null> {
  const { technology, version: wanted } = reader;
  const read = await understood(reader);
  if (!technology || !read || read.entries.every(({ no_version }) => no_version)) return null;
  const { entries: caller, names, warnings } = read;
  const judged = versions
    .filter(isListed)
    .map((row) => ({ row, judgement: judgeApplicability(caller, row.applicability) }));
  const chosen = chooseVersion(judged);
  if (!chosen) return null;
  const asked = wanted ? `${technology} ${wanted}` : technology;
  const { row, judgement } = chosen;
  if (judgement.verdict === "compatible") {
    const matching = judgement.entries.filter(({ verdict }) => verdict === "compatible");
    const title = `Version ${row.ordinal}, for ${coverageInWords(matching)}; you asked for ${asked}.`;
    return { version: row, fits: true, title, reasons: [] };
  }
  const shown = judged.find((one) => one.row.is_selected)?.row ?? row;
  const isExcluded = judged.every((one) => one.judgement.verdict === "incompatible");
  const covered = uniqueEntries(judged.flatMap((one) => one.row.applicability));
  const named = covered.filter((entry) => names.includes(normaliseTechnology(entry.technology)));
  return {
    version: shown,
    fits: false,
    title: missing({ asked, technology, isExcluded, covered: covered.length, named: named.length }),
    reasons: [
      ...warnings.map(({ detail }) => detail),
      ...(covered.length > 0 ? [`It covers ${coverageInWords(named.length > 0 ? named : covered)}.`] : []),
      `Below is version ${shown.ordinal}, the default, which ${isExcluded ? "is not" : "was not chosen"} for ${asked}.`,
    ],
  };
}

/** Why no version of a skill is said to fit. */
function missing(of: {
  asked: string;
  technology: string;
  isExcluded: boolean;
  covered: number;
  named: number;
}): string {
  if (of.isExcluded) return `No version of this skill is for ${of.asked}.`;
  if (of.covered === 0) return `This skill states no version limits, so it does not say whether it fits ${of.asked}.`;
  if (of.named === 0) return `No version of this skill names ${of.technology}.`;
  return `Whether a version of this skill fits ${of.asked} cannot be told.`;
}

function uniqueEntries<Entry extends { technology: string; constraint: string }>(entries: readonly Entry[]): Entry[] {
  return [...new Map(entries.map((entry) => [`${entry.technology} ${entry.constraint}`, entry])).values()];
}
