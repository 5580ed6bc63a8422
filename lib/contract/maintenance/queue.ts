import { z } from "zod";
import { endpoint } from "@/lib/contract/endpoint";
import { Author, Operation } from "@/lib/contract/knowledge/resources";
import { Submission, SubmissionInReview } from "@/lib/contract/knowledge/submissions";
import { listing } from "@/lib/contract/maintenance/listing";
import { Cursor, Revision, SkillId, SkillVersionRef } from "@/lib/contract/primitives";
import { page } from "@/lib/contract/public/resources";

export const QUEUE_ITEMS_MAX = 25;

/** What an update would change in the version it builds on. */
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

export const listQueue = endpoint({
  ...listing,
  name: "list_queue",
  path: "/api/v1/maintenance/queue",
  summary: "Submissions in review, oldest first, with their text, what the rules found, and their candidates.",
  input: z.strictObject({
    limit: z.int().min(1).max(QUEUE_ITEMS_MAX).optional().meta({ description: "Default 10." }),
    cursor: Cursor.optional(),
  }),
  output: page(QueueItem),
});
