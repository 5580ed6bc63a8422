import { mkdirSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import path from "node:path";
import { expect, test } from "@playwright/test";
import { AGENT_GUIDE, agentHome, putFiles, runCommand, serveTexts, textIn, treeOf } from "@/e2e/support/command-home";

let base = "";
let end = () => {};

test.beforeAll(async () => {
  ({ base, end } = await serveTexts({ "/skill.md": AGENT_GUIDE }));
});
test.afterAll(() => end());

/** Links by the path at which they stand, in the order in which they are made, with the files that are there before. */
type Case = { links: Record<string, string>; files?: Record<string, string> };

const LINKED: Record<string, Case> = {
  "the folder of skills, and its target is there": {
    links: { ".claude/skills": "../.agents/skills" },
    files: { ".agents/skills/other/SKILL.md": "other" },
  },
  "the folder of skills, and its target is not there yet": { links: { ".claude/skills": "../.agents/skills" } },
  "the shared folder to that of Claude Code": { links: { ".agents": ".claude" } },
  "the shared folder of skills to that of Claude Code, not there yet": {
    links: { ".agents/skills": "../.claude/skills" },
  },
  "one skill alone": { links: { ".claude/skills/cairn": "../../.agents/skills/cairn" } },
  "the file alone": { links: { ".claude/skills/cairn/SKILL.md": "../../../.agents/skills/cairn/SKILL.md" } },
  "both to a third folder, not there yet": {
    links: { ".claude/skills": "../dotfiles/skills", ".agents/skills": "../dotfiles/skills" },
  },
  "a link to a link": { links: { ".agents/skills": "../dotfiles/one", "dotfiles/one": "two" } },
  "a whole folder of an agent": {
    links: { ".cursor": "dotfiles/cursor" },
    files: { "dotfiles/cursor/mcp.json": '{"mcpServers":{}}' },
  },
  "the file of servers, not there yet": { links: { ".cursor/mcp.json": "../dotfiles/cursor/mcp.json" } },
  "a way that goes up through a link": { links: { ".claude/skills": "../far/../.agents/skills", far: "deep/er" } },
  "the own folder of the command": { links: { ".config/cairn": "../dotfiles/cairn" } },
  "an absolute address": { links: { ".claude/skills": "HOME/elsewhere/skills" } },
};

function homeWith(name: string, { links, files = {} }: Case): string {
  const home = agentHome(test.info().outputPath(name));
  for (const [at, target] of Object.entries(links)) {
    const place = path.join(home, at);
    rmSync(place, { recursive: true, force: true });
    mkdirSync(path.dirname(place), { recursive: true });
    symlinkSync(target.replace("HOME", home), place);
  }
  mkdirSync(path.join(home, "deep/er"), { recursive: true });
  putFiles(home, files);
  return home;
}

for (const [name, each] of Object.entries(LINKED))
  test(`linked folders: ${name}`, async () => {
    const home = homeWith("home", each);
    const before = treeOf(home);
    const first = await runCommand(["install", "--yes"], { home, base });
    expect(first.code, first.stderr).toBe(0);
    for (const folder of [".claude", ".agents"])
      expect(textIn(home, { file: `${folder}/skills/cairn/SKILL.md` })).toBe(AGENT_GUIDE);
    expect(textIn(home, { file: ".cursor/mcp.json" })).toContain(`${base}/api/v1/mcp`);
    const installed = treeOf(home);
    for (const at of Object.keys(each.links)) expect(installed[at]).toBe(before[at]);
    for (const agents of [[], ["--agent", "claude-code"], ["--agent", "cursor"]]) {
      const again = await runCommand(["install", "--yes", ...agents], { home, base });
      expect([again.code, treeOf(home)]).toEqual([0, installed]);
    }
    const back = await runCommand(["uninstall", "--yes"], { home, base });
    expect([back.code, treeOf(home)], back.stderr).toEqual([0, before]);
  });

test("a guide that both agents share is replaced once, and both are named", async () => {
  const home = homeWith("home", { links: { ".claude/skills": "../.agents/skills" } });
  const before = treeOf(home);
  await runCommand(["install", "--yes", "--agent", "claude-code"], { home, base });
  const other = await serveTexts({ "/skill.md": AGENT_GUIDE.replace("How", "Where") });
  const { stdout } = await runCommand(["install", "--yes", "--agent", "cursor"], { home, base: other.base });
  other.end();
  expect(stdout).toContain("~/.claude/skills/cairn/SKILL.md (Cursor): change");
  expect(textIn(home, { file: ".agents/skills/cairn/SKILL.md" })).toContain("Where");
  await runCommand(["uninstall", "--yes"], { home, base });
  expect(treeOf(home)).toEqual(before);
});

test("a link of a project that leads out of it is not followed", async () => {
  const home = test.info().outputPath("home");
  const cwd = test.info().outputPath("project");
  for (const folder of [home, cwd]) mkdirSync(folder, { recursive: true });
  symlinkSync(path.join(realpathSync(home), "not-there"), path.join(cwd, ".agents"));
  const { code, stderr } = await runCommand(["install", "--yes", "--project", "--agent", "cursor"], {
    home,
    cwd,
    base,
  });
  expect(code).toBe(1);
  expect(stderr).toContain("/.agents/skills/cairn/SKILL.md: It leads out of the project.");
  expect(treeOf(home)).toEqual({});
});
