import { z } from "zod";
import { endpoint } from "@/lib/contract/endpoint";
import { moderation, Reason, refusals } from "@/lib/contract/maintenance/moderation";
import { Revision, SkillVersionRef, VersionId } from "@/lib/contract/primitives";
import { answer } from "@/lib/contract/public/resources";

const shared = {
  ...moderation,
  input: z.strictObject({ version_id: VersionId, reason: Reason }),
  carriedBy: { version_id: { path: "version_id" } },
  problems: [...refusals, "not_found" as const, "invalid_transition" as const],
};
const now = { ref: SkillVersionRef, selected: SkillVersionRef.nullable(), selection_revision: Revision };

export const vouchForVersion = endpoint({
  ...shared,
  name: "vouch_for_version",
  path: "/api/v1/maintenance/versions/{version_id}/vouch",
  summary: "Vouch for a version: if it waits, lists show it from now on.",
  description:
    "It is selected if it is newer than the selected version and no backport of it. It counts for its author's record. An open appeal is answered by the decision. Taken back by `quarantine`.",
  output: answer(z.strictObject({ ...now, state: z.enum(["published", "candidate"]) })),
});

export const quarantineVersion = endpoint({
  ...shared,
  name: "quarantine_version",
  path: "/api/v1/maintenance/versions/{version_id}/quarantine",
  summary: "Make a version wait: it answers at its address and is listed nowhere.",
  description:
    "Also takes back that somebody vouched for it. If it was selected, the newest other listed version takes its place, backports aside.",
  output: answer(z.strictObject({ ...now, state: z.literal("waiting") })),
});
