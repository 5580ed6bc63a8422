import { z } from "zod";
import { Quarantine, Revision, SkillVersionRef, Url } from "@/lib/contract/primitives";

/** A remark on a submission that was accepted unchanged. */
export const SubmissionWarning = z.strictObject({
  pointer: z.string(),
  code: z.enum(["not_semver"]),
  detail: z.string(),
});
export type SubmissionWarning = z.infer<typeof SubmissionWarning>;

const quarantine = Quarantine.nullable()
  .optional()
  .meta({ description: "Whether the version waited when it was published. Left out by releases before it was known." });

/** The `result` of a submission that succeeded. */
export const SubmissionResult = z
  .strictObject({
    ref: SkillVersionRef,
    canonical_url: Url,
    selection_revision: Revision,
    warnings: z.array(SubmissionWarning),
    quarantine,
  })
  .meta({ id: "SubmissionResult" });
export type SubmissionResult = z.infer<typeof SubmissionResult>;

/** One piece of evidence of the rules that judge a skill's text. */
export const SkillFinding = z
  .strictObject({
    rule: z.string(),
    class: z.enum(["reject", "hold", "label", "notice"]),
    field: z.enum(["title", "description", "questions", "markdown", "files"]),
    file: z.string().optional().meta({ description: "The path of the file, where the field is `files`." }),
    line: z.int().min(1),
    what: z.string(),
    excerpt: z.string(),
    count: z.int().min(1),
  })
  .meta({ id: "SkillFinding" });

/** The `result` of a submission that waits for a decision. `ref` is set once a candidate is readable. */
export const SubmissionInReview = z
  .strictObject({
    because: z.enum(["author_of_skill_decides", "maintainers_decide"]),
    findings: z.array(SkillFinding),
    warnings: z.array(SubmissionWarning),
    ref: SkillVersionRef.nullable(),
    canonical_url: Url.nullable(),
    quarantine,
  })
  .meta({ id: "SubmissionInReview" });
export type SubmissionInReview = z.infer<typeof SubmissionInReview>;
