import { execFileSync } from "node:child_process";
import { copyFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type postgres from "postgres";
import { dedicatedConnection } from "@/db/client";
import { expect, test } from "@/e2e/support/api";
import { makeSkillRoot, type SkillRoot } from "@/e2e/support/made-project";
import { importFolders } from "@/lib/domain/import/import-folders";
import { PROJECT_ROOT } from "@/lib/start/instance-layout";

let sql: postgres.Sql;
let skills: SkillRoot;

test.beforeAll(() => {
  sql = dedicatedConnection({ max: 4 });
});
test.afterAll(() => sql.end());
test.beforeEach(() => {
  skills = makeSkillRoot();
});
test.afterEach(() => skills.remove());

const run = () => importFolders(sql, [skills.root], { acceptHeld: false, reviewNotes: false });

function git(...words: string[]): string {
  const person = ["-c", "user.name=Test", "-c", "user.email=test@example.org"];
  return execFileSync("git", [...person, ...words], { cwd: skills.root, encoding: "utf8" }).trim();
}

function commit(): string {
  git("add", ".");
  git("commit", "--quiet", "--allow-empty", "--message", "Change");
  return git("rev-parse", "HEAD");
}

async function stored() {
  return sql`
    select p.ordinal, p.source_repository, p.source_commit, p.source_license, p.source_author
    from public_versions p
    join skills s on s.skill_id = p.skill_id
    where s.source_path like ${`%${skills.name}`}
    order by p.ordinal`;
}

const REPOSITORY = "https://github.com/acme/skills";

test("an import stores the repository, the commit, the licence and the author of a checkout", {
  tag: "@slow",
}, async () => {
  git("init", "--quiet");
  git("remote", "add", "origin", "https://acme:pa55w0rd-x9Q@github.com/acme/skills.git");
  skills.put(`skills/${skills.name}/SKILL.md`, { description: "Use it.\nlicense: See LICENSE" });
  copyFileSync(path.join(PROJECT_ROOT, "LICENSE"), path.join(skills.root, "LICENSE"));
  const first = commit();
  expect(await run()).toMatchObject({ imported: 1 });
  const source = { source_repository: REPOSITORY, source_license: "MIT", source_author: null };
  expect(await stored()).toEqual([{ ordinal: "1", ...source, source_commit: first }]);

  // Another commit with the same text is not a new version, and the version keeps the commit it was read at.
  commit();
  expect(await run()).toMatchObject({ unchanged: 1, versions: 0 });
  expect(await stored()).toEqual([{ ordinal: "1", ...source, source_commit: first }]);

  skills.put(`skills/${skills.name}/SKILL.md`, { body: "# Another text\n" });
  const third = commit();
  expect(await run()).toMatchObject({ newVersions: 1 });
  expect((await stored()).at(-1)).toEqual({ ordinal: "2", ...source, source_commit: third });
});

test("versions imported before their origin was known get it, once, also from parallel imports", {
  tag: "@slow",
}, async () => {
  skills.put(`${skills.name}/SKILL.md`);
  await run();
  expect(await stored()).toMatchObject([{ source_repository: null, source_license: null }]);
  git("init", "--quiet");
  git("remote", "add", "origin", "git@github.com:acme/skills.git");
  const first = commit();
  const runs = await Promise.all([run(), run(), run()]);
  for (const each of runs) expect(each).toMatchObject({ unchanged: 1, versions: 0 });
  expect(await stored()).toMatchObject([{ source_repository: REPOSITORY, source_commit: first }]);
  commit();
  await run();
  expect(await stored()).toMatchObject([{ source_commit: first }]);
});

test("a folder outside a checkout has what its front matter says; unsafe values are left out", async () => {
  const hidden = "Jane \\u202Eenod";
  skills.put(`${skills.name}/SKILL.md`, {
    title: `T\n  author: "${hidden}"\n  source: https://example.org/acme/skills`,
  });
  writeFileSync(path.join(skills.root, skills.name, "LICENSE.txt"), "All rights reserved.");
  await run();
  expect(await stored()).toEqual([
    {
      ordinal: "1",
      source_repository: "https://example.org/acme/skills",
      source_commit: null,
      source_license: null,
      source_author: null,
    },
  ]);
});

test("a file that the GitHub command line installed keeps the repository, ref, path and tree it came from", {
  tag: "@slow",
}, async () => {
  skills.put(`${skills.name}/SKILL.md`, {
    title: `T\n  github-repo: acme/skills\n  github-ref: v1.2.0\n  github-path: skills/pump\n  github-tree-sha: "0123456789012345678901234567890123456789"`,
  });
  await run();
  const rows = await sql`
    select o.kind, o.address, o.release, o.path, o.tree
    from version_origins o
    join skill_versions v on v.version_id = o.version_id
    join skills s on s.skill_id = v.skill_id
    where s.source_path like ${`%${skills.name}`}`;
  expect(rows).toEqual([
    {
      kind: "git",
      address: REPOSITORY,
      release: "v1.2.0",
      path: "skills/pump",
      tree: "0123456789012345678901234567890123456789",
    },
  ]);
});
