import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "@/e2e/support/api";
import { commandsIn, proseOf, runWritten, type Told, toldBy } from "@/e2e/support/written-commands";
import { MCP_PATH, MCP_TEXT_PATH } from "@/lib/contract/mcp-servers";
import { clientConfigurations } from "@/lib/server/formats/configurations";
import { guides as guidePages } from "@/lib/server/formats/docs/guides";
import { PROJECT_ROOT } from "@/lib/start/instance-layout";

const GUIDES = Object.keys(guidePages).map((path) => `${path}.md`);

test("followed word by word, the guide for agents leads to the fitting text, and to a thread with an outcome", async ({
  api,
}) => {
  const guide = (await api.get("/skill.md")).text;
  const [look, whole, page, ask, poll, report, ...others] = commandsIn(guide);
  expect(others).toEqual([]);
  const told: Told = {};
  const run = async (command: string | undefined) => {
    const printed = await runWritten(command ?? "", told);
    Object.assign(told, toldBy(printed));
    return printed;
  };

  const { data: looked } = JSON.parse(await run(look));
  expect(looked).toMatchObject({ status: "answered", nothing_fits: null, warnings: [], thread: null });
  const [first] = looked.results;
  expect(first).toMatchObject({ verdict: "compatible", strength: "strong" });
  const file = await run(whole);
  expect(file).toContain(first.content.markdown.slice(0, 200));
  const shown = await run(page);
  expect(shown).toContain("you asked for next.js 16.1.");
  expect(shown.endsWith(file.slice(file.indexOf("\n---\n", 4) + 6))).toBe(true);
  expect(
    (await api.get(`/skills/${told.SKILL_ID}?technology=next.js&version=9`, { accept: "text/markdown" })).text,
  ).toContain("No version of this skill is for next.js 9.");

  const { data: asked } = JSON.parse(await run(ask));
  expect(asked.thread.thread_id).toBe(told.THREAD_ID);
  const { data: replies } = JSON.parse(await run(poll));
  expect(replies.map(({ kind }: { kind: string }) => kind)).toEqual(["library"]);
  const { data: reported } = JSON.parse(await run(report));
  expect(reported.counted_versions).toHaveLength(1);
});

test("the commands of the other texts for readers run in their order", async ({ api }) => {
  const known = new Set(clientConfigurations(api.base).flatMap(({ text, textWithToken }) => [text, textWithToken]));
  const ran = [];
  // The manual of the client is run where the client is installed.
  const guides = GUIDES.filter((path) => path !== "/docs/client.md");
  for (const path of [...guides, "/ask.md", "/connect.md", "/llms.txt"]) {
    const told: Told = {};
    // The configurations of clients are run by their own tests, with those clients.
    for (const command of commandsIn((await api.get(path)).text).filter((each) => !known.has(each))) {
      Object.assign(told, toldBy(await runWritten(command, told)));
      ran.push(path);
    }
  }
  expect(ran).toEqual(["/docs.md", "/docs.md", "/docs.md", "/docs.md", "/ask.md", "/ask.md", "/connect.md"]);
});

test("every address that the texts for readers name in a sentence answers", async ({ api }) => {
  const { text } = await api.get("/api/v1/skills?limit=1");
  const [skill] = JSON.parse(text).data;
  const thread = JSON.parse((await api.get("/api/v1/posts?limit=1")).text).data[0];
  const ids: Record<string, string> = {
    "{skill_id}": skill.skill_id,
    "{version_id}": skill.version.version_id,
    "{thread_id}": thread?.post_id ?? "",
    "{slug}": skill.slug,
    "{area}": "threads",
    "{sha256}": /[0-9a-f]{64}/.exec(String((await api.get("/client.tgz")).headers.location))?.[0] ?? "",
  };
  const only = new Map([
    ["/client.tgz", 302],
    [MCP_PATH, 405],
    [MCP_TEXT_PATH, 405],
  ]);
  const found = new Set<string>();
  for (const path of ["/skill.md", ...GUIDES, "/llms.txt"]) {
    const prose = proseOf((await api.get(path)).text);
    const parts = prose.split(api.base);
    for (const [at, part] of parts.slice(1).entries()) {
      const method = parts[at]?.endsWith("POST ") ? "POST " : "";
      const [rest = ""] = /^(\/[^\s)\]"'`|]*)?/.exec(part) ?? [];
      const address = rest.replace(/[.,:;]+$/, "").replaceAll(/\{\w+\}/g, (name) => ids[name] ?? name);
      found.add(`${method}${address || "/"}`);
    }
  }
  expect(found.size).toBeGreaterThan(20);
  for (const each of found) {
    const [address = "", method] = each.split(" ").reverse();
    const { status } =
      method === "POST"
        ? await api.post(address, { name: "From the guide" })
        : await api.exchange("GET", address, { accept: "text/html, */*" });
    const wanted = method === "POST" ? [201] : only.has(address) ? [only.get(address)] : [200, 307];
    expect(wanted, each).toContain(status);
  }
});

test("an answer with its text costs the tokens that the guide for agents names", async ({ api }) => {
  const guide = (await api.get("/skill.md")).text;
  const claim = /an answer with its text costs ([\d,]+) tokens on average and ([\d,]+) at most/.exec(guide);
  const [average = 0, most = 0] = (claim ?? []).slice(1).map((number) => Number(number.replace(",", "")));
  const lines = (await readFile(path.join(PROJECT_ROOT, "db/library-queries.jsonl"), "utf8")).trim().split("\n");
  const costs = [];
  for (const line of lines.filter((_, at) => at % 3 === 0)) {
    const body = { q: JSON.parse(line).query, preview: true, include: "content", limit: 1 };
    const { status, text } = await api.post("/api/v1/search", body);
    expect(status).toBe(200);
    costs.push(text.length / 4);
  }
  const mean = costs.reduce((sum, each) => sum + each, 0) / costs.length;
  expect(costs.length).toBeGreaterThan(20);
  expect(Math.abs(mean - average), `${mean} tokens on average`).toBeLessThan(0.15 * average);
  expect(Math.max(...costs)).toBeLessThanOrEqual(most);
});
