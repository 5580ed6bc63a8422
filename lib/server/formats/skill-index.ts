import { read } from "@/db/client";
import { bestFiles, type SkillFileRow } from "@/db/queries/skill-files";
import { selectedVersion, withdrawalOf } from "@/db/queries/versions";
import { SkillId } from "@/lib/contract/primitives";
import { versionFile } from "@/lib/domain/present/skill-file";
import { refuseUnreadable } from "@/lib/domain/present/unreadable";
import { Problem } from "@/lib/platform/errors";
import { sha256 } from "@/lib/platform/secret";
import { versionUrl } from "@/lib/platform/urls";
import { type Document, jsonDocument } from "@/lib/server/formats/document";

/** Agent Skills Discovery, version 0.2.0. */
const SCHEMA = "https://schemas.agentskills.io/discovery/0.2.0/schema.json";
const LISTED = 50;
const KEEP_SECONDS = 60;

/**
 * The index of the whole site. It lists only the skills with the best outcomes, because clients offer to install all.
 */
export async function siteIndex(): Promise<Document> {
  const rows = await read((sql) => bestFiles(sql, LISTED));
  return indexOf(rows);
}

/** The index below a skill's page: only that skill. Throws `not_found` and `withdrawn`. */
export async function skillIndex(skill_id: string): Promise<Document> {
  const known = SkillId.safeParse(skill_id).success;
  if (!known) throw new Problem("not_found", { detail: "No skill has this id." });
  const row = await read((sql) => selectedVersion(sql, skill_id));
  if (!row) throw refuseUnreadable(await read((sql) => withdrawalOf(sql, skill_id, null)));
  return indexOf([row]);
}

/** Every entry points to the file of one version, which never changes, so its digest stays valid. */
function indexOf(rows: SkillFileRow[]): Document {
  const skills = rows.map((row) => ({
    name: row.slug,
    type: "skill-md",
    description: row.description,
    url: `${versionUrl(row.skill_id, row.version_id)}/SKILL.md`,
    digest: `sha256:${sha256(versionFile(row)).toString("hex")}`,
  }));
  return jsonDocument({ $schema: SCHEMA, skills }, KEEP_SECONDS);
}
