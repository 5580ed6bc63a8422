import { isDeepStrictEqual } from "node:util";
import type { Sql } from "@/db/client";
import { type BaseVersionRow, baseVersion, stillAt } from "@/db/queries/operations";
import { contentSha256, lockContent, versionWithText } from "@/db/queries/publishing";
import { lockSkillSelection, type SkillSelectionRow } from "@/db/queries/selection";
import type { SourceColumns } from "@/db/queries/versions";
import type { SubmissionWarning } from "@/lib/contract/knowledge/resources";
import type { Submission } from "@/lib/contract/knowledge/submissions";
import { versionRef } from "@/lib/domain/present/version";
import { requireRevision } from "@/lib/domain/publishing/publish-version";
import { filePointer, type SkillFile, sha256Of, textFiles } from "@/lib/domain/publishing/version-files";
import { takeFrontMatter } from "@/lib/domain/skills/front-matter";
import { originOf } from "@/lib/domain/skills/origin";
import { filesOfSubmission } from "@/lib/domain/submissions/references";
import { publicTexts, warnConstraints } from "@/lib/domain/submissions/submit-skill";
import { type FieldError, Problem } from "@/lib/platform/errors";
import { versionUrl } from "@/lib/platform/urls";
import { judgeSkill, type SkillVerdict } from "@/lib/text/safety/judge-skill";
import { unpublishable } from "@/lib/text/safety/require-publishable";

export type Judged = {
  /** The skill to update, with its row locked; null for a new skill. */
  skill: SkillSelectionRow | null;
  verdict: SkillVerdict;
  warnings: SubmissionWarning[];
  /** The text to publish: without the front matter that states its origin and its questions. */
  markdown: string;
  questions: string[];
  files: SkillFile[];
  /** Where the text comes from, as its front matter said. */
  source: SourceColumns;
};

const ERRORS_MAX = 20;

/**
 * Judges a submission as if published now and locks the rows that a publication would change. Throws the problem that
 * rejects it: `selection_revision_conflict`, `no_change`, `duplicate_content` or `unsafe_text`.
 */
export async function judgeSubmission(sql: Sql, connection_id: string, given: Submission): Promise<Judged> {
  const { markdown, claimed, questions, bundle } = takeFrontMatter(given.markdown);
  const submission = { ...given, markdown, questions };
  const source = await originOf(claimed);
  const sha256 = contentSha256(markdown);
  const files = await filesOfSubmission(sql, connection_id, given, bundle);
  await lockContent(sql, sha256);
  const skill = submission.kind === "update" ? await lockSkillSelection(sql, submission.skill_id) : null;
  const base =
    submission.kind === "update" ? await baseVersion(sql, submission.skill_id, submission.base_version_id) : null;
  if (submission.kind === "update") {
    if (!skill || !base) throw new Problem("not_found", { detail: "The skill or its base version has gone." });
    requireRevision(skill, submission.observed_selection_revision);
    if (changesNothing(base, { ...submission, files }, sha256, source)) throw new Problem("no_change");
  }
  // An update may keep the text of its base and change other fields.
  if (!base?.content_sha256.equals(sha256)) await requireNewText(sql, sha256);
  // The database ends a transaction that says nothing for long, and the files may be a mebibyte.
  const verdict = await judgeSkill({ ...submission, files: textFiles(files) }, () => stillAt(sql));
  // The rules may have changed since the submission was accepted.
  const unpublishables = await unpublishable(publicTexts(given));
  if (verdict.verdict === "reject" || unpublishables.length > 0) throw unsafe(verdict, unpublishables);
  return {
    skill,
    verdict,
    warnings: warnConstraints(submission.applicability ?? []),
    markdown,
    questions,
    files,
    source,
  };
}

function changesNothing(
  base: BaseVersionRow,
  submission: Submission & { questions: string[]; files: SkillFile[] },
  sha256: Buffer,
  source: SourceColumns,
): boolean {
  const { source_repository, source_commit, source_license, source_author } = base;
  const states = Object.values(source).some((value) => value !== null);
  if (states && !isDeepStrictEqual(source, { source_repository, source_commit, source_license, source_author }))
    return false;
  const before = [base.title, base.description, base.applicability, base.public_references, base.questions];
  const { title, description, applicability = [], public_references = [], questions } = submission;
  return (
    base.content_sha256.equals(sha256) &&
    isDeepStrictEqual(
      base.files.map(({ path, sha256 }) => [path, sha256]),
      submission.files.map(({ path, bytes }) => [path, sha256Of(bytes)]),
    ) &&
    isDeepStrictEqual(before, [title, description, applicability, public_references, questions])
  );
}

async function requireNewText(sql: Sql, sha256: Buffer): Promise<void> {
  const match = await versionWithText(sql, sha256);
  if (!match) return;
  const canonical_url = versionUrl(match.skill_id, match.version_id);
  throw new Problem("duplicate_content", {
    detail: match.withdrawn
      ? "The same text was published before and has been withdrawn."
      : `The same text is published as "${match.title.slice(0, 60)}".`,
    extra: { match: { ref: versionRef(match), canonical_url, withdrawn: match.withdrawn } },
  });
}

/**
 * Findings of the public text rules have their position in the field; findings of only the skill judge have their line.
 */
function unsafe({ findings }: SkillVerdict, unpublishables: FieldError[]): Problem {
  const rejected = findings.filter((finding) => finding.class === "reject");
  const known = new Set(unpublishables.map((error) => `${"pointer" in error ? error.pointer : ""} ${error.code}`));
  const others = rejected
    .filter(({ field, rule }) => !known.has(`/${field} ${rule}`))
    .map(({ field, file, rule, line, what }) => ({
      pointer: file === undefined ? `/${field}` : filePointer(file),
      code: rule,
      detail: `has ${what} in line ${line}`,
      rule,
    }));
  const [first] = rejected;
  return new Problem("unsafe_text", {
    detail: first
      ? `The ${first.file ?? first.field} has ${first.what} in line ${first.line}.`
      : "The text is not safe to publish.",
    errors: [...unpublishables, ...others].slice(0, ERRORS_MAX),
    ...(rejected.length > 0 ? { extra: { findings: rejected.slice(0, ERRORS_MAX) } } : {}),
  });
}
