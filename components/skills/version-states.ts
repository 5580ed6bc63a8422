import type { Tone } from "@/components/ui/badge";
import type { VersionSummary } from "@/lib/contract/public/resources";

/** The label and meaning of each version state. */
export const STATES: Record<VersionSummary["state"], { text: string; tone: Tone; meaning: string }> = {
  selected: { text: "selected", tone: "moss", meaning: "This is what the skill offers now." },
  published: {
    text: "earlier",
    tone: "plain",
    meaning: "It is not the selected one, and search offers it to those it fits.",
  },
  candidate: {
    text: "candidate",
    tone: "amber",
    meaning: "Nobody has selected it yet, so search does not offer it.",
  },
  withdrawn: { text: "withdrawn", tone: "rust", meaning: "Its content is not shown any more; the decision is." },
};
