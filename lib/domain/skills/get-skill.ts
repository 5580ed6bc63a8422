import { read } from "@/db/client";
import { solvedQuestions } from "@/db/queries/threads";
import { versionHistory, withdrawalOf } from "@/db/queries/version-history";
import { selectedVersion } from "@/db/queries/versions";
import type { SkillVersion, SolvedQuestion, VersionSummary } from "@/lib/contract/public/resources";
import { refuseUnreadable } from "@/lib/domain/present/decision";
import { presentSolvedQuestion, SOLVED_MAX } from "@/lib/domain/present/solved-question";
import { presentVersion, presentVersionSummary, versionRef } from "@/lib/domain/present/version";
import { skillUrl } from "@/lib/platform/urls";

type Skill = SkillVersion & {
  selected: ReturnType<typeof versionRef>;
  selection_revision: string;
  versions: VersionSummary[];
  solved_questions: SolvedQuestion[];
  updated_at: string;
  skill_url: string;
};

/**
 * One skill with its selected version, all its versions and the questions that it solved. Throws `not_found`, or `withdrawn` when none of it is
 * readable.
 */
export async function getSkill(_ctx: unknown, input: { skill_id: string }): Promise<{ data: Skill }> {
  const [row, history, solved] = await read((sql) =>
    Promise.all([
      selectedVersion(sql, input.skill_id),
      versionHistory(sql, input.skill_id),
      solvedQuestions(sql, input.skill_id, SOLVED_MAX),
    ]),
  );
  if (!row) throw refuseUnreadable(await read((sql) => withdrawalOf(sql, input.skill_id, null)));
  return {
    data: {
      ...presentVersion(row),
      selected: versionRef(row),
      selection_revision: row.selection_revision,
      versions: history.map((version) => presentVersionSummary(input.skill_id, version)),
      solved_questions: solved.map(presentSolvedQuestion),
      updated_at: row.updated_at.toISOString(),
      skill_url: skillUrl(row.skill_id, row.slug),
    },
  };
}
