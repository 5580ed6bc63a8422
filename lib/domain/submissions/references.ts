import type { Sql } from "@/db/client";
import { filesOfBundle, filesOfVersion, ownBundle } from "@/db/queries/files";
import { baseVersion, sourceStates } from "@/db/queries/operations";
import { skillSelection } from "@/db/queries/selection";
import type { Submission } from "@/lib/contract/knowledge/submissions";
import { BundleId } from "@/lib/contract/primitives";
import { requireRevision } from "@/lib/domain/publishing/publish-version";
import type { SkillFile } from "@/lib/domain/publishing/version-files";
import { type FieldError, Problem } from "@/lib/platform/errors";

/**
 * Refuses a submission with unknown references: `not_found` for an unknown skill, then `unknown_reference` with all
 * unknown base versions and sources and a bundle that is not the connection's or has ended, then
 * `selection_revision_conflict` if another version was selected in the meantime. `bundle` is that of the front matter.
 */
export async function requireReferences(
  sql: Sql,
  connection_id: string,
  submission: Submission,
  bundle: string | null,
): Promise<void> {
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
  errors.push(...(await bundleErrors(sql, connection_id, bundleNamed(bundle))));
  if (errors.length > 0) {
    throw new Problem("unknown_reference", {
      detail: "The submission refers to something that does not exist.",
      errors,
    });
  }
  if (submission.kind === "update" && skill) requireRevision(skill, submission.observed_selection_revision);
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

/** What the front matter of an update says to have no files. */
const NONE = "none";

/** The bundle that a front matter names; null when it names none. */
export function bundleNamed(bundle: string | null): string | null {
  return bundle === NONE ? null : bundle;
}

/** Why a submission of this connection may not name this bundle; empty if it may. */
async function bundleErrors(sql: Sql, connection_id: string, bundle: string | null): Promise<FieldError[]> {
  if (bundle === null) return [];
  const error = (detail: string) => [{ pointer: "/markdown", code: "unknown_reference", detail }];
  if (!BundleId.safeParse(bundle).success)
    return error("names no bundle: write `bundle: bnd_…` as POST /api/v1/bundles answered it, or `bundle: none`");
  const found = await ownBundle(sql, connection_id, bundle);
  if (!found) return error("names a bundle that this connection has not: send the files to POST /api/v1/bundles first");
  if (!found.ended) return [];
  const at = found.expires_at.toISOString();
  return error(`names a bundle that ended at ${at}: send the files again and name the new one`);
}

/**
 * The files with which a submission is to be published: those of its bundle; without one, those of the version that it
 * updates, unless its front matter says `bundle: none`. Throws `unknown_reference` when the bundle has gone.
 */
export async function filesOfSubmission(
  sql: Sql,
  connection_id: string,
  submission: Submission,
  bundle: string | null,
): Promise<SkillFile[]> {
  if (bundle === NONE) return [];
  if (bundle === null) return submission.kind === "update" ? filesOfVersion(sql, submission.base_version_id) : [];
  const files = await filesOfBundle(sql, connection_id, bundle);
  if (files.length > 0) return files;
  throw new Problem("unknown_reference", {
    detail: "The bundle of this submission has gone.",
    errors: [{ pointer: "/markdown", code: "unknown_reference", detail: "names a bundle that has gone" }],
  });
}
