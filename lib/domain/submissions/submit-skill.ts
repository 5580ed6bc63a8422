import { z } from "zod";
import { read } from "@/db/client";
import { ensureFeed } from "@/db/queries/feeds";
import { nameBundle } from "@/db/queries/files";
import { insertOperation, operationsOf } from "@/db/queries/operations";
import { contentSha256, versionWithText } from "@/db/queries/publishing";
import { waitingVersion } from "@/db/queries/quarantine";
import { Operation, type SubmissionWarning } from "@/lib/contract/knowledge/resources";
import { Submission } from "@/lib/contract/knowledge/submissions";
import type { ApplicabilityEntry, SkillVersionRef } from "@/lib/contract/primitives";
import type { Origin } from "@/lib/contract/public/resources";
import { commitOnce } from "@/lib/domain/commit-once";
import { requireMode } from "@/lib/domain/connections/controls";
import { requirePublicTexts } from "@/lib/domain/connections/require-public-texts";
import { type Answered, type Context, requireConnection } from "@/lib/domain/context";
import { presentOperation } from "@/lib/domain/present/operation";
import { ruleFindings } from "@/lib/domain/present/version";
import { type TakenFrontMatter, takeFrontMatter } from "@/lib/domain/skills/front-matter";
import { originOf } from "@/lib/domain/skills/origin";
import { bundleNamed, requireReferences } from "@/lib/domain/submissions/references";
import { env } from "@/lib/platform/env";
import { type FieldError, Problem } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { versionUrl } from "@/lib/platform/urls";
import { constraintParses } from "@/lib/search/rank/applicability";
import { judgeSkill, type SkillFinding } from "@/lib/text/safety/judge-skill";
import { type PublicText, unpublishable } from "@/lib/text/safety/require-publishable";

type Answer = { data: { operation: Operation } };

/**
 * Accepts a submission for the worker: its operation is `pending`. Throws `validation_failed` if the front matter of
 * its markdown states its questions wrongly, `unsafe_text` if a text contains a secret or hidden characters, `not_found`
 * for an unknown skill, `unknown_reference` for an unknown base version, source or bundle, and
 * `selection_revision_conflict` if another version has been selected since. In these cases nothing is stored.
 */
export async function submitSkill(ctx: Context, submission: Submission): Promise<Answered<Answer>> {
  const { connection_id } = requireConnection(ctx);
  const { bundle } = requireFrontMatter(submission);
  await requirePublicTexts(ctx, publicTexts(submission));
  return commitOnce<Answer>(ctx, {
    first: (sql) => requireMode(sql, connection_id, "write"),
    effect: async (sql) => {
      // Check inside, after the replay: a later publication must not refuse the repetition of an accepted request.
      await requireReferences(sql, connection_id, submission, bundle);
      await ensureFeed(sql, connection_id);
      const operation = await insertOperation(sql, {
        operation_ref: newId("kop"),
        connection_id,
        kind: "skill_submission",
        state: "pending",
        request: JSON.parse(JSON.stringify({ request_id: ctx.request_id, submission } satisfies StoredRequest)),
      });
      const bundle_id = bundleNamed(bundle);
      if (bundle_id !== null) await nameBundle(sql, operation.operation_ref, bundle_id);
      return { data: { operation: presentOperation(operation) } };
    },
    redact: ({ data }) => JSON.parse(JSON.stringify(data)),
    restore: async (_sql, stored) => ({ data: { operation: Operation.parse(Object(stored).operation) } }),
  });
}

/** The part of the request that an operation stores to settle it later. */
export const StoredRequest = z.strictObject({ request_id: z.string(), submission: Submission });
export type StoredRequest = z.infer<typeof StoredRequest>;

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
 * The front matter of a submitted markdown. Throws `validation_failed` when it is one that is taken off, but states its
 * questions in a form that cannot be read.
 */
function requireFrontMatter({ markdown }: Submission): TakenFrontMatter {
  const taken = takeFrontMatter(markdown);
  const { errors } = taken;
  const [first] = errors;
  if (first === undefined) return taken;
  throw new Problem("validation_failed", { detail: `markdown: ${first}.`, errors: errors.map(frontMatterError) });
}

function frontMatterError(detail: string): FieldError {
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

/** Which versions wait: see `QUARANTINE` in docs/configuration.md. */
export type QuarantinePolicy = "risk" | "new-authors" | "off";

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

/** What a submission brought that waits for a maintainer now. */
type WaitingNow = {
  ref: SkillVersionRef;
  reasons: string[];
  /** The lines of those reasons that are rules. */
  findings: ReturnType<typeof ruleFindings>;
  /** Whether its author asks for a look already. */
  is_asked: boolean;
};

/**
 * A submission of this connection as it is now, and its version if that waits. The caller has proved that it may read
 * it. Throws `not_found`.
 */
export async function getSubmission(
  _ctx: Context,
  { connection_id, operation_ref }: { connection_id: string; operation_ref: string },
): Promise<{ operation: Operation; waiting: WaitingNow | null }> {
  const [row] = await read((sql) => operationsOf(sql, connection_id, [operation_ref]));
  if (row?.kind !== "skill_submission") throw new Problem("not_found");
  const operation = presentOperation(row);
  const ref = operation.result && "selection_revision" in operation.result ? operation.result.ref : null;
  return { operation, waiting: ref && (await waitingNow(ref)) };
}

async function waitingNow(ref: SkillVersionRef): Promise<WaitingNow | null> {
  const row = await read((sql) => waitingVersion(sql, ref.version_id));
  if (!row) return null;
  const reasons = row.quarantine_reasons;
  const findings = ruleFindings(row.checks).filter(({ rule }) => reasons.includes(rule));
  return { ref, reasons, findings, is_asked: row.appealed_at !== null };
}
