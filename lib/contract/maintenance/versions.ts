import { z } from "zod";
import { endpoint } from "@/lib/contract/endpoint";
import { listing, moderation, Reason, refusals } from "@/lib/contract/maintenance/moderation";
import { RulesVersion } from "@/lib/contract/maintenance/queue";
import { Review, Revision, SkillId, SkillVersionRef, VersionId, VersionUrl } from "@/lib/contract/primitives";
import { answer, Freshness, paging } from "@/lib/contract/public/resources";

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

const versionAndReason = z.strictObject({ skill_id: SkillId, version_id: VersionId, reason: Reason });
const selection = { selected: SkillVersionRef.nullable(), selection_revision: Revision };

export const withdrawVersion = endpoint({
  ...moderation,
  name: "withdraw_version",
  path: "/api/v1/maintenance/withdraw",
  summary: "Withdraw a version: nobody can load it any more, everybody can read why.",
  description:
    "If it was selected, the newest other listed version takes its place, backports aside, or none; the selection revision grows. A candidate's submission is rejected.",
  input: versionAndReason,
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
  input: versionAndReason,
  output: answer(z.strictObject({ ref: SkillVersionRef, state: z.literal("withdrawn"), ...selection })),
  problems: [...refusals, "not_found"],
});

export const restoreVersion = endpoint({
  ...moderation,
  name: "restore_version",
  path: "/api/v1/maintenance/restore",
  summary: "Take back the withdrawal of a version. It is not selected by that.",
  input: versionAndReason,
  output: answer(z.strictObject({ ref: SkillVersionRef, state: z.enum(["published", "candidate"]), ...selection })),
  problems: [...refusals, "not_found", "invalid_transition"],
});

const vouching = {
  ...moderation,
  input: z.strictObject({ version_id: VersionId, reason: Reason }),
  carriedBy: { version_id: { path: "version_id" } },
  problems: [...refusals, "not_found" as const, "invalid_transition" as const],
};

export const vouchForVersion = endpoint({
  ...vouching,
  name: "vouch_for_version",
  path: "/api/v1/maintenance/versions/{version_id}/vouch",
  summary: "Vouch for a version: if it waits, lists show it from now on.",
  description:
    "It is selected if it is newer than the selected version and no backport of it. It counts for its author's record. An open appeal is answered by the decision. Taken back by `quarantine`.",
  output: answer(z.strictObject({ ref: SkillVersionRef, ...selection, state: z.enum(["published", "candidate"]) })),
});

export const quarantineVersion = endpoint({
  ...vouching,
  name: "quarantine_version",
  path: "/api/v1/maintenance/versions/{version_id}/quarantine",
  summary: "Make a version wait: it answers at its address and is listed nowhere.",
  description:
    "Also takes back that somebody vouched for it. If it was selected, the newest other listed version takes its place, backports aside.",
  output: answer(z.strictObject({ ref: SkillVersionRef, ...selection, state: z.literal("waiting") })),
});

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

const StaleVersion = z
  .strictObject({ ref: SkillVersionRef, title: z.string(), version_url: VersionUrl, freshness: Freshness })
  .meta({ id: "StaleVersion", description: "A selected version that was checked against an older release." });
export type StaleVersion = z.infer<typeof StaleVersion>;

export const listStaleVersions = endpoint({
  ...listing,
  name: "list_stale_versions",
  path: "/api/v1/maintenance/freshness",
  summary: "Selected versions that were checked against an older release than the newest, the newest release first.",
  description: "A version leaves the list when it is reviewed for the release, or when another one is selected.",
  input: z.strictObject({ limit: paging.limit }),
  output: answer(z.array(StaleVersion)),
  problems: listing.problems.filter((code) => code !== "invalid_cursor"),
});
