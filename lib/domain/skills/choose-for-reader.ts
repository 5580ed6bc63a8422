import { CONSTRAINT_CHARACTERS_MAX, TECHNOLOGY_CHARACTERS_MAX } from "@/lib/contract/primitives";
import type { VersionSummary } from "@/lib/contract/public/resources";
import { coverageInWords, isListed } from "@/lib/domain/skills/version-in-list";
import { guessEntry, judgeApplicability, normaliseTechnology } from "@/lib/search/rank/applicability";
import { chooseVersion } from "@/lib/search/rank/fitting-version";

/** What a reader says about the own project. Without a technology the version says nothing. */
export type Reader = { technology?: string | undefined; version?: string | undefined };

/** The reader that the parameters of an address name. A value that is too long counts as absent. */
export function readerOf(given: {
  technology?: string | null | undefined;
  version?: string | null | undefined;
}): Reader {
  const [technology, version] = [given.technology?.trim(), given.version?.trim()];
  if (!technology || technology.length > TECHNOLOGY_CHARACTERS_MAX) return {};
  return { technology, version: version && version.length <= CONSTRAINT_CHARACTERS_MAX ? version : undefined };
}

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
 * The version of a skill that its page shows to a reader who names a technology and a version of it: the one that
 * search offers, if it fits; else the default one, which is labelled as such. Null when the reader does not name both,
 * or when no version is listed. `versions` are newest first. Pure.
 */
export function chooseForReader(versions: readonly VersionSummary[], reader: Reader): Choice | null {
  const { technology, version: wanted } = reader;
  if (!technology || !wanted) return null;
  const caller = [guessEntry(technology, wanted)];
  const judged = versions
    .filter(isListed)
    .map((row) => ({ row, judgement: judgeApplicability(caller, row.applicability) }));
  const chosen = chooseVersion(judged);
  if (!chosen) return null;
  const asked = `${technology} ${wanted}`;
  const { row, judgement } = chosen;
  if (judgement.verdict === "compatible") {
    const matching = judgement.entries.filter(({ verdict }) => verdict === "compatible");
    const title = `Version ${row.ordinal}, for ${coverageInWords(matching)}; you asked for ${asked}.`;
    return { version: row, fits: true, title, reasons: [] };
  }
  const shown = judged.find((one) => one.row.is_selected)?.row ?? row;
  const verdict = judged.every((one) => one.judgement.verdict === "incompatible") ? "incompatible" : judgement.verdict;
  return {
    version: shown,
    fits: false,
    ...explain(
      shown,
      judged.map((one) => one.row),
      verdict,
      { technology, asked },
    ),
  };
}

function explain(
  shown: VersionSummary,
  listed: readonly VersionSummary[],
  verdict: string,
  { technology, asked }: { technology: string; asked: string },
): Pick<Choice, "title" | "reasons"> {
  const below = `Below is version ${shown.ordinal}, the default, which`;
  const all = uniqueEntries(listed.flatMap(({ applicability }) => applicability));
  if (all.length === 0)
    return {
      title: `This skill states no version limits, so it does not say whether it fits ${asked}.`,
      reasons: [`${below} was not chosen for ${asked}.`],
    };
  const name = normaliseTechnology(technology);
  const same = all.filter((entry) => normaliseTechnology(entry.technology) === name);
  const covered = `It covers ${coverageInWords(same.length > 0 ? same : all)}.`;
  if (verdict === "incompatible")
    return { title: `No version of this skill is for ${asked}.`, reasons: [covered, `${below} is not for ${asked}.`] };
  const title =
    same.length === 0
      ? `No version of this skill names ${technology}.`
      : `Whether a version of this skill fits ${asked} cannot be told.`;
  return { title, reasons: [covered, `${below} was not chosen for ${asked}.`] };
}

function uniqueEntries<Entry extends { technology: string; constraint: string }>(entries: readonly Entry[]): Entry[] {
  return [...new Map(entries.map((entry) => [`${entry.technology} ${entry.constraint}`, entry])).values()];
}
