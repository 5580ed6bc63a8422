import type { Sql } from "@/db/client";
import { filesOfBundle, filesOfVersion, ownBundle } from "@/db/queries/files";
import type { Submission } from "@/lib/contract/knowledge/submissions";
import { BundleId } from "@/lib/contract/primitives";
import type { SkillFile } from "@/lib/domain/publishing/version-files";
import { takeFrontMatter } from "@/lib/domain/skills/front-matter";
import { type FieldError, Problem } from "@/lib/platform/errors";

/** What the front matter of an update says to have no files. */
const NONE = "none";

/** The bundle that a submission names; null when it names none. */
export function bundleOf({ markdown }: Submission): string | null {
  const { bundle } = takeFrontMatter(markdown);
  return bundle === NONE ? null : bundle;
}

/** Why a submission of this connection may not name its bundle; empty if it may, or if it names none. */
export async function bundleErrors(sql: Sql, connection_id: string, submission: Submission): Promise<FieldError[]> {
  const bundle = bundleOf(submission);
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
 * updates, unless it says `bundle: none`. Throws `unknown_reference` when the bundle has gone.
 */
export async function filesOfSubmission(sql: Sql, connection_id: string, submission: Submission): Promise<SkillFile[]> {
  const { bundle } = takeFrontMatter(submission.markdown);
  if (bundle === NONE) return [];
  if (bundle === null) return submission.kind === "update" ? filesOfVersion(sql, submission.base_version_id) : [];
  const files = await filesOfBundle(sql, connection_id, bundle);
  if (files.length > 0) return files;
  throw new Problem("unknown_reference", {
    detail: "The bundle of this submission has gone.",
    errors: [{ pointer: "/markdown", code: "unknown_reference", detail: "names a bundle that has gone" }],
  });
}
