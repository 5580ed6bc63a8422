import { z } from "zod";
import { endpoint } from "@/lib/contract/endpoint";
import { moderation, Reason, refusals } from "@/lib/contract/maintenance/moderation";
import { Review, SkillId, SkillVersionRef, VersionId } from "@/lib/contract/primitives";
import { answer } from "@/lib/contract/public/resources";

const REVIEW_NOTE_CHARACTERS_MAX = 2_000;
const VERSION_CHECKED_CHARACTERS_MAX = 120;

export const addReviewNote = endpoint({
  ...moderation,
  name: "add_review_note",
  path: "/api/v1/maintenance/review-notes",
  summary: "Record what you checked in a skill version, and against which upstream version.",
  input: z.strictObject({
    skill_id: SkillId,
    version_id: VersionId,
    version_checked: z
      .string()
      .min(1)
      .max(VERSION_CHECKED_CHARACTERS_MAX)
      .meta({ description: "The upstream version that was checked.", examples: ["16.4.6"] }),
    note: z.string().min(1).max(REVIEW_NOTE_CHARACTERS_MAX),
    reason: Reason,
  }),
  output: answer(z.strictObject({ ref: SkillVersionRef, review: Review })),
  status: 201,
  problems: [...refusals, "not_found", "invalid_transition"],
});
