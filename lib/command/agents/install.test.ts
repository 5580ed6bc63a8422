import { chmodSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "@playwright/test";
import { parse as parseJson } from "jsonc-parser";
import { parse as parseToml } from "smol-toml";
import { sampleConfigurations } from "@/e2e/samples/rows";
import { AGENT_GUIDE, agentHome, putFiles, runCommand, serveTexts, textIn, treeOf } from "@/e2e/support/command-home";
import { makeChanges } from "@/lib/command/agents/file-changes";
import { mcpServers } from "@/lib/contract/mcp-servers";
import { publicTools } from "@/lib/server/mcp/tools/all";

let base = "";
let end = () => {};

test.beforeAll(async () => {
  ({ base, end } = await serveTexts({ "/skill.md": AGENT_GUIDE }));
});
test.afterAll(() => end());

/** Forms in which editors of other systems leave a file. */
const FORMS: Record<string, (text: string) => string> = {
  plain: (text) => text,
  CRLF: (text) => text.replaceAll("\n", "\r\n"),
  "byte order mark": (text) => `\uFEFF${text}`,
  "no final newline": (text) => text.trimEnd(),
};

const valueIn = (text: string, file: string): Record<string, Record<string, unknown>> =>
  Object(
    file.endsWith(".toml")
      ? parseToml(text, { integersAsBigInt: "asNeeded" })
      : parseJson(text.replace("\uFEFF", ""), []),
  );

for (const [name, form] of Object.entries(FORMS))
  test(`every agent's file gets the server, keeps the rest and is restored byte for byte: ${name}`, async () => {
    const home = agentHome(test.info().outputPath("home"), form);
    const before = treeOf(home);
    const { code, stdout } = await runCommand(["install", "--yes", "--allow-reading"], { home, base });
    expect(code, stdout).toBe(0);
    const servers: Record<string, { within: string; entry: Record<string, unknown> }> = mcpServers(base);
    for (const sample of sampleConfigurations) {
      const text = textIn(home, sample);
      const lines = form(sample.text).split(/\r?\n/);
      // Only a comma may be added to a line of the user's, and a list or an object may be opened.
      const kept = lines.every((line) => text.includes(line) || text.includes(line.replace(/[\]}]\}*,?$/, "")));
      expect(kept, text).toBe(true);
      const server = servers[sample.agent];
      const value = valueIn(text, sample.file);
      if (sample.file.endsWith("settings.json") && sample.agent === "claude-code") {
        const reading = publicTools
          .filter(({ name, annotations }) => annotations.readOnlyHint && name !== "suggest_skills")
          .map((tool) => `mcp__cairn__${tool.name}`);
        expect(value.permissions?.allow).toEqual(
          expect.arrayContaining(["Bash(npm run lint)", "Read(~/.zshrc)", ...reading]),
        );
        expect(value.permissions?.allow).toHaveLength(2 + reading.length);
      } else expect(value[server?.within ?? ""]?.cairn, sample.file).toMatchObject(server?.entry ?? {});
    }
    for (const folder of [".claude", ".agents", ".kiro", ".junie"])
      expect(textIn(home, { file: `${folder}/skills/cairn/SKILL.md` })).toBe(AGENT_GUIDE);

    const installed = treeOf(home);
    const again = await runCommand(["install", "--yes", "--allow-reading"], { home, base });
    expect([again.code, treeOf(home)]).toEqual([0, installed]);
    expect(again.stdout).toContain("Everything is already in place.");
    expect((await runCommand(["uninstall", "--yes"], { home, base })).code).toBe(0);
    expect(treeOf(home)).toEqual(before);
  });

test("where the own folder cannot be used, nothing changes and the error names it", async () => {
  const file = agentHome(test.info().outputPath("a file"));
  putFiles(file, { ".config/cairn": "" });
  const read = await runCommand(["install", "--yes"], { home: file, base });
  expect([read.code, read.stderr]).toEqual([
    1,
    expect.stringContaining(
      "/.config/cairn/installed.json cannot be used. A part of its path is a file, not a folder.\nMove that file away, then",
    ),
  ]);
  const link = agentHome(test.info().outputPath("a link"));
  symlinkSync("cairn", path.join(link, ".config/cairn"));
  const before = treeOf(link);
  const { code, stderr } = await runCommand(["install", "--yes"], { home: link, base });
  expect([code, treeOf(link)]).toEqual([1, before]);
  expect(stderr).toContain("/.config/cairn/installed.json cannot be used. A link on its path leads to itself.");
});

