import { read } from "@/db/client";
import { contentSha256, versionWithText } from "@/db/queries/publishing";
import type { SubmissionWarning } from "@/lib/contract/knowledge/submission-results";
import type { Submission } from "@/lib/contract/knowledge/submissions";
import type { Origin } from "@/lib/contract/public/resources";
import type { Context } from "@/lib/domain/context";
import type { QuarantinePolicy } from "@/lib/domain/publishing/reasons-to-wait";
import { takeFrontMatter } from "@/lib/domain/skills/front-matter";
import { originOf } from "@/lib/domain/skills/origin";
import { frontMatterError, publicTexts, warnConstraints } from "@/lib/domain/submissions/submitted-fields";
import { env } from "@/lib/platform/env";
import type { FieldError } from "@/lib/platform/errors";
import { versionUrl } from "@/lib/platform/urls";
import { judgeSkill, type SkillFinding } from "@/lib/text/safety/judge-skill";
import { unpublishable } from "@/lib/text/safety/require-publishable";

export type CheckedSubmission = {
  /** `reject` would be refused, `hold` has a risk that may make it wait for a maintainer, `clear` has none. */
  verdict: "reject" | "hold" | "clear";
  /** Secrets and hidden characters, with their positions. */
  errors: FieldError[];
  /** Risks that may make it wait are of the class `hold`. */
  findings: SkillFinding[];
  policy: QuarantinePolicy;
  warnings: SubmissionWarning[];
  /** A version that has the same text already. */
  duplicate: { title: string; canonical_url: string; withdrawn: boolean } | null;
  /** The text as it would be published, and its origin. */
  markdown: string;
  origin: Pick<Origin, "source_repository" | "source_commit" | "license" | "author">;
};

/** What the checks would say of a new skill now. Stores and publishes nothing. */
export async function checkSubmission(_ctx: Context, submission: Submission): Promise<CheckedSubmission> {
  const { markdown, claimed, questions, errors: misstated } = takeFrontMatter(submission.markdown);
  const [unpublishables, verdict, source, match] = await Promise.all([
    unpublishable(publicTexts(submission)),
    judgeSkill({ ...submission, markdown, questions }),
    originOf(claimed),
    read((sql) => versionWithText(sql, contentSha256(markdown))),
  ]);
  const errors = [...misstated.map(frontMatterError), ...unpublishables];
  const policy = env().QUARANTINE;
  const risks = policy === "off" ? [] : verdict.risks;
  const isRefused = errors.length > 0 || match !== null || verdict.verdict === "reject";
  return {
    verdict: isRefused ? "reject" : risks.length > 0 ? "hold" : "clear",
    errors,
    findings: verdict.findings.map((found) => (risks.includes(found.rule) ? { ...found, class: "hold" } : found)),
    policy,
    warnings: warnConstraints(submission.applicability ?? []),
    duplicate: match && {
      title: match.title,
      canonical_url: versionUrl(match.skill_id, match.version_id),
      withdrawn: match.withdrawn,
    },
    markdown,
    origin: {
      source_repository: source.source_repository,
      source_commit: source.source_commit,
      license: source.source_license,
      author: source.source_author,
    },
  };
}
