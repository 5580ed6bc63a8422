import type { Sql } from "@/db/client";
import { baseVersion, sourceStates } from "@/db/queries/operations";
import { type SkillSelectionRow, skillSelection } from "@/db/queries/selection";
import type { Submission } from "@/lib/contract/knowledge/submissions";
import { bundleErrors } from "@/lib/domain/bundles/files-of-submission";
import { type FieldError, Problem } from "@/lib/platform/errors";

/**
 * Refuses a submission with unknown references: `not_found` for an unknown skill, then `unknown_reference` with all
 * unknown base versions and sources and a bundle that is not the connection's or has ended, then `selection_revision_conflict` if another version was selected in the
 * meantime.
 */
export async function requireReferences(sql: Sql, connection_id: string, submission: Submission): Promise<void> {
  const skill = submission.kind === "update" ? await skillSelection(sql, submission.skill_id) : null;
  if (submission.kind === "update" && !skill) throw new Problem("not_found", { detail: "No skill has this id." });
  const errors = await unknownSources(sql, submission.sources ?? []);
  if (submission.kind === "update" && !(await baseVersion(sql, submission.skill_id, submission.base_version_id))) {
    errors.unshift({
      pointer: "/base_version_id",
      code: "unknown_reference",
      detail: "names no version of this skill",
    });
  }
  errors.push(...(await bundleErrors(sql, connection_id, submission)));
  if (errors.length > 0) {
    throw new Problem("unknown_reference", {
      detail: "The submission refers to something that does not exist.",
      errors,
    });
  }
  if (submission.kind === "update" && skill) requireRevision(skill, submission.observed_selection_revision);
}

/** Throws `selection_revision_conflict` if the observed selection revision is not the current one. */
export function requireRevision(skill: SkillSelectionRow, observed: string): void {
  if (skill.selection_revision === observed) return;
  throw new Problem("selection_revision_conflict", {
    detail: `expected ${observed}, current ${skill.selection_revision}`,
    extra: {
      current_selection_revision: skill.selection_revision,
      current_version_id: skill.selected_version_id,
    },
  });
}

async function unknownSources(sql: Sql, sources: NonNullable<Submission["sources"]>): Promise<FieldError[]> {
  const states = await sourceStates(
    sql,
    sources.map((source) => source.thread_id),
    sources.flatMap((source) => source.message_ids ?? []),
  );
  return sources.flatMap((source, i): FieldError[] => {
    const at = (field: string, detail: string) => ({
      pointer: `/sources/${i}/${field}`,
      code: "unknown_reference",
      detail,
    });
    const thread = states.find((state) => state.thread_id === source.thread_id);
    if (!thread) return [at("thread_id", "names no thread")];
    const beyond = BigInt(source.through_sequence) > BigInt(thread.last_sequence);
    const messages = (source.message_ids ?? []).flatMap((id, j) =>
      thread.known_message_ids.includes(id) ? [] : [at(`message_ids/${j}`, "names no visible message of this thread")],
    );
    return [
      ...(beyond ? [at("through_sequence", `is beyond the thread, which goes to ${thread.last_sequence}`)] : []),
      ...messages,
    ];
  });
}
