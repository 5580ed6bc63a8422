import { chmodSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "@playwright/test";
import { putFiles, treeOf } from "@/e2e/support/command-home";
import { removeSkill, writeSkill } from "@/lib/command/skills/files";
import { changeLock, readLock } from "@/lib/command/skills/lock-file";

const FOLDERS = [".agents/skills", ".claude/skills"];
const made: string[] = [];
test.afterEach(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function projectWith(links: Record<string, string>, files: Record<string, string> = {}): string {
  const project = realpathSync(mkdtempSync(path.join(tmpdir(), "cairn-links-")));
  made.push(project);
  putFiles(project, files);
  for (const [at, target] of Object.entries(links)) {
    mkdirSync(path.dirname(path.join(project, at)), { recursive: true });
    symlinkSync(target, path.join(project, at));
  }
  return project;
}

const LINKED: Record<string, Record<string, string>> = {
  "to the shared folder, not there yet": { ".claude/skills": "../.agents/skills" },
  "to that of Claude Code, not there yet": { ".agents/skills": "../.claude/skills" },
  "the whole folder": { ".claude": ".agents" },
  "both to a third": { ".claude/skills": "../tools/skills", ".agents/skills": "../tools/skills" },
  "one skill": { ".claude/skills/tame-it": "../../.agents/skills/tame-it" },
  "one file": { ".claude/skills/tame-it/SKILL.md": "../../../.agents/skills/tame-it/SKILL.md" },
  "a link to a link": { ".agents": "tools/one", "tools/one": "two" },
};

for (const [name, links] of Object.entries(LINKED))
  test(`a skill is written to linked folders and removed from them: ${name}`, () => {
    const project = projectWith(links);
    const targets = FOLDERS.map((folder) => ({ project, folder, slug: "tame-it" }));
    for (const text of ["first", "second"]) {
      for (const target of targets) writeSkill(target, text);
      for (const folder of FOLDERS)
        expect(readFileSync(path.join(project, folder, "tame-it/SKILL.md"), "utf8")).toBe(text);
    }
    for (const target of targets) removeSkill(target);
    expect(Object.keys(treeOf(project)).filter((file) => file.endsWith("SKILL.md") && !(file in links))).toEqual([]);
  });

const OUTSIDE: Record<string, Record<string, string>> = {
  "the folder of skills": { ".agents/skills": "/tmp" },
  "to what is not there yet": { ".agents/skills": "/tmp/cairn-not-there/skills" },
  "up and out": { ".agents": "../cairn-not-there" },
  "one skill": { ".agents/skills/tame-it": "/tmp/cairn-not-there" },
  "one file": { ".agents/skills/tame-it/SKILL.md": "/tmp/cairn-not-there" },
  "by way of a link inside": { ".agents/skills": "../inner", inner: "/tmp" },
};

for (const [name, links] of Object.entries(OUTSIDE))
  test(`a link that leads out of the project is refused: ${name}`, () => {
    const project = projectWith(links);
    expect(() => writeSkill({ project, folder: ".agents/skills", slug: "tame-it" }, "text")).toThrow(
      ".agents/skills/tame-it/SKILL.md leads out of the project.",
    );
  });

test("a read-only file is left alone, with its name in the error", () => {
  const project = projectWith({}, { ".agents/skills/tame-it/SKILL.md": "mine" });
  const target = { project, folder: ".agents/skills", slug: "tame-it" };
  chmodSync(path.join(project, ".agents/skills/tame-it/SKILL.md"), 0o444);
  for (const change of [() => writeSkill(target, "text"), () => removeSkill(target)])
    expect(change).toThrow(".agents/skills/tame-it/SKILL.md cannot be written. It is read-only.");
  expect(readFileSync(path.join(project, ".agents/skills/tame-it/SKILL.md"), "utf8")).toBe("mine");
});

test("a cairn.lock that is a link stays one", async () => {
  const project = projectWith({ "cairn.lock": "config/cairn.lock" }, { "config/note": "" });
  await changeLock(project, "https://cairn.example", () => {});
  expect(readLock(path.join(project, "config"))?.service).toBe("https://cairn.example");
  expect(treeOf(project)["cairn.lock"]).toContain("-> config/cairn.lock");
});
