import type { SubmissionWarning } from "@/lib/contract/knowledge/submission-results";
import type { Submission } from "@/lib/contract/knowledge/submissions";
import type { ApplicabilityEntry } from "@/lib/contract/primitives";
import { takeFrontMatter } from "@/lib/domain/skills/front-matter";
import { type FieldError, Problem } from "@/lib/platform/errors";
import { constraintParses } from "@/lib/search/rank/applicability";
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

/**
 * Throws `validation_failed` when the front matter of a submitted markdown is one that is taken off, but states its
 * questions in a form that cannot be read.
 */
export function requireFrontMatter({ markdown }: Submission): void {
  const { errors } = takeFrontMatter(markdown);
  const [first] = errors;
  if (first === undefined) return;
  throw new Problem("validation_failed", { detail: `markdown: ${first}.`, errors: errors.map(frontMatterError) });
}

export function frontMatterError(detail: string): FieldError {
  return { pointer: "/markdown", code: "front_matter", detail };
}

/** A warning for each constraint that is invalid in its version scheme: it is stored and counts as `unknown`. */
export function warnConstraints(applicability: ApplicabilityEntry[]): SubmissionWarning[] {
  return applicability.flatMap((entry, i): SubmissionWarning[] => {
    if (constraintParses(entry)) return [];
    const detail = "is not a semantic version range, so it is compared as plain text (version_scheme unknown)";
    return [{ pointer: `/applicability/${i}/constraint`, code: "not_semver", detail }];
  });
}
