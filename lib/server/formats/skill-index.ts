import type { SkillFileRow } from "@/db/queries/skill-files";
import { waitingInWords } from "@/lib/contract/skill-in-words";
import { versionFile } from "@/lib/domain/present/skill-file";
import { presentQuarantine } from "@/lib/domain/present/version";
import { RESERVED_SLUG } from "@/lib/domain/publishing/publish-version";
import { env } from "@/lib/platform/env";
import { Problem } from "@/lib/platform/errors";
import { sha256 } from "@/lib/platform/secret";
import { archiveUrl, versionFileUrl } from "@/lib/platform/urls";
import { type Document, jsonDocument } from "@/lib/server/formats/document";
import { agentGuide, GUIDE } from "@/lib/server/formats/guide";
import { archiveOf, nothing, offeredVersion, readableVersion, updateOf } from "@/lib/server/formats/skill-files";

/** Agent Skills Discovery, version 0.2.0. */
const SCHEMA = "https://schemas.agentskills.io/discovery/0.2.0/schema.json";
const KEEP_SECONDS = 60;

type Entry = {
  name: string;
  description: string;
  type: "skill-md" | "archive";
  url: string;
  content: string | Buffer;
};

/**
 * The index of the whole site: only the guide to it. Clients install everything that is listed here when an address
 * below has no index, and so after a typing error.
 */
export function siteIndex(): Document {
  return indexOf({ ...GUIDE, type: "skill-md", url: `${env().BASE_URL}/skill.md`, content: agentGuide().text });
}

/**
 * The index below a skill's page: only its selected version. Any slug will do, as on the page, except the word that
 * begins the address of a version. Throws `not_found` and `withdrawn`.
 */
export async function skillIndex(skill_id: string, slug?: string): Promise<Document> {
  if (slug === RESERVED_SLUG) throw nothing();
  return indexOf(await entryOf(listed(await offeredVersion(skill_id))));
}

/** The index below a version's page: that version, whichever is selected. Throws `not_found` and `withdrawn`. */
export async function versionIndex(skill_id: string, version_id: string): Promise<Document> {
  return indexOf(await entryOf(listed(await readableVersion(skill_id, version_id))));
}

/**
 * The index that an installer follows from a version: what supersedes it, else that version. Throws `not_found` and
 * `withdrawn`.
 */
export async function updateIndex(skill_id: string, version_id: string): Promise<Document> {
  return indexOf(await entryOf(listed(await updateOf(skill_id, version_id))));
}

/** Installers are offered no version that waits. */
function listed<Row extends SkillFileRow>(row: Row): Row {
  const quarantine = presentQuarantine(row);
  if (quarantine) throw new Problem("not_found", { detail: waitingInWords(quarantine) });
  return row;
}

/**
 * An entry points to the file of one version, or to the archive of its whole folder, which never change, so its digest
 * stays valid.
 */
async function entryOf(row: SkillFileRow): Promise<Entry> {
  const { skill_id, version_id, slug: name, description, files } = row;
  if (files.length > 0)
    return {
      name,
      description,
      type: "archive",
      url: archiveUrl(skill_id, version_id),
      content: Buffer.from(await archiveOf(row)),
    };
  return { name, description, type: "skill-md", url: versionFileUrl(skill_id, version_id), content: versionFile(row) };
}

function indexOf({ name, description, type, url, content }: Entry): Document {
  const digest = `sha256:${sha256(content).toString("hex")}`;
  return jsonDocument({ $schema: SCHEMA, skills: [{ name, type, description, url, digest }] }, KEEP_SECONDS);
}
