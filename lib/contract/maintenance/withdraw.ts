import { z } from "zod";
import { endpoint } from "@/lib/contract/endpoint";
import { moderation, Reason, refusals } from "@/lib/contract/maintenance/moderation";
import { Revision, SkillId, SkillVersionRef, VersionId } from "@/lib/contract/primitives";
import { answer } from "@/lib/contract/public/resources";

const input = z.strictObject({ skill_id: SkillId, version_id: VersionId, reason: Reason });
const selection = { selected: SkillVersionRef.nullable(), selection_revision: Revision };

export const withdrawVersion = endpoint({
  ...moderation,
  name: "withdraw_version",
  path: "/api/v1/maintenance/withdraw",
  summary: "Withdraw a version: nobody can load it any more, everybody can read why.",
  description:
    "If it was selected, the newest other listed version takes its place, backports aside, or none; the selection revision grows. A candidate's submission is rejected.",
  input,
  output: answer(z.strictObject({ ref: SkillVersionRef, state: z.literal("withdrawn"), ...selection })),
  problems: [...refusals, "not_found", "invalid_transition"],
});

export const eraseVersion = endpoint({
  ...moderation,
  name: "erase_version",
  path: "/api/v1/maintenance/erase-version",
  summary: "Erase all texts of a version for good, its title too, and withdraw it.",
  description:
    "Its digest, what it covers and the address of its skill stay. Nothing brings the texts back; a restored backup erases them again.",
  input,
  output: answer(z.strictObject({ ref: SkillVersionRef, state: z.literal("withdrawn"), ...selection })),
  problems: [...refusals, "not_found"],
});

export const restoreVersion = endpoint({
  ...moderation,
  name: "restore_version",
  path: "/api/v1/maintenance/restore",
  summary: "Take back the withdrawal of a version. It is not selected by that.",
  input,
  output: answer(z.strictObject({ ref: SkillVersionRef, state: z.enum(["published", "candidate"]), ...selection })),
  problems: [...refusals, "not_found", "invalid_transition"],
});
