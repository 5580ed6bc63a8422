import { z } from "zod";
import { endpoint } from "@/lib/contract/endpoint";
import { moderation, Reason, refusals } from "@/lib/contract/maintenance/moderation";
import { Revision, SkillId, SkillVersionRef, VersionId } from "@/lib/contract/primitives";
import { answer } from "@/lib/contract/public/resources";

export const selectVersion = endpoint({
  ...moderation,
  name: "select_version",
  path: "/api/v1/maintenance/select",
  summary: "Select a version of a skill: a candidate, or an older one to roll back to.",
  description:
    "A skill's author may select candidates of the skill; everything else is for maintainers. Selecting a candidate ends the review of its submission.",
  input: z.strictObject({
    skill_id: SkillId,
    version_id: VersionId,
    observed_selection_revision: Revision.meta({
      description: "The `selection_revision` you last observed; another one is 409.",
    }),
    reason: Reason,
  }),
  output: answer(
    z.strictObject({ ref: SkillVersionRef, previous: SkillVersionRef.nullable(), selection_revision: Revision }),
  ),
  problems: [...refusals, "not_found", "selection_revision_conflict", "invalid_transition"],
});
