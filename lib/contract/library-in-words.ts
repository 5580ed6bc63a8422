import type { Source, SourceWithReport } from "@/lib/contract/public/sources";
import type { Coverage, Technology } from "@/lib/contract/public/technologies";
import { ORIGIN_KINDS } from "@/lib/contract/skill-in-words";

/** "41 skills in 58 versions cover 23 technologies. The last check was on 2026-11-12." */
export function coverageInWords({ technologies, skills, versions, checked_at }: Coverage): string {
  if (skills === 0) return "The library has no skills yet.";
  const covered = `${of(skills, "skill")} in ${of(versions, "version")} ${skills === 1 ? "covers" : "cover"} ${technologies === 1 ? "1 technology" : `${technologies.toLocaleString("en-GB")} technologies`}.`;
  return checked_at ? `${covered} The last check was on ${checked_at.slice(0, 10)}.` : covered;
}

/** "3 skills, 5 versions" */
export function sizeInWords({ skills, versions }: Pick<Technology, "skills" | "versions">): string {
  return `${of(skills, "skill")}, ${of(versions, "version")}`;
}

/** "newest release 17.0.0 (2026-11-01): 2 of 3 skills checked with it" */
export function newestInWords({ newest, skills }: Pick<Technology, "newest" | "skills">): string {
  if (newest === null) return "newest release not known";
  const { version, released_at, skills_checked } = newest;
  const release = `newest release ${version}${released_at ? ` (${released_at.slice(0, 10)})` : ""}`;
  if (skills_checked === 0) return `${release}: not checked with it`;
  return `${release}: ${skills_checked === skills ? "checked with it" : `${skills_checked} of ${of(skills, "skill")} checked with it`}`;
}

function of(count: number, what: string): string {
  return `${count.toLocaleString("en-GB")} ${what}${count === 1 ? "" : "s"}`;
}

type Line = SourceWithReport["report"][number];

/** What a source is, what is followed of it, and how many of its skills are listed. */
export function sourceInWords({ kind, range, minors, state, skills }: Source): string[] {
  return [
    ORIGIN_KINDS[kind],
    ...(range ? [`releases ${range}`] : []),
    ...(minors ? [`newest ${minors} minor versions`] : []),
    STATES[state],
    skills === 1 ? "1 listed skill" : `${skills} listed skills`,
  ];
}

const STATES: Record<Source["state"], string> = {
  active: "followed",
  paused: "paused by a maintainer",
  removed: "no longer followed",
};

/** How the newest run of a source ended. */
export function runInWords({ last_run }: Pick<Source, "last_run">): string {
  if (last_run === null) return "has not run yet";
  const { state, progress, problem, found, unchanged, refused, ended_at } = last_run;
  if (state === "running") return `runs now${progress ? `: ${progress}` : ""}`;
  const read = ended_at ? ` on ${ended_at.slice(0, 10)}` : "";
  if (state === "failed") return `failed${read}: ${problem}`;
  return `read${read}: ${found} found, ${last_run.new} new, ${unchanged} unchanged, ${refused} refused`;
}

/** The parts of a report, what needs attention first. */
export const REPORT_PARTS: Array<{ title: string; isIn: (line: Line) => boolean; folded?: true }> = [
  { title: "Refused", isIn: ({ result }) => result === "refused" },
  { title: "New or changed", isIn: ({ result }) => ["new", "new version", "widened"].includes(result) },
  { title: "Notes", isIn: ({ result }) => result === "note" },
  { title: "Unchanged", isIn: ({ result }) => result === "unchanged", folded: true },
];

/** Of each part of a report. The answer of the API has all lines. */
export const REPORT_LINES_MAX = 200;
