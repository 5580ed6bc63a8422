import { execFileSync, execFile as execFileWith } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { gunzipSync } from "node:zlib";
import { parse as parseToml } from "smol-toml";
import { z } from "zod";
import { type Api, expect, test } from "@/e2e/support/api";
import { runCommand } from "@/e2e/support/command-home";
import { publishSkill, word } from "@/e2e/support/fixtures";

const execFile = promisify(execFileWith);

/** The members that the documentation of Claude Code and Gemini CLI names, and no others: a misspelt one is ignored. */
const described = {
  name: z.string().regex(/^[a-z][a-z0-9-]*$/),
  version: z.string().regex(/^\d+\.\d+\.\d+$/),
  description: z.string().min(1),
};
const author = z.strictObject({ name: z.string().min(1), url: z.url() });
const plugin = { ...described, author, homepage: z.url(), license: z.literal("MIT"), keywords: z.array(z.string()) };
const Marketplace = z.strictObject({
  name: described.name,
  description: described.description,
  owner: author,
  plugins: z.tuple([
    z.strictObject({
      ...plugin,
      source: z.strictObject({ source: z.literal("npm"), package: z.string(), version: z.string(), registry: z.url() }),
    }),
  ]),
});
const Manifest = z.strictObject({
  ...plugin,
  mcpServers: z.record(z.string(), z.strictObject({ type: z.literal("http"), url: z.url() })),
  userConfig: z.record(
    z.string().regex(/^[A-Za-z_]\w*$/),
    z.strictObject({
      type: z.literal("string"),
      title: z.string(),
      description: z.string(),
      default: z.literal("off"),
    }),
  ),
});
const hooksOf = (matcher: string) =>
  z.array(
    z.strictObject({
      matcher: z.literal(matcher),
      hooks: z.array(z.strictObject({ type: z.literal("command"), command: z.string(), timeout: z.int().positive() })),
    }),
  );
const Hooks = z.strictObject({
  description: z.string(),
  hooks: z.strictObject({ PostToolUseFailure: hooksOf("Bash"), SessionStart: hooksOf("startup") }),
});
const Extension = z.strictObject({
  ...described,
  mcpServers: z.record(z.string(), z.strictObject({ httpUrl: z.url() })),
});
const Packument = z.strictObject({
  name: z.string(),
  "dist-tags": z.strictObject({ latest: z.string() }),
  versions: z.record(
    z.string(),
    z.looseObject({
      name: z.string(),
      version: z.string(),
      dist: z.strictObject({ tarball: z.url(), integrity: z.string(), shasum: z.string() }),
    }),
  ),
});

/** The plugin's package as npm fetches it from the address that the marketplace names, and the plugin's entry there. */
async function fetchPlugin(api: Api) {
  const get = async (address: string) => JSON.parse((await api.get(address.replace(api.base, ""))).text);
  const { plugins } = Marketplace.parse(await get("/agents/claude-code/marketplace.json"));
  const { source } = plugins[0];
  const { versions } = Packument.parse(await get(`${source.registry}/${source.package}`));
  const dist = versions[source.version]?.dist;
  const response = await fetch(dist?.tarball ?? "");
  return { entry: plugins[0], dist, response, bytes: Buffer.from(await response.arrayBuffer()) };
}

/** The files of a gzipped tar archive by their names (POSIX 1003.1-1990: a block of 512 bytes, then the content). */
function filesOf(archive: Buffer): Map<string, string> {
  const tar = gunzipSync(archive);
  const files = new Map<string, string>();
  for (let at = 0; tar[at]; ) {
    const size = Number.parseInt(tar.toString("ascii", at + 124, at + 136), 8);
    const name = tar.toString("ascii", at, at + 100).replaceAll("\0", "");
    files.set(name, tar.toString("utf8", at + 512, at + 512 + size));
    at += 512 + Math.ceil(size / 512) * 512;
  }
  return files;
}

