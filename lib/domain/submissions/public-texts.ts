import type { Submission } from "@/lib/contract/knowledge/submissions";
import type { PublicText } from "@/lib/text/safety/require-publishable";

/** All texts of a submission that become public, with their positions in the request. */
export function publicTexts(submission: Submission): PublicText[] {
  const prose = ["title", "description", "change_summary", "rationale", "supporting_basis"] as const;
  const applicability = (submission.applicability ?? []).flatMap((entry, i) => [
    { pointer: `/applicability/${i}/technology`, text: entry.technology },
    { pointer: `/applicability/${i}/constraint`, text: entry.constraint },
  ]);
  return [
    ...prose.map((field) => ({ pointer: `/${field}`, text: submission[field] })),
    { pointer: "/markdown", text: submission.markdown, form: "markdown" as const },
    ...applicability,
    ...(submission.public_references ?? []).map((text, i) => ({ pointer: `/public_references/${i}`, text })),
  ];
}