test("Ctrl-C at the question ends with the code of an interrupted command", async () => {
  const home = agentHome(test.info().outputPath("home"));
  const before = treeOf(home);
  const { code, stdout } = await runCommand(["install"], { home, base, typed: ["\u0003"] });
  expect([code, stdout, treeOf(home)]).toEqual([130, "", before]);
});

test("nothing changes without a yes: dry run, no terminal, and a no", async () => {
  const home = agentHome(test.info().outputPath("home"));
  const before = treeOf(home);
  const dry = await runCommand(["install", "--dry-run"], { home, base });
  expect([dry.code, treeOf(home)]).toEqual([0, before]);
  expect(dry.stdout).toContain(
    `~ ~/.cursor/mcp.json (Cursor): change\n    + mcpServers.cairn: {"url":"${base}/api/v1/mcp"}`,
  );
  expect(dry.stdout).not.toContain("postgres://");
  const pipe = await runCommand(["install", "--json"], { home, base });
  expect([pipe.code, treeOf(home)]).toEqual([1, before]);
  expect(JSON.parse(pipe.stdout)).toMatchObject({ error: { code: "not_confirmed" } });
  const no = await runCommand(["install"], { home, base, typed: ["n"] });
  expect([no.code, no.stdout, treeOf(home)]).toEqual([0, "Nothing was changed.\n", before]);
  const yes = await runCommand(["install"], { home, base, typed: ["y"] });
  expect(yes.stderr).toContain("~/.codex/config.toml (Codex): change");
  expect([yes.code, textIn(home, { file: ".codex/config.toml" })]).toEqual([
    0,
    expect.stringContaining("[mcp_servers.cairn]\nurl"),
  ]);
});

test("a file that cannot be changed safely stops everything before the first change", async () => {
  const cases: Record<string, [(home: string) => void, string]> = {
    malformed: [
      (home) => putFiles(home, { ".cursor/mcp.json": '{\n  "mcpServers": {\n}' }),
      "~/.cursor/mcp.json: It is malformed: close brace expected at line 3",
    ],
    "malformed TOML": [
      (home) => putFiles(home, { ".codex/config.toml": 'a = "\n' }),
      "~/.codex/config.toml: It is malformed: ",
    ],
    "another server of that name": [
      (home) => putFiles(home, { ".gemini/settings.json": '{"mcpServers":{"cairn":{"command":"cairn"}}}' }),
      '~/.gemini/settings.json: It already has another "cairn".',
    ],
    "read-only": [
      (home) => chmodSync(path.join(home, ".codex/config.toml"), 0o444),
      "~/.codex/config.toml: It is read-only.",
    ],
    "a link to itself": [
      (home) => {
        rmSync(path.join(home, ".cursor/mcp.json"));
        symlinkSync("mcp.json", path.join(home, ".cursor/mcp.json"));
      },
      "~/.cursor/mcp.json: A link on its path leads to itself.",
    ],
    "not UTF-8": [
      (home) => writeFileSync(path.join(home, ".cursor/mcp.json"), "{}", "utf16le"),
      "~/.cursor/mcp.json: It is malformed",
    ],
    "a link to a read-only folder on the way": [
      (home) => {
        mkdirSync(path.join(home, "shared"), { mode: 0o555 });
        symlinkSync("shared", path.join(home, ".agents"));
      },
      "/shared is read-only.",
    ],
    "a file on the way": [
      (home) => putFiles(home, { ".agents": "" }),
      "~/.agents/skills/cairn/SKILL.md: A part of its path is a file, not a folder.",
    ],
    "the guide is a folder": [
      (home) => mkdirSync(path.join(home, ".agents/skills/cairn/SKILL.md"), { recursive: true }),
      "~/.agents/skills/cairn/SKILL.md: It is a folder, not a file.",
    ],
    "a folder": [
      (home) => {
        rmSync(path.join(home, ".cursor/mcp.json"));
        mkdirSync(path.join(home, ".cursor/mcp.json"));
      },
      "~/.cursor/mcp.json: It is a folder, not a file.",
    ],
  };
  for (const [name, [prepare, problem]] of Object.entries(cases)) {
    const home = agentHome(test.info().outputPath(name));
    prepare(home);
    const before = treeOf(home);
    const { code, stderr } = await runCommand(["install", "--yes"], { home, base });
    expect([name, code, treeOf(home)], stderr).toEqual([name, 1, before]);
    expect(stderr).toContain(problem);
    expect(stderr).toContain("Nothing was changed");
  }
});

