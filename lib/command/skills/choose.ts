import type { ApplicabilityEntry, VersionSummary } from "@/.cairn/build/interface";
import type { AnswerOf } from "@/lib/client/operations";
import { judge, namedBy, type Verdict } from "@/lib/command/projects/judge";
import type { Technology } from "@/lib/command/projects/technology";

export type Skill = AnswerOf<"getSkill">;

/** A version of a skill as this project sees it. */
export type Judged = {
  version: VersionSummary;
  verdict: Verdict;
  /** The technologies of the project that the version names. */
  uses: Technology[];
};

/**
 * The version of a skill that search offers to such a project: the selected one if it is compatible, else the newest
 * compatible one, else one that is not known to be incompatible. Null when every version is incompatible, or none is
 * published.
 */
export function chooseFor({ versions }: Skill, technologies: readonly Technology[]): Judged | null {
  const newestFirst = versions.filter(isListed).sort((a, b) => Number(BigInt(b.ordinal) - BigInt(a.ordinal)));
  const selectedFirst = [...newestFirst].sort((a, b) => Number(b.is_selected) - Number(a.is_selected));
  const judged = selectedFirst.map((version) => judgeVersion(version, technologies));
  return (
    judged.find(({ verdict }) => verdict === "compatible") ??
    judged.find(({ verdict }) => verdict === "version_not_given") ??
    judged.find(({ verdict }) => verdict !== "incompatible") ??
    null
  );
}

export function judgeVersion(version: VersionSummary, technologies: readonly Technology[]): Judged {
  const { applicability } = version;
  return { version, verdict: judge(applicability, technologies), uses: namedBy(applicability, technologies) };
}

/** Whether readers are offered a version: a candidate has not been selected yet. */
function isListed({ state }: VersionSummary): boolean {
  return state === "selected" || state === "published";
}

/** What a version is for, such as `next.js >=14 <15`. */
export function coverage(applicability: readonly ApplicabilityEntry[]): string[] {
  return applicability.map(({ technology, constraint }) =>
    constraint === "*" ? technology : `${technology} ${constraint}`,
  );
}

/** What the published versions of a skill are for, and the project's versions of these technologies. */
export function whyNoneFits(skill: Skill, technologies: readonly Technology[]): string {
  const entries = skill.versions.filter(isListed).flatMap(({ applicability }) => applicability);
  if (entries.length === 0) return `No version of ${skill.slug} is published.`;
  const covered = [...new Set(coverage(entries))].join(", ");
  return `No version of ${skill.slug} fits ${inWords(namedBy(entries, technologies))}; it covers ${covered}.`;
}

/** "next.js 14.2.3 (package-lock.json)" */
export function inWords(technologies: readonly Technology[]): string {
  return technologies
    .map(({ technology, version, source }) => `${technology} ${version ?? "of an unknown version"} (${source})`)
    .join(", ");
}

/** Whether a version fits the project, in a sentence. */
export function fitInWords({ verdict, uses }: Judged): string {
  if (verdict === "compatible") return `It fits ${inWords(uses)}.`;
  if (verdict === "incompatible") return `It does not fit ${inWords(uses)}: you asked for it with --force.`;
  if (uses.length > 0) return `Whether it fits ${inWords(uses)} cannot be told.`;
  return "It names no technology of this project, so nothing says whether it fits.";
}
