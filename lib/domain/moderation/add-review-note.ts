import type { Sql } from "@/db/client";
import { clock, insertReviewNote } from "@/db/queries/decisions";
import { lockSkillSelection, versionState } from "@/db/queries/selection";
import type { InputOf } from "@/lib/contract/endpoint";
import type { addReviewNote as contract } from "@/lib/contract/maintenance/versions";
import type { Review, SkillVersionRef } from "@/lib/contract/primitives";
import { byMaintainer, type Moderation, noVersion } from "@/lib/domain/moderation/moderate";
import { markOf } from "@/lib/domain/present/author";
import { versionRef } from "@/lib/domain/present/version";
import { type Decider, recordChange } from "@/lib/domain/publishing/record-change";
import { Problem } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";

type Input = InputOf<typeof contract>;
type Noted = { ref: SkillVersionRef; review: Review };

/** Records which checks a reviewer made on a version. Readers see the newest note. */
export const reviewing: Moderation<Input, Noted> = {
  texts: ({ version_checked, note }) => [
    { pointer: "/version_checked", text: version_checked },
    { pointer: "/note", text: note },
  ],
  effect: addNote,
};

export const addReviewNote = byMaintainer(reviewing);

async function addNote(sql: Sql, decider: Decider, input: Input): Promise<Noted> {
  const { skill_id, version_id, version_checked, note, reason } = input;
  const version = (await lockSkillSelection(sql, skill_id)) ? await versionState(sql, skill_id, version_id) : null;
  if (!version) throw noVersion();
  if (version.withdrawn) throw new Problem("invalid_transition", { detail: "The version is withdrawn." });
  const review = { version_checked, note, reviewer: decider.name, reviewed_at: await clock(sql) };
  const by = decider.connection_id;
  await insertReviewNote(sql, { ...review, reviewer_connection_id: by, review_note_id: newId("rev"), version_id });
  const { reviewed_at } = review;
  const details = { version_checked, note };
  await recordChange(sql, decider, { kind: "review", skill_id, version_id, reason, details, reviewed_at });
  return {
    ref: versionRef(version),
    review: {
      state: "reviewed",
      ...review,
      ...(by ? { reviewer_mark: markOf(by) } : {}),
      reviewed_at: review.reviewed_at.toISOString(),
    },
  };
}
