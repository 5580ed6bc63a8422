import { z } from "zod";
import { endpoint } from "@/lib/contract/endpoint";
import { Author, Operation, SkillFinding, SubmissionInReview } from "@/lib/contract/knowledge/resources";
import { Submission } from "@/lib/contract/knowledge/submissions";
import { listing, moderation, Reason, refusals } from "@/lib/contract/maintenance/moderation";
import {
  Cursor,
  OperationRef,
  Quarantine,
  Revision,
  SkillId,
  SkillVersionRef,
  Timestamp,
  Url,
} from "@/lib/contract/primitives";
import { answer, page } from "@/lib/contract/public/resources";

const QUEUE_ITEMS_MAX = 25;

/** The changes that an update makes to the version it builds on. */
const Changes = z.strictObject({
  base: SkillVersionRef,
  fields: z.array(z.string()).meta({ description: "The fields that differ, the text included." }),
  unified: z.string().meta({ description: "The unified diff of the text, empty when it is the same." }),
  lines_added: z.int().min(0),
  lines_removed: z.int().min(0),
  withheld: z.boolean().meta({ description: "True when the base was withdrawn: its text is shown to nobody." }),
});

export const QueueItem = z
  .strictObject({
    operation: Operation,
    submitted_by: Author,
    submission: Submission,
    review: SubmissionInReview,
    changes: Changes.nullable().meta({ description: "Null for a new skill: all of it is new." }),
    skill: z
      .strictObject({
        skill_id: SkillId,
        slug: z.string(),
        selected: SkillVersionRef.nullable(),
        selection_revision: Revision,
        author: Author,
      })
      .nullable()
      .meta({ description: "The skill that an update is for, as it is now." }),
  })
  .meta({ id: "QueueItem" });
export type QueueItem = z.infer<typeof QueueItem>;

/** An integer that increases with every change of the rules that judge skills. */
export const RulesVersion = z.int().min(1);

/**
 * A published version that the current rules would hold or refuse. It stays published until a maintainer withdraws it.
 */
export const JudgedAgainItem = z
  .strictObject({
    ref: SkillVersionRef,
    canonical_url: Url,
    title: z.string(),
    description: z.string(),
    selected: z.boolean().meta({ description: "Whether the skill offers this version now." }),
    published_at: Timestamp,
    rules_version: RulesVersion.meta({ description: "The rules that judged it; name them when you keep it." }),
    verdict: z.enum(["hold", "reject"]),
    findings: z.array(SkillFinding).meta({ description: "What speaks against it, with rule, line and excerpt." }),
    since: Timestamp.meta({ description: "When rules first found it." }),
  })
  .meta({ id: "JudgedAgainItem" });
export type JudgedAgainItem = z.infer<typeof JudgedAgainItem>;

/** A published version that is listed nowhere until a maintainer vouches for it. */
export const WaitingItem = z
  .strictObject({
    ref: SkillVersionRef,
    canonical_url: Url,
    title: z.string(),
    description: z.string(),
    author: Author.nullable().meta({ description: "Null for an import." }),
    quarantine: Quarantine,
    findings: z.array(SkillFinding).meta({ description: "What the rules found, with rule, line and excerpt." }),
    appeal: z
      .strictObject({ text: z.string(), created_at: Timestamp })
      .nullable()
      .meta({ description: "The open appeal of its author." }),
  })
  .meta({ id: "WaitingItem" });
export type WaitingItem = z.infer<typeof WaitingItem>;

export const listQueue = endpoint({
  ...listing,
  name: "list_queue",
  path: "/api/v1/maintenance/queue",
  summary: "Submissions in review, oldest first, with their text, what the rules found, and their candidates.",
  description:
    "`judged_again` lists published versions that the rules would hold or refuse today, oldest first, with a cursor of its own. They stay published until a maintainer keeps or withdraws them. `waiting` lists the versions that wait, the latest first: vouch for them or withdraw them.",
  input: z.strictObject({
    limit: z.int().min(1).max(QUEUE_ITEMS_MAX).optional().meta({ description: "Default 10." }),
    cursor: Cursor.optional(),
    waiting_cursor: Cursor.optional().meta({ description: "The next page of `waiting`." }),
    judged_again_cursor: Cursor.optional().meta({ description: "The next page of `judged_again`." }),
  }),
  output: page(QueueItem).extend({ judged_again: page(JudgedAgainItem), waiting: page(WaitingItem) }),
});

export const decideSubmission = endpoint({
  ...moderation,
  name: "decide_submission",
  path: "/api/v1/maintenance/decide",
  summary: "Approve or reject a submission that is in review.",
  description:
    "Approving publishes the version and selects it; one that was held and is for older releases than the selected one is only listed. Its text is compared with what is published once more.",
  input: z.strictObject({
    operation_ref: OperationRef,
    decision: z.enum(["approve", "reject"]),
    reason: Reason,
    observed_selection_revision: Revision.optional().meta({
      description:
        "Approves an update although another version was selected since it was sent: the revision you have seen.",
    }),
  }),
  output: answer(z.strictObject({ operation: Operation })),
  problems: [
    ...refusals,
    "not_found",
    "invalid_transition",
    "selection_revision_conflict",
    "duplicate_content",
    "no_change",
  ],
});
