import type { SubmissionWarning } from "@/lib/contract/knowledge/submission-results";
import type { ApplicabilityEntry } from "@/lib/contract/primitives";
import { constraintParses } from "@/lib/search/rank/applicability";

/** A warning for each constraint that is invalid in its version scheme: it is stored and counts as `unknown`. */
export function warnConstraints(applicability: ApplicabilityEntry[]): SubmissionWarning[] {
  return applicability.flatMap((entry, i): SubmissionWarning[] => {
    if (constraintParses(entry)) return [];
    const detail = "is not a semantic version range, so it is compared as plain text (version_scheme unknown)";
    return [{ pointer: `/applicability/${i}/constraint`, code: "not_semver", detail }];
  });
}