/** The program that the plugin's hook runs after a failed command, or at the start of a session. */
function programOf(hooksFile: string, event: "PostToolUseFailure" | "SessionStart" = "PostToolUseFailure"): string {
  const { hooks } = Hooks.parse(JSON.parse(hooksFile));
  const command = hooks[event][0]?.hooks[0]?.command ?? "";
  return /CLAUDE_PLUGIN_ROOT\}\/([^"]+)/.exec(command)?.[1] ?? "";
}

test("the marketplace leads to the plugin as npm fetches it, with all its parts", async ({ api }) => {
  const { entry, dist, response, bytes } = await fetchPlugin(api);
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "application/gzip"]);
  expect(`sha512-${createHash("sha512").update(bytes).digest("base64")}`).toBe(dist?.integrity);
  expect(createHash("sha1").update(bytes).digest("hex")).toBe(dist?.shasum);

  const files = filesOf(bytes);
  const read = (name: string) => files.get(`package/${name}`) ?? "";
  const manifest = Manifest.parse(JSON.parse(read(".claude-plugin/plugin.json")));
  expect(manifest.mcpServers.cairn?.url).toBe(`${api.base}/api/v1/mcp`);
  expect(manifest.version).toBe(entry.version);
  expect(read(programOf(read("hooks/hooks.json")))).not.toBe("");
  expect(read(programOf(read("hooks/hooks.json"), "SessionStart"))).toContain("cairn.js");
  for (const name of ["cairn.js", "client.js"]) expect(read(`hooks/program/${name}`)).toContain(api.base);
  expect(read("skills/cairn/SKILL.md")).toBe((await api.get("/skill.md")).text);
  expect(read("commands/ask.md")).toMatch(/^---\ndescription: .+\nargument-hint: .+\n[\s\S]*\$ARGUMENTS/);
  expect((await api.get("/agents/npm/left-pad")).status).toBe(404);
});

test("the plugin's hook, as tar unpacks it, finds the skill for a failed command", { tag: "@slow" }, async ({
  api,
}) => {
  const folder = test.info().outputPath("plugin");
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, "plugin.tgz"), (await fetchPlugin(api)).bytes);
  execFileSync("tar", ["-xzf", "plugin.tgz"], { cwd: folder });
  const program = programOf(readFileSync(path.join(folder, "package/hooks/hooks.json"), "utf8"));
  const subject = word();
  const skill = await publishSkill({ title: `Repair a failed ${subject}`, description: `Use when ${subject} fails.` });
  const failure = { tool_name: "Bash", cwd: folder, error: `Error: ${subject} failed, cannot repair it` };
  const env = { ...process.env, CLAUDE_PLUGIN_OPTION_LOOK_UP_ERRORS: "send" };
  // The index follows a publication a moment later.
  await expect(async () => {
    const running = execFile(process.execPath, [path.join(folder, "package", program)], { env });
    running.child.stdin?.end(JSON.stringify(failure));
    expect((await running).stdout).toContain(skill.skill_id);
  }).toPass();
});

test("the configurations to copy are served as files", async ({ api }) => {
  const files = {
    "claude-code-project/mcp.json": ["mcpServers", "url"],
    "cursor/mcp.json": ["mcpServers", "url"],
    "vs-code/mcp.json": ["servers", "url"],
    "gemini-cli/settings.json": ["mcpServers", "httpUrl"],
    "opencode/opencode.json": ["mcp", "url"],
    "codex/config.toml": ["mcp_servers", "url"],
  };
  for (const [file, [within = "", member = ""]] of Object.entries(files)) {
    const { status, text } = await api.get(`/agents/${file}`);
    expect(status, file).toBe(200);
    const value: Record<string, unknown> = file.endsWith(".toml") ? parseToml(text) : JSON.parse(text);
    expect(Object(Object(value[within]).cairn)[member], file).toMatch(
      new RegExp(`^${api.base}/api/v1/mcp(\\?results=text)?$`),
    );
  }
  Extension.parse(JSON.parse((await api.get("/agents/gemini-cli/gemini-extension.json")).text));
});

test("cairn install connects an agent to the service: the skill is the guide, and the address answers MCP", async ({
  api,
}) => {
  const home = test.info().outputPath("home");
  mkdirSync(path.join(home, ".cursor"), { recursive: true });
  const { code, stdout } = await runCommand(["install", "--yes"], { home, base: api.base });
  expect(code, stdout).toBe(0);
  expect(readFileSync(path.join(home, ".agents/skills/cairn/SKILL.md"), "utf8")).toBe(
    (await api.get("/skill.md")).text,
  );
  const { mcpServers } = JSON.parse(readFileSync(path.join(home, ".cursor/mcp.json"), "utf8"));
  const response = await fetch(mcpServers.cairn.url, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "initialize",
      params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "install-test", version: "1" } },
    }),
  });
  expect([response.status, await response.text()]).toEqual([200, expect.stringContaining('"serverInfo"')]);
});
