import { ORIGIN_KINDS } from "@/lib/contract/origin-in-words";
import type { Source, SourceWithReport } from "@/lib/contract/public/sources";

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