test("links to files stay links, and the mode of a file stays", async () => {
  const home = agentHome(test.info().outputPath("home"));
  putFiles(home, { "dotfiles/mcp.json": '{"mcpServers":{}}' });
  rmSync(path.join(home, ".cursor/mcp.json"));
  symlinkSync("../dotfiles/mcp.json", path.join(home, ".cursor/mcp.json"));
  chmodSync(path.join(home, ".claude.json"), 0o600);
  const before = treeOf(home);
  await runCommand(["install", "--yes"], { home, base });
  const after = treeOf(home);
  expect(after[".cursor/mcp.json"]).toBe(before[".cursor/mcp.json"]);
  expect(after["dotfiles/mcp.json"]).toContain(`"cairn": {"url":"${base}/api/v1/mcp"}`);
  expect(after[".claude.json"]).toMatch(/^600 /);
  await runCommand(["uninstall", "--yes"], { home, base });
  expect(treeOf(home)).toEqual(before);
});

test("install for another service replaces the first, and uninstall restores what was before both", async () => {
  const other = await serveTexts({ "/skill.md": AGENT_GUIDE.replace("How", "Where") });
  const home = agentHome(test.info().outputPath("home"));
  const before = treeOf(home);
  await runCommand(["install", "--yes"], { home, base });
  writeFileSync(
    path.join(home, ".cursor/mcp.json"),
    textIn(home, { file: ".cursor/mcp.json" }).replace("// issues", "// plans"),
  );
  await runCommand(["install", "--yes"], { home, base: other.base });
  other.end();
  for (const { file } of sampleConfigurations) expect(textIn(home, { file })).not.toContain(base);
  await runCommand(["uninstall", "--yes"], { home, base });
  const name = ".cursor/mcp.json";
  expect(treeOf(home)).toEqual({ ...before, [name]: before[name]?.replace("// issues", "// plans") });
});

test("a second install leaves files alone that others changed around its part", async () => {
  const home = agentHome(test.info().outputPath("home"));
  await runCommand(["install", "--yes", "--allow-reading"], { home, base });
  for (const sample of sampleConfigurations)
    writeFileSync(path.join(home, sample.file), sample.edit(textIn(home, sample)));
  const file = ".codex/config.toml";
  writeFileSync(
    path.join(home, file),
    textIn(home, { file }).replace("[mcp_servers.cairn]\nurl", "[mcp_servers.cairn]\nenabled = false\nurl"),
  );
  const before = treeOf(home);
  const again = await runCommand(["install", "--yes", "--allow-reading"], { home, base });
  expect([again.code, treeOf(home)]).toEqual([0, before]);
  expect(again.stdout).toContain("Everything is already in place.");
  // Without the permission to read, what gave it is replaced; so is what the user changed inside.
  await runCommand(["install", "--yes"], { home, base });
  expect(valueIn(textIn(home, { file }), file).mcp_servers?.cairn).toEqual({ url: `${base}/api/v1/mcp` });
  expect(textIn(home, { file: ".claude/settings.json" })).not.toContain("mcp__cairn__");
  writeFileSync(path.join(home, file), textIn(home, { file }).replace("/api/v1/mcp", "/else"));
  await runCommand(["install", "--yes"], { home, base });
  expect(valueIn(textIn(home, { file }), file).mcp_servers?.cairn).toEqual({ url: `${base}/api/v1/mcp` });
});

