import type { Sql } from "@/db/client";
import { listedVersions } from "@/db/queries/held-versions";
import { storeSelection, versionPlace } from "@/db/queries/maintenance";
import { storeQuarantine } from "@/db/queries/quarantine";
import { lockSkillSelection } from "@/db/queries/submissions";
import type { InputOf } from "@/lib/contract/endpoint";
import type { quarantineVersion as contract } from "@/lib/contract/maintenance/vouch";
import type { SkillVersionRef } from "@/lib/contract/primitives";
import { byMaintainer, type Moderation } from "@/lib/domain/moderation/moderate";
import { noVersion } from "@/lib/domain/moderation/no-version";
import { versionRef } from "@/lib/domain/present/version";
import { type Decider, type RecordedChange, recordChanges } from "@/lib/domain/publishing/record-change";
import { Problem } from "@/lib/platform/errors";
import { newestOf } from "@/lib/search/rank/superseded";

type Input = InputOf<typeof contract>;
type Waiting = { ref: SkillVersionRef; state: "waiting"; selected: SkillVersionRef | null; selection_revision: string };

/** Makes a published version wait again, and takes back that somebody vouched for it. */
export const quarantining: Moderation<Input, Waiting> = {
  effect: async (sql, decider, { version_id, reason }) => {
    const waiting = await quarantineVersion(sql, version_id, ["maintainer"], { decider, reason });
    if (!waiting) throw new Problem("invalid_transition", { detail: "The version waits already, or is withdrawn." });
    return waiting;
  },
};

export const quarantineByMaintainer = byMaintainer(quarantining);

/**
 * Makes a version wait in the caller's transaction: it leaves every list with the commit. If it was selected, the newest
 * other listed version that is no backport takes its place, if there is one. Null when it waits for these reasons
 * already, or is withdrawn. Throws `not_found`. Call it last: it ends with the publish log.
 */
export async function quarantineVersion(
  sql: Sql,
  version_id: string,
  reasons: string[],
  { decider, reason }: { decider: Decider; reason: string },
): Promise<Waiting | null> {
  const place = await versionPlace(sql, version_id);
  const skill = place && (await lockSkillSelection(sql, place.skill_id));
  if (!place || !skill) throw noVersion();
  const { skill_id } = place;
  if (!(await storeQuarantine(sql, version_id, reasons))) return null;
  const instead =
    skill.selected_version_id === version_id ? newestOf(await listedVersions(sql, [skill_id])) : undefined;
  const selected_version_id = instead?.version_id ?? skill.selected_version_id;
  const selection_revision = instead
    ? await storeSelection(sql, skill_id, instead.version_id)
    : skill.selection_revision;
  const changes: RecordedChange[] = [
    {
      decider,
      change: { kind: "quarantine", skill_id, version_id, reason, details: { reasons } },
      told: place.author_connection_id,
    },
  ];
  if (instead) {
    changes.push({
      decider,
      change: {
        kind: "selection",
        skill_id,
        version_id: instead.version_id,
        reason: `The selected version waits: ${reason}`.slice(0, REASON_CHARACTERS_MAX),
        details: { selection_revision, previous_version_id: version_id },
      },
    });
  }
  await recordChanges(sql, changes);
  return {
    ref: versionRef(place),
    state: "waiting",
    selected: selected_version_id ? versionRef({ skill_id, version_id: selected_version_id }) : null,
    selection_revision,
  };
}

const REASON_CHARACTERS_MAX = 2_000;
