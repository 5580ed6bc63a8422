import type { Sql } from "@/db/client";
import { takeJudgedAgain } from "@/db/queries/judged-again";
import { versionState } from "@/db/queries/maintenance";
import { lockSkillSelection } from "@/db/queries/submissions";
import type { InputOf } from "@/lib/contract/endpoint";
import type { keepVersion as contract } from "@/lib/contract/maintenance/keep";
import type { SkillVersionRef } from "@/lib/contract/primitives";
import { byMaintainer, type Moderation } from "@/lib/domain/moderation/moderate";
import { noVersion } from "@/lib/domain/moderation/no-version";
import { versionRef } from "@/lib/domain/present/version";
import { type Decider, recordChange } from "@/lib/domain/publishing/record-change";
import { Problem } from "@/lib/platform/errors";

type Input = InputOf<typeof contract>;
type Kept = { ref: SkillVersionRef; rules_version: number };

/**
 * Keeps a published version that the current rules would hold or refuse. It leaves the queue until newer rules judge
 * it. Of two concurrent decisions, one succeeds and the other gets `invalid_transition`.
 */
export const keeping: Moderation<Input, Kept> = { effect: keep };

export const keepVersion = byMaintainer(keeping);

async function keep(sql: Sql, decider: Decider, input: Input): Promise<Kept> {
  const { skill_id, version_id, rules_version, reason } = input;
  const version = (await lockSkillSelection(sql, skill_id)) ? await versionState(sql, skill_id, version_id) : null;
  if (!version) throw noVersion();
  if (version.withdrawn) throw new Problem("invalid_transition", { detail: "The version is withdrawn." });
  const taken = await takeJudgedAgain(sql, version_id, rules_version);
  if (!taken) {
    throw new Problem("invalid_transition", {
      detail: `The version does not wait under the rules of version ${rules_version}. Read the queue again.`,
    });
  }
  const { verdict, findings } = taken;
  const details = { rules_version, verdict, rules: [...new Set(findings.map(({ rule }) => rule))].sort() };
  await recordChange(sql, decider, { kind: "approval", skill_id, version_id, reason, details });
  return { ref: versionRef(version), rules_version };
}
