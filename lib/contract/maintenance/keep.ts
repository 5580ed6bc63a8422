import { z } from "zod";
import { endpoint } from "@/lib/contract/endpoint";
import { moderation, Reason, refusals } from "@/lib/contract/maintenance/moderation";
import { RulesVersion } from "@/lib/contract/maintenance/queue";
import { SkillId, SkillVersionRef, VersionId } from "@/lib/contract/primitives";
import { answer } from "@/lib/contract/public/resources";

export const keepVersion = endpoint({
  ...moderation,
  name: "keep_version",
  path: "/api/v1/maintenance/keep",
  summary: "Keep a published version that newer rules would hold or refuse.",
  description:
    "It leaves `judged_again` of the queue until the rules change again. The decision is an `approval` that names the rules. To take the version away, withdraw it.",
  input: z.strictObject({
    skill_id: SkillId,
    version_id: VersionId,
    rules_version: RulesVersion.meta({
      description: "The `rules_version` of the queue's item: findings of newer rules than you have seen are 409.",
    }),
    reason: Reason,
  }),
  output: answer(z.strictObject({ ref: SkillVersionRef, rules_version: RulesVersion })),
  problems: [...refusals, "not_found", "invalid_transition"],
});
