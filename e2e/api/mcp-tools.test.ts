import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { type Api, expect, test } from "@/e2e/support/api";
import { question } from "@/e2e/support/fixtures";
import { connect } from "@/e2e/support/knowledge";
import { Agent, eras } from "@/e2e/support/mcp";
import { MCP_TEXT_PATH } from "@/lib/contract/mcp-servers";

/** Of the whole list as sent, including output schemas and annotations. */
const ANONYMOUS_TOKENS_MAX = 1_000;
const CONNECTION_TOKENS_MAX = 3_200;

type Hints = { readOnlyHint?: boolean; destructiveHint?: boolean; idempotentHint?: boolean; openWorldHint?: boolean };
const [newest] = [...eras].reverse();

async function toolsFor(api: Api, audience: "anonymous" | "connection", era = newest ?? eras[0]) {
  const headers = audience === "connection" ? (await connect(api)).headers : {};
  const agent = await Agent.connect(api, era, headers);
  const { tools } = await agent.client.listTools();
  await agent.close();
  return tools;
}

/**
 * Four characters per token. The o200k encoding has 4.3 characters per token for these lists, so this overestimates.
 */
function tokensIn(tools: unknown): number {
  return Math.ceil(JSON.stringify(tools).length / 4);
}

for (const audience of ["anonymous", "connection"] as const) {
  test(`the tools of ${audience} callers match the committed list`, async ({ api }) => {
    const file = path.join(import.meta.dirname, `mcp-tools.${audience}.snapshot.json`);
    if (process.env.UPDATE_EXAMPLES) writeFileSync(file, `${JSON.stringify(await toolsFor(api, audience), null, 2)}\n`);
    const committed: unknown = JSON.parse(readFileSync(file, "utf8"));
    expect(await toolsFor(api, audience)).toEqual(committed);
  });

  test(`clients of both eras see the same tools as ${audience} callers, with output schemas since 2026`, async ({
    api,
  }) => {
    const [older = [], newer = []] = await Promise.all(eras.map((era) => toolsFor(api, audience, era)));
    expect(older).toEqual(newer.map(({ outputSchema: _, ...tool }) => tool));
    expect(newer.every(({ outputSchema }) => outputSchema?.type === "object")).toBe(true);
  });
}

test("a text-only host that asks for text gets the same result once, as text", async ({ api }) => {
  const [, era] = eras;
  const [structured, text] = [await Agent.connect(api, era), await Agent.connect(api, era, {}, "text")];
  const Answer = z.looseObject({ match_quality: z.string() });
  const query = question();
  const args = { query };
  expect(await text.ok("search_skills", args, Answer)).toEqual(await structured.ok("search_skills", args, Answer));
  expect((await text.client.listTools()).tools.some(({ outputSchema }) => outputSchema)).toBe(false);
  expect(text.client.getInstructions()).toContain(`${api.base}${MCP_TEXT_PATH}`);
  await Promise.all([structured.close(), text.close()]);
});

test("the lists stay small, because every model pays for them in every conversation", async ({ api }) => {
  expect(tokensIn(await toolsFor(api, "anonymous"))).toBeLessThanOrEqual(ANONYMOUS_TOKENS_MAX);
  expect(tokensIn(await toolsFor(api, "connection"))).toBeLessThanOrEqual(CONNECTION_TOKENS_MAX);
});

test("every tool has flat input, an output schema and all four hints", async ({ api }) => {
  for (const tool of await toolsFor(api, "connection")) {
    for (const schema of [tool.inputSchema, tool.outputSchema]) {
      expect(schema, tool.name).toMatchObject({ type: "object" });
      expect(Object.keys(schema ?? {}), tool.name).not.toEqual(
        expect.arrayContaining([expect.stringMatching(/^(anyOf|oneOf|allOf|\$ref|\$defs)$/)]),
      );
      expect(JSON.stringify(schema), tool.name).not.toContain("$ref");
    }
    expect(tool.inputSchema.additionalProperties, tool.name).toBe(false);
    expect(Object.values(tool.annotations ?? {}).filter((hint) => typeof hint === "boolean").length).toBe(4);
    expect(tool.description?.length, tool.name).toBeLessThanOrEqual(200);
  }
});

test("the hints match each tool: read-only, publishing or destructive", async ({ api }) => {
  const hints = (given: Hints = {}) =>
    [given.readOnlyHint, given.destructiveHint, given.idempotentHint, given.openWorldHint]
      .map((hint) => (hint ? "T" : "F"))
      .join("");
  const tools = await toolsFor(api, "connection");
  expect(Object.fromEntries(tools.map((tool) => [tool.name, hints(tool.annotations)]))).toEqual({
    search_skills: "TFTF",
    get_skill: "TFTF",
    list_skills: "TFTF",
    suggest_skills: "TFTF",
    ask_publicly: "FFFT",
    read_thread: "TFTT",
    report_outcome: "FFFT",
    sync: "FFTT",
    start_task: "FFFT",
    add_insight: "FFFT",
    propose_skill: "FFFT",
    propose_skill_update: "FFFT",
    report_content: "FFTF",
    set_control_mode: "FTTF",
  });
});

test("an error about wrong arguments lists all of them at once", async ({ api }) => {
  const agent = await Agent.connect(api, newest ?? eras[0]);
  const problem = await agent.refused("get_skill", "validation_failed", { skill_id: "x", extra: 1 });
  expect(problem.errors?.map(({ pointer, code }) => `${pointer} ${code}`)).toEqual([
    "/skill_id invalid_format",
    "/extra unknown_field",
  ]);
  await agent.refused("search_skills", "validation_failed");
  const unsafe = await agent.refused("search_skills", "unsafe_text", { query: "hidden\u200b blank" });
  expect(unsafe.errors).toMatchObject([{ pointer: "/query" }]);
  await agent.refused("list_skills", "invalid_cursor", { cursor: "forged" });
  await agent.close();
});
