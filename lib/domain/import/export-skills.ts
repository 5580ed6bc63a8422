import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Sql } from "@/db/client";
import { filesOfVersion } from "@/db/queries/files";
import { type ExportedRow, versionsToExport } from "@/db/queries/versions";
import { frontMatterText } from "@/lib/domain/present/skill-file";

const SKILLS_AT_ONCE = 50;

/**
 * Writes each listed skill to a folder of its name as the import reads it: the selected version with its files as
 * SKILL.md, the others in `versions/`. Returns the number of skills.
 */
export async function exportSkills(sql: Sql, folder: string): Promise<number> {
  let skills = 0;
  let last = "";
  for (;;) {
    const rows = await versionsToExport(sql, last, SKILLS_AT_ONCE);
    for (const [at, row] of rows.entries()) {
      const place = path.join(folder, row.slug);
      if (row.is_selected) await writeSelected(sql, place, row);
      else write(place, path.join("versions", `${String(at).padStart(4, "0")}.md`), importableFile(row));
      skills += row.is_selected ? 1 : 0;
      last = row.slug;
    }
    if (rows.length === 0) return skills;
  }
}

async function writeSelected(sql: Sql, place: string, row: ExportedRow): Promise<void> {
  write(place, "SKILL.md", importableFile(row));
  for (const file of await filesOfVersion(sql, row.version_id)) write(place, file.path, file.bytes);
}

function write(place: string, name: string, content: string | Uint8Array): void {
  const file = path.join(place, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, content);
}

/** The file from which the import reads the same version. */
export function importableFile(row: ExportedRow): string {
  const { slug: name, description, license } = row;
  const metadata = {
    title: row.title,
    author: row.source_author,
    repository: row.source_repository,
    applicability: row.applicability,
    questions: row.questions,
    references: row.public_references,
    change_summary: row.change_summary,
    rationale: row.rationale,
    supporting_basis: row.supporting_basis,
  };
  return `${frontMatterText({ name, description, license, metadata })}${row.markdown}`;
}
