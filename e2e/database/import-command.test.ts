import { spawnSync } from "node:child_process";
import { expect, test } from "@playwright/test";
import { makeSkillRoot, type SkillRoot } from "@/e2e/support/made-project";
import { PROJECT_ROOT } from "@/lib/start/instance-layout";

let skills: SkillRoot;

test.beforeEach(() => {
  skills = makeSkillRoot();
});
test.afterEach(() => skills.remove());

function command(...words: string[]): { code: number | null; out: string; err: string } {
  const ended = spawnSync(process.execPath, ["--import", "tsx", "lib/cli/import.ts", ...words], {
    cwd: PROJECT_ROOT,
    encoding: "utf8",
  });
  return { code: ended.status, out: ended.stdout, err: ended.stderr };
}

test("the import exits with 0 when everything was imported or nothing has changed", { tag: "@slow" }, () => {
  skills.put(`${skills.name}/SKILL.md`);
  const first = command(skills.root);
  expect(first.out).toContain("1 skill: 1 imported, 0 with a new version, 0 unchanged, 0 refused; 1 version stored in");
  expect(first.code).toBe(0);
  const second = command(skills.root);
  expect(second.out).toContain("1 skill: 0 imported, 0 with a new version, 1 unchanged, 0 refused");
  expect(second.code).toBe(0);
});

test("the import exits with 1 when something was refused, and names it with the reason", { tag: "@slow" }, () => {
  skills.put("bad/SKILL.md", { description: "''" });
  skills.put(`${skills.name}/SKILL.md`);
  const { code, out } = command(skills.root);
  expect(out).toContain(`refused  ${skills.root}/bad/SKILL.md: front matter: \`description\` is empty`);
  expect(out).toContain("2 skills: 1 imported");
  expect(code).toBe(1);
});

test("the import exits with 2 on wrong usage", { tag: "@slow" }, () => {
  expect(command()).toMatchObject({ code: 2, err: expect.stringContaining("Name at least one folder") });
  expect(command("--forcefully", skills.root)).toMatchObject({ code: 2, err: expect.stringContaining("--forcefully") });
  expect(command(`${skills.root}/nowhere`)).toMatchObject({
    code: 2,
    err: expect.stringContaining("is not a readable folder"),
  });
  expect(command(skills.root)).toMatchObject({ code: 2, err: expect.stringContaining("There is no SKILL.md") });
  skills.put(`${skills.name}/SKILL.md`);
  expect(command("--review-notes", skills.root)).toMatchObject({
    code: 2,
    err: expect.stringContaining("only for db/library"),
  });
});

test("--help explains the usage", { tag: "@slow" }, () => {
  const { code, out } = command("--help");
  expect(out).toContain("Usage: npm run import -- [options] DIR…");
  expect(code).toBe(0);
});
