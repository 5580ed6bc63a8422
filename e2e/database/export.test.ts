import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "@playwright/test";
import type postgres from "postgres";
import { makeSkillRoot, type SkillRoot } from "@/e2e/support/made-project";
import { makeScratchDatabase, type ScratchDatabase } from "@/e2e/support/scratch";
import { exportSkills } from "@/lib/domain/import/export-skills";
import { importFolders } from "@/lib/domain/import/import-folders";

let [from, to]: ScratchDatabase[] = [];
let skills: SkillRoot;
let folder: string;

test.beforeEach(async () => {
  [from, to] = await Promise.all([makeScratchDatabase(), makeScratchDatabase()]);
  skills = makeSkillRoot();
  folder = mkdtempSync(path.join(tmpdir(), "cairn-export-"));
});
test.afterEach(async () => {
  skills.remove();
  rmSync(folder, { recursive: true, force: true });
  await Promise.all([from?.drop(), to?.drop()]);
});

const take = (sql: postgres.Sql, root: string) => importFolders(sql, [root], { acceptHeld: false, reviewNotes: false });

/** What readers see of each version, and its files. */
async function libraryOf(sql: postgres.Sql) {
  return sql`
    select o.slug, o.title, o.description, o.applicability, o.questions, o.public_references, o.change_summary, o.rationale,
           o.supporting_basis, o.license, o.markdown, o.is_selected, o.source_author,
           array(select f.path || ' ' || encode(f.sha256, 'hex') from version_files f where f.version_id = o.version_id) as files
    from listed_versions o
    order by o.slug, o.ordinal`;
}

test("an exported library is imported to the same library, and again without a change", async () => {
  if (!from || !to) throw new Error("The databases are missing.");
  skills.put(`${skills.name}/SKILL.md`, { title: "'Upsert: \"rows\" \\ # more'", questions: ["How do I upsert?"] });
  skills.put(`${skills.name}/versions/01.md`, { body: "# Old\n\n---\n\nA text with `code`.\n" });
  skills.put(`other-${skills.name}/SKILL.md`, { name: `other-${skills.name}`, body: "Another text.\n" });
  writeFileSync(path.join(skills.root, skills.name, "more.md"), "# More\n");
  expect(await take(from.sql, skills.root)).toMatchObject({ imported: 2, versions: 3, refusals: [] });
  expect(await exportSkills(from.sql, folder)).toBe(2);
  expect(readdirSync(path.join(folder, skills.name)).sort()).toEqual(["SKILL.md", "more.md", "versions"]);
  expect(await take(to.sql, folder)).toMatchObject({ imported: 2, versions: 3, refusals: [], notes: [] });
  expect(await libraryOf(to.sql)).toEqual(await libraryOf(from.sql));
  expect(await take(to.sql, folder)).toMatchObject({ unchanged: 2, versions: 0 });
  expect(await take(from.sql, folder)).toMatchObject({ unchanged: 2, versions: 0 });
});

test("what is not listed is not exported", async () => {
  if (!from) throw new Error("The database is missing.");
  skills.put(`${skills.name}/SKILL.md`);
  await take(from.sql, skills.root);
  await from.sql`update skill_versions set quarantined_at = now_ms()`;
  expect(await exportSkills(from.sql, folder)).toBe(0);
  expect(readdirSync(folder)).toEqual([]);
});
