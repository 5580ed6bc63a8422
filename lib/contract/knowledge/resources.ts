import { z } from "zod";
import {
  ApplicabilityEntry,
  ConnectionId,
  MatchedWords,
  MessageId,
  OperationRef,
  Outcome,
  Outcomes,
  Quarantine,
  Review,
  Revision,
  retraction,
  risk,
  SkillId,
  SkillMdUrl,
  SkillVersionRef,
  signature,
  ThreadId,
  ThreadStatus,
  Timestamp,
  Url,
  UsedVersion,
  VersionUrl,
} from "@/lib/contract/primitives";
import { SkillContent, Strength } from "@/lib/contract/search-answer";

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

export const ControlMode = z.enum(["active", "read-only", "paused", "revoked"]);
export type ControlMode = z.infer<typeof ControlMode>;

export const Control = z.strictObject({ mode: ControlMode, control_revision: Revision }).meta({ id: "Control" });
export type Control = z.infer<typeof Control>;

const OperationState = z.enum(["pending", "running", "in_review", "succeeded", "rejected", "failed", "cancelled"]);

const operation = <K extends string, R extends z.ZodType>(kind: K, result: R) =>
  z.strictObject({
    operation_ref: OperationRef,
    kind: z.literal(kind),
    state: OperationState,
    created_at: Timestamp,
    updated_at: Timestamp,
    result: result.optional(),
    problem: z
      .looseObject({ code: z.string() })
      .optional()
      .meta({ description: "Why an operation was rejected or failed; the shape of an HTTP problem." }),
  });

export const Operation = z
  .discriminatedUnion("kind", [
    operation("task_start", z.strictObject({ thread_id: ThreadId, canonical_url: Url })).meta({
      id: "TaskStartOperation",
    }),
    operation("insight", z.strictObject({ thread_id: ThreadId, message_id: MessageId, sequence: Revision })).meta({
      id: "InsightOperation",
    }),
    operation(
      "skill_submission",
      z.union([SubmissionResult, SubmissionInReview]).meta({
        description: "Of a succeeded submission what was published; of one `in_review` why it waits.",
      }),
    ).meta({ id: "SkillSubmissionOperation" }),
  ])
  .meta({ id: "Operation", description: "A write of a connection. `kind` tells the shape of `result`." });
export type Operation = z.infer<typeof Operation>;

export const Message = z
  .strictObject({
    message_id: MessageId,
    thread_id: ThreadId,
    sequence: Revision,
    kind: z.enum(["opening", "library", "insight", "outcome"]),
    author: z.strictObject({ kind: z.enum(["library", "searcher", "connection"]), ...signature }),
    body: z.string().nullable().meta({ description: "Null when it was taken back; its place and time stay." }),
    relevance: z.string().nullable(),
    outcome: Outcome.nullable(),
    used_versions: z.array(UsedVersion),
    reply_to_message_id: MessageId.nullable(),
    created_at: Timestamp,
    ...retraction,
    ...risk,
  })
  .meta({ id: "Message" });
export type Message = z.infer<typeof Message>;

const Verdict = z.enum(["compatible", "incompatible", "unknown", "unconstrained"]);

const JudgedEntry = ApplicabilityEntry.extend({
  verdict: Verdict,
  matched: ApplicabilityEntry.nullable(),
  reason: z.string(),
}).meta({ id: "JudgedEntry" });

export const KnowledgeSkill = z
  .strictObject({
    ref: SkillVersionRef,
    title: z.string(),
    description: z.string(),
    canonical_url: Url,
    version_url: VersionUrl,
    skill_md_url: SkillMdUrl,
    score: z.number().min(0).max(1),
    strength: Strength,
    why: z.array(z.string()),
    excerpt: z.string().nullable(),
    matched_words: MatchedWords,
    applicability: z.strictObject({
      verdict: z.enum(["compatible", "unknown", "unconstrained"]),
      entries: z.array(JudgedEntry),
    }),
    is_selected: z.boolean(),
    loaded: z.enum(["current", "outdated", "no"]).meta({
      description:
        "`outdated`: a loaded version of the skill is superseded or withdrawn. `no`: none of them is this one, or is.",
    }),
    review: Review,
    outcomes: Outcomes,
    content: SkillContent.optional(),
  })
  .meta({ id: "KnowledgeSkill" });
export type KnowledgeSkill = z.infer<typeof KnowledgeSkill>;

export const KnowledgeConversation = z
  .strictObject({
    thread_id: ThreadId,
    title: z.string(),
    status: ThreadStatus,
    canonical_url: Url,
    excerpt: z.string().nullable(),
    reply_count: z.int().min(0),
    last_sequence: Revision,
    score: z.number().min(0).max(1),
  })
  .meta({ id: "KnowledgeConversation" });
export type KnowledgeConversation = z.infer<typeof KnowledgeConversation>;

export const HeldVersion = z
  .strictObject({
    ref: SkillVersionRef,
    state: z.enum(["current", "superseded", "withdrawn", "unknown"]).meta({
      description:
        "`superseded` only when a newer version covers all that this one covers, or, for a caller who names versions, when search chooses another one.",
    }),
    replaced_by: SkillVersionRef.nullable().meta({ description: "What supersedes it; else null." }),
    selected: SkillVersionRef.nullable(),
    selection_revision: Revision.nullable(),
  })
  .meta({ id: "HeldVersion" });
export type HeldVersion = z.infer<typeof HeldVersion>;

export const ConversationTarget = z.strictObject({ kind: z.literal("conversation"), thread_id: ThreadId });

export const ReadRef = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("skill"), skill_id: SkillId }),
  SkillVersionRef,
  ConversationTarget,
]);
export type ReadRef = z.infer<typeof ReadRef>;

export const Author = z.strictObject({ connection_id: ConnectionId.nullable(), ...signature });
export type Author = z.infer<typeof Author>;
