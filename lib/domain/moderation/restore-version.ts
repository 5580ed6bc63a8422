import type { Sql } from "@/db/client";
import { storeWithdrawal, versionState } from "@/db/queries/maintenance";
import { lockSkillSelection } from "@/db/queries/submissions";
import type { InputOf } from "@/lib/contract/endpoint";
import type { restoreVersion as contract } from "@/lib/contract/maintenance/withdraw";
import type { SkillVersionRef } from "@/lib/contract/primitives";
import { byMaintainer, type Moderation } from "@/lib/domain/moderation/moderate";
import { noVersion } from "@/lib/domain/moderation/no-version";
import { versionRef } from "@/lib/domain/present/version";
import { type Decider, recordChange } from "@/lib/domain/publishing/record-change";
import { Problem } from "@/lib/platform/errors";

type Input = InputOf<typeof contract>;
type Restored = {
  ref: SkillVersionRef;
  state: "published" | "candidate";
  selected: SkillVersionRef | null;
  selection_revision: string;
};

/** Reverts a withdrawal. The version becomes readable again; selecting it is a separate decision. */
export const restoring: Moderation<Input, Restored> = { effect: restore };

export const restoreVersion = byMaintainer(restoring);

async function restore(sql: Sql, decider: Decider, { skill_id, version_id, reason }: Input): Promise<Restored> {
  const skill = await lockSkillSelection(sql, skill_id);
  const version = skill ? await versionState(sql, skill_id, version_id) : null;
  if (!skill || !version) throw noVersion();
  if (!version.withdrawn) throw new Problem("invalid_transition", { detail: "The version is not withdrawn." });
  if (version.erased) throw new Problem("invalid_transition", { detail: "The text of the version was erased." });
  const { selected_version_id, selection_revision } = skill;
  await storeWithdrawal(sql, version_id, null);
  const details = { selected_version_id, selection_revision };
  await recordChange(sql, decider, { kind: "restoration", skill_id, version_id, reason, details });
  return {
    ref: versionRef(version),
    state: version.is_candidate ? "candidate" : "published",
    selected: selected_version_id ? versionRef({ skill_id, version_id: selected_version_id }) : null,
    selection_revision,
  };
}