test("an entry that the user made stays theirs", async () => {
  const home = test.info().outputPath("home");
  putFiles(home, {
    ".cursor/mcp.json": JSON.stringify({ mcpServers: { cairn: { url: `${base}/api/v1/mcp`, note: "mine" } } }),
  });
  const before = treeOf(home);
  const { stdout } = await runCommand(["install", "--yes"], { home, base });
  expect(stdout).toContain("~/.cursor/mcp.json (Cursor): nothing to do");
  await runCommand(["uninstall", "--yes"], { home, base });
  expect(treeOf(home)).toEqual(before);
});

test("--project writes into the folder of the project alone, --agent names agents that are not found", async () => {
  const [home, cwd] = [test.info().outputPath("home"), test.info().outputPath("project")];
  mkdirSync(home);
  putFiles(cwd, { "opencode.json": "{}\n", "package.json": "{}" });
  const before = treeOf(cwd);
  const none = await runCommand(["install", "--yes", "--project"], { home, cwd, base });
  expect([none.code, none.stderr]).toEqual([2, expect.stringContaining("None of these agents was found")]);
  await runCommand(["install", "--yes", "--project", "--agent", "copilot-cli"], { home, cwd, base });
  expect(textIn(cwd, { file: ".mcp.json" })).toContain(`${base}/api/v1/mcp`);
  await runCommand(["uninstall", "--yes"], { home, cwd, base });
  expect(treeOf(cwd)).toEqual(before);
  const all = [
    ...["claude-code", "cursor", "codex", "gemini-cli", "vs-code", "copilot-cli", "opencode"],
    ...["windsurf", "cline", "zed", "kiro", "junie"],
  ];
  const named = all.flatMap((agent) => ["--agent", agent]);
  const { code, stdout } = await runCommand(["install", "--json", "--yes", "--project", ...named], { home, cwd, base });
  expect(code, stdout).toBe(0);
  const files = [
    ".mcp.json",
    ".cursor/mcp.json",
    ".codex/config.toml",
    ".gemini/settings.json",
    ".vscode/mcp.json",
    "opencode.json",
    ".zed/settings.json",
    ".kiro/settings/mcp.json",
    ".junie/mcp/mcp.json",
  ];
  for (const file of files)
    expect(valueIn(textIn(cwd, { file }), file)).toMatchObject({
      [file.startsWith(".vs")
        ? "servers"
        : file === "opencode.json"
          ? "mcp"
          : file.startsWith(".zed")
            ? "context_servers"
            : file.endsWith("toml")
              ? "mcp_servers"
              : "mcpServers"]: { cairn: {} },
    });
  expect(Object.keys(treeOf(home)).filter((name) => !name.startsWith(".config"))).toEqual([]);
  await runCommand(["uninstall", "--yes"], { home, cwd, base });
  expect([treeOf(cwd), treeOf(home)]).toEqual([before, {}]);
});

test("when a file cannot be written, those before it get their bytes back", async () => {
  const home = test.info().outputPath("home");
  putFiles(home, { "first.json": "{}", settings: "a file, no folder" });
  const before = treeOf(home);
  const change = (file: string, from: string | null) => ({
    file: path.join(home, file),
    from: from === null ? null : Buffer.from(from),
    to: Buffer.from("new"),
    clean: from === null ? null : Buffer.from(from),
    installed: { before: null, after: "x", folders: [], steps: [] },
    isExact: false,
  });
  const io = { settings: path.join(home, ".config/cairn") };
  const receipt = { version: 1 as const, files: {}, folders: [path.join(home, ".config")] };
  expect(() => makeChanges(io, [change("first.json", "{}"), change("settings/second.json", null)], receipt)).toThrow(
    /settings\/second.json could not be written.*Nothing was changed/,
  );
  expect(treeOf(home)).toEqual(before);
});

test("without the guide of the service nothing changes", async () => {
  const home = agentHome(test.info().outputPath("home"));
  const before = treeOf(home);
  const wrong = await serveTexts({ "/skill.md": "<html>Sign in to the network</html>" });
  const page = await runCommand(["install", "--yes"], { home, base: wrong.base });
  wrong.end();
  expect([page.code, page.stderr]).toEqual([1, expect.stringContaining("/skill.md is not the guide of this service.")]);
  const away = await runCommand(["install", "--yes"], { home, base: wrong.base });
  expect([away.code, away.stderr]).toEqual([3, expect.stringContaining("ECONNREFUSED")]);
  expect(treeOf(home)).toEqual(before);
});
