import type { Tone } from "@/components/ui/badge";
import type { VersionSummary } from "@/lib/contract/public/resources";

/** A version in the list of its skill. */
export type VersionInList = VersionSummary & {
  /** Its place in a few words, such as "for next.js >=14 <15" or "superseded by version 4". */
  standing: string;
  /** The version that supersedes it; null while none does. */
  successor: Pick<VersionSummary, "version_id" | "ordinal" | "title" | "canonical_url"> | null;
};

/** The colour of each state. */
export const STATE_TONES: Record<VersionSummary["state"], Tone> = {
  selected: "moss",
  published: "plain",
  candidate: "amber",
  withdrawn: "rust",
};

/** What the state of a version means to a reader. */
export function meaningOf({ state, successor }: VersionInList): string {
  if (successor && state !== "withdrawn") return `Version ${successor.ordinal} covers all that this one covers.`;
  switch (state) {
    case "selected":
      return "This is what the skill offers to those who name no version to fit.";
    case "published":
      return "Search offers it to those it fits.";
    case "candidate":
      return "Nobody has selected it yet, so search does not offer it.";
    case "withdrawn":
      return "Its content is not shown any more; the decision is.";
  }
}
