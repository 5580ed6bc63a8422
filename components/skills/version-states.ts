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
  waiting: "amber",
  withdrawn: "rust",
};

/** What the state of a version means to a reader. */
export function meaningOf({ state, successor }: VersionInList): string {
  if (successor && state !== "withdrawn" && state !== "waiting")
    return `Version ${successor.ordinal} covers all that this one covers.`;
  switch (state) {
    case "selected":
      return "Shown when no version is given.";
    case "published":
      return "Shown to readers whose version is compatible.";
    case "candidate":
      return "Not selected yet, so search does not offer it.";
    case "waiting":
      return "Waits for a maintainer; found at its own address only.";
    case "withdrawn":
      return "Only the decision is shown, not the content.";
  }
}
