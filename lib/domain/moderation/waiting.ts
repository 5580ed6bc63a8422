import type { Sql } from "@/db/client";
import { type ListedVersionRow, listedVersions } from "@/db/queries/held-versions";
import { confirmedVersions, storeQuarantine, storeVouch } from "@/db/queries/quarantine";
import { lockSkillSelection, storeSelection, versionState } from "@/db/queries/selection";
import type { InputOf } from "@/lib/contract/endpoint";
import type {
  quarantineVersion as quarantineVersionContract,
  vouchForVersion as vouchForVersionContract,
} from "@/lib/contract/maintenance/versions";
import type { SkillVersionRef } from "@/lib/contract/primitives";
import { byMaintainer, type Moderation, noVersion } from "@/lib/domain/moderation/moderate";
import { versionRef } from "@/lib/domain/present/version";
import { type Decider, type RecordedChange, recordChanges } from "@/lib/domain/publishing/record-change";
import { Problem } from "@/lib/platform/errors";
import { isBackport, newestOf } from "@/lib/search/rank/choose-version";

type Input = InputOf<typeof quarantineVersionContract>;
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
 * Makes a version wait in the caller's transaction: it leaves every list with the commit. If it was selected, the
 * newest other listed version that is not a backport takes its place, if there is one. Null when it waits for these
 * reasons already, or is withdrawn. Throws `not_found`. Call it last: it ends with the publish log.
 */
export async function quarantineVersion(
  sql: Sql,
  version_id: string,
  reasons: string[],
  { decider, reason }: { decider: Decider; reason: string },
): Promise<Waiting | null> {
  const place = await versionState(sql, { version_id });
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

type VouchInput = InputOf<typeof vouchForVersionContract>;
type Vouched = {
  ref: SkillVersionRef;
  state: "published" | "candidate";
  selected: SkillVersionRef | null;
  selection_revision: string;
};

export const vouching: Moderation<VouchInput, Vouched> = {
  effect: async (sql, decider, { version_id, reason }) => {
    const vouched = await vouch(sql, version_id, { decider, reason });
    if (!vouched)
      throw new Problem("invalid_transition", {
        detail: "Somebody has vouched for the version, and it does not wait.",
      });
    return vouched;
  },
};

export const vouchForVersion = byMaintainer(vouching);

/**
 * Vouches for a version in the caller's transaction: lists show it from the commit on, and it counts for its author's
 * record. It is selected if it is newer than the listed selected version and no backport of it, or if none is listed.
 * Null when somebody has vouched for it and it does not wait. Throws `not_found`, and `invalid_transition` for a
 * withdrawn version. Call it last: it ends with the publish log.
 */
export async function vouch(
  sql: Sql,
  version_id: string,
  { decider, reason }: { decider: Decider; reason: string },
): Promise<Vouched | null> {
  const found = await versionState(sql, { version_id });
  const skill = found && (await lockSkillSelection(sql, found.skill_id));
  // Read again under the lock: it may have been withdrawn or vouched for meanwhile.
  const place = skill && (await versionState(sql, { version_id }));
  if (!place || !skill) throw noVersion();
  if (place.withdrawn) throw new Problem("invalid_transition", { detail: "The version is withdrawn." });
  if (!(await storeVouch(sql, version_id))) return null;
  const { skill_id } = place;
  const chosen = place.waits ? chosenNow(await listedVersions(sql, [skill_id]), version_id) : null;
  const moves = chosen !== null && chosen !== skill.selected_version_id;
  const selection_revision = moves ? await storeSelection(sql, skill_id, chosen) : skill.selection_revision;
  const selected_version_id = moves ? chosen : skill.selected_version_id;
  const listed = place.waits && !place.is_candidate && !moves;
  const changes: RecordedChange[] = [
    {
      decider,
      change: { kind: "vouch", skill_id, version_id, reason, listed, details: { waited: place.waits } },
      told: place.author_connection_id,
    },
  ];
  if (moves) {
    const details = { selection_revision, previous_version_id: skill.selected_version_id };
    changes.push({ decider, change: { kind: "selection", skill_id, version_id: chosen, reason, details } });
  }
  await recordChanges(sql, changes);
  return {
    ref: versionRef(place),
    state: place.is_candidate ? "candidate" : "published",
    selected: selected_version_id ? versionRef({ skill_id, version_id: selected_version_id }) : null,
    selection_revision,
  };
}

/** The version that lists show by default now that one of them has joined; null while none is listed. */
function chosenNow(listed: ListedVersionRow[], version_id: string): string | null {
  const joined = listed.find((version) => version.version_id === version_id);
  const selected = listed.find(({ is_selected }) => is_selected);
  if (!selected || !joined) return selected?.version_id ?? newestOf(listed)?.version_id ?? null;
  const isNewer = BigInt(joined.ordinal) > BigInt(selected.ordinal);
  const replaces = isNewer && !isBackport(joined.applicability, selected.applicability);
  return (replaces ? joined : selected).version_id;
}

const CONFIRMED = {
  decider: { name: "Readers", connection_id: null, log_name: "confirmations" },
  reason: "Three connections with a record report that it worked, from three networks on three days.",
};

/**
 * Vouches for one version without a risk that readers confirmed, in the caller's transaction; false if there is none.
 * Any number of workers may run it at a time: each version is vouched for once.
 */
export async function vouchForConfirmed(sql: Sql): Promise<boolean> {
  const [found] = await confirmedVersions(sql, { version_id: null, limit: 1 });
  if (!found) return false;
  await lockSkillSelection(sql, found.skill_id);
  // Read again under the lock: a maintainer may have decided meanwhile.
  const [still] = await confirmedVersions(sql, { version_id: found.version_id, limit: 1 });
  if (still) await vouch(sql, still.version_id, CONFIRMED);
  return true;
}
