import type postgres from "postgres";
import { dedicatedConnection } from "@/db/client";
import { countSkills, lockSeeding } from "@/db/queries/publishing";
import { inTransaction } from "@/db/transaction";
import { STARTER_AUTHOR } from "@/lib/contract/skill-in-words";
import { findSkills, LIBRARY } from "@/lib/domain/import/find-skills";
import { judgeVersions } from "@/lib/domain/import/judge-versions";
import { type FileRefusal, readSkill } from "@/lib/domain/import/read-skill";
import { type Incoming, storeSkill } from "@/lib/domain/import/store-skill";

/**
 * Imports the starter library with its review notes when there are no skills at all; else does nothing. All of it is
 * one transaction, so a start killed half-way leaves nothing and the next one begins again. Of two concurrent calls one
 * waits.
 */
export async function seedLibrary({
  onProgress = () => {},
}: {
  onProgress?: (news: string) => void;
} = {}): Promise<{ skills: number; versions: number }> {
  const sql = dedicatedConnection();
  try {
    if ((await countSkills(sql)) > 0) return { skills: 0, versions: 0 };
    const { skills, refusals } = await readLibrary(onProgress);
    // The project's tests reject a library with refusals; a service still starts with the rest.
    if (refusals.length > 0) onProgress(`${refusals.length} files of the starter library were refused`);
    return await storeAll(sql, skills, onProgress);
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/**
 * Reads and judges the whole starter library. Its files have maintainers, so files that would be held for one are
 * accepted.
 */
export async function readLibrary(
  onProgress: (news: string) => void = () => {},
): Promise<{ skills: Ready[]; refusals: FileRefusal[] }> {
  const { skills: folders, unreadable } = findSkills(LIBRARY);
  const skills: Ready[] = [];
  const refusals = [...unreadable];
  for (const folder of folders) {
    // Without its checkout, which of a deployment may be private.
    const read = readSkill(folder);
    refusals.push(...read.refused);
    if (!read.newest) continue;
    // A note means that a file is not accepted unchanged, which ours should be.
    refusals.push(...read.notes);
    const judged = await judgeVersions(read, { acceptHeld: true, reviewNotes: true });
    refusals.push(...judged.refusals);
    if (judged.versions) skills.push({ source_path: read.source_path, versions: judged.versions.map(ofTheProject) });
    onProgress(`${skills.length} of ${folders.length} skills read`);
  }
  return { skills, refusals };
}

/** The same version with its author: this project. */
function ofTheProject(version: Incoming): Incoming {
  const { source_repository = null, source_commit = null, source_license = null } = version.source ?? {};
  return { ...version, source: { source_repository, source_commit, source_license, source_author: STARTER_AUTHOR } };
}

type Ready = { source_path: string; versions: Incoming[] };

async function storeAll(
  sql: postgres.Sql,
  skills: Ready[],
  onProgress: (news: string) => void,
): Promise<{ skills: number; versions: number }> {
  const made = { skills: 0, versions: 0 };
  await inTransaction(sql, async (tx) => {
    await lockSeeding(tx);
    if ((await countSkills(tx)) > 0) return;
    for (const { source_path, versions } of skills) {
      const stored = await storeSkill(tx, source_path, versions);
      if (stored.result === "refused") continue;
      made.skills += 1;
      made.versions += stored.versions;
      onProgress(`${made.skills} of ${skills.length} skills stored`);
    }
  });
  return made;
}
