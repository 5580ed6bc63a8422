import type { Sql } from "@/db/client";
import { versionState } from "@/db/queries/maintenance";
import { versionHistory, withdrawalOf } from "@/db/queries/versions";
import type { InputOf } from "@/lib/contract/endpoint";
import type { SkillVersionRef } from "@/lib/contract/primitives";
import type { VersionSummary } from "@/lib/contract/public/resources";
import type { withdrawOwnVersion as contract } from "@/lib/contract/public/skills";
import { byMaintainer, type Moderation } from "@/lib/domain/moderation/moderate";
import { noVersion } from "@/lib/domain/moderation/no-version";
import { ownerOfOperation, withdraw } from "@/lib/domain/moderation/withdraw-version";
import { presentVersionSummary } from "@/lib/domain/present/version-summary";
import type { Decider } from "@/lib/domain/publishing/record-change";
import { Problem } from "@/lib/platform/errors";

type Input = InputOf<typeof contract>;
type Withdrawn = VersionSummary & {
  skill_id: string;
  withdrawn_at: string;
  reason: string;
  selected: SkillVersionRef | null;
  selection_revision: string;
};

const withdrawing: Moderation<Input, Withdrawn> = {
  quotesNothing: true,
  concerns: ownerOfOperation,
  permits: async () => true,
  effect: withdrawOwn,
};

/**
 * Withdraws a version for its author and erases its texts; one that a maintainer withdrew keeps its reason. Throws
 * `not_found`, and `not_author` for everybody else.
 */
export const withdrawOwnVersion = byMaintainer(withdrawing);

async function withdrawOwn(sql: Sql, decider: Decider, input: Input): Promise<Withdrawn> {
  const { skill_id, version_id } = input;
  const version = await versionState(sql, skill_id, version_id);
  if (!version) throw noVersion();
  if (decider.connection_id === null || version.author_connection_id !== decider.connection_id)
    throw new Problem("not_author");
  const { selected, selection_revision } = await withdraw(sql, decider, input, { title: false, by: "author" });
  const row = (await versionHistory(sql, skill_id)).find((one) => one.version_id === version_id);
  const withdrawal = await withdrawalOf(sql, skill_id, version_id);
  if (!row || !withdrawal) throw new Error("The version has gone though its skill was locked.");
  return {
    ...presentVersionSummary(skill_id, row),
    skill_id,
    withdrawn_at: withdrawal.withdrawn_at.toISOString(),
    reason: withdrawal.withdrawn_reason,
    selected,
    selection_revision,
  };
}
