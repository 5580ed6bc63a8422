import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "@playwright/test";
import { sampleConfigurations } from "@/e2e/samples/rows";
import { AGENT_GUIDE, agentHome, putFiles, runCommand, serveTexts, textIn, treeOf } from "@/e2e/support/command-home";
import { backupFile } from "@/lib/command/agents/disk";
import { shortPath } from "@/lib/command/agents/file-changes";

let base = "";
let end = () => {};

test.beforeAll(async () => {
  ({ base, end } = await serveTexts({ "/skill.md": AGENT_GUIDE }));
});
test.afterAll(() => end());

const backupOf = (home: string, { file }: { file: string }) =>
  backupFile({ settings: path.join(home, ".config/cairn") }, path.join(home, file));

test("uninstall removes its own part alone from files that were changed since", async () => {
  const home = agentHome(test.info().outputPath("home"));
  await runCommand(["install", "--yes", "--allow-reading"], { home, base });
  for (const sample of sampleConfigurations)
    writeFileSync(path.join(home, sample.file), sample.edit(textIn(home, sample)));
  const { stdout } = await runCommand(["uninstall", "--yes"], { home, base });
  for (const sample of sampleConfigurations) {
    expect(textIn(home, sample), stdout).toBe(sample.edit(sample.text));
    expect(sample.edit(sample.text)).not.toBe(sample.text);
    expect(readFileSync(backupOf(home, sample), "utf8")).toBe(sample.text);
  }
  expect(stdout).toContain(
    `~/.cursor/mcp.json: remove Cairn's part and keep later changes. Backup: ${shortPath(backupOf(home, { file: ".cursor/mcp.json" }), home)}`,
  );
  // What was restored byte for byte needs no backup.
  expect(Object.keys(treeOf(path.join(home, ".config/cairn")))).toHaveLength(1 + sampleConfigurations.length);
  const again = await runCommand(["uninstall", "--yes"], { home, base });
  expect([again.code, again.stdout]).toEqual([0, "Nothing is installed.\n"]);
});

test("a note below the table of a file stays, and the file that was created for it", async () => {
  const home = test.info().outputPath("home");
  putFiles(home, { ".codex/config.toml": 'model = "x"\n', ".cursor/other": "" });
  await runCommand(["install", "--yes"], { home, base });
  const [toml, json] = [path.join(home, ".codex/config.toml"), path.join(home, ".cursor/mcp.json")];
  writeFileSync(toml, `${readFileSync(toml, "utf8")}# my note\n`);
  writeFileSync(json, `// my note\n${readFileSync(json, "utf8")}`);
  await runCommand(["uninstall", "--yes"], { home, base });
  expect([readFileSync(toml, "utf8"), readFileSync(json, "utf8")]).toEqual([
    'model = "x"\n# my note\n',
    "// my note\n{}\n",
  ]);
});

test("uninstall says what to do with a file that it cannot read", async () => {
  const home = agentHome(test.info().outputPath("home"));
  await runCommand(["install", "--yes"], { home, base });
  putFiles(home, { ".cursor/mcp.json": "{" });
  const before = treeOf(home);
  const { code, stderr } = await runCommand(["uninstall", "--yes"], { home, base });
  expect([code, treeOf(home)]).toEqual([1, before]);
  expect(stderr).toContain("~/.cursor/mcp.json: It is malformed");
  expect(stderr).toContain("Fix these files, then run the command again.");
  expect(stderr).not.toContain("--agent");
});

test("a skill that the user changed stays", async () => {
  const home = agentHome(test.info().outputPath("home"));
  await runCommand(["install", "--yes"], { home, base });
  const own = path.join(home, ".agents/skills/cairn/SKILL.md");
  writeFileSync(own, `${AGENT_GUIDE}\nMine.\n`);
  const { stdout } = await runCommand(["uninstall", "--yes"], { home, base });
  expect(stdout).toContain("~/.agents/skills/cairn/SKILL.md: leave it alone");
  expect(readFileSync(own, "utf8")).toBe(`${AGENT_GUIDE}\nMine.\n`);
});
