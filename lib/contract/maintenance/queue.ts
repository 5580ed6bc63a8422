import { z } from "zod";
import { endpoint } from "@/lib/contract/endpoint";
import { Author, Operation } from "@/lib/contract/knowledge/resources";
import { Submission, SubmissionInReview } from "@/lib/contract/knowledge/submissions";
import { Cursor, Revision, SkillId, SkillVersionRef } from "@/lib/contract/primitives";
import { page } from "@/lib/contract/public/resources";

export const QUEUE_ITEMS_MAX = 25;

export const QueueItem = z
  .strictObject({
    operation: Operation,
    submitted_by: Author,
    submission: Submission,
    review: SubmissionInReview,
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
  name: "list_queue",
  method: "GET",
  path: "/api/v1/maintenance/queue",
  summary: "Submissions in review, oldest first, with their text, what the rules found, and their candidates.",
  tag: "Maintenance",
  input: z.strictObject({
    limit: z.int().min(1).max(QUEUE_ITEMS_MAX).optional().meta({ description: "Default 10." }),
    cursor: Cursor.optional(),
  }),
  output: page(QueueItem),
  problems: [
    "authentication_required",
    "invalid_token",
    "connection_paused",
    "connection_revoked",
    "maintainer_required",
    "invalid_cursor",
  ],
  auth: "connection",
  access: "read",
  rate: "v2_read",
});
