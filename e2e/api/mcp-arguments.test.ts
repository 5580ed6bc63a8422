import { z } from "zod";
import { expect, test } from "@/e2e/support/api";
import { becomesFindable, publishSkill, question, word } from "@/e2e/support/fixtures";
import { connect, conversation, nothing, versionRef } from "@/e2e/support/knowledge";
import { semver } from "@/e2e/support/knowledge-reading";
import { Agent, eras, modern } from "@/e2e/support/mcp";
import { MCP_PATH } from "@/lib/contract/mcp-servers";

const Any = z.looseObject({});
const Found = z.looseObject({ results: z.array(z.looseObject({ version_id: z.string() })), next: z.string() });

for (const era of eras)
  test(`a client of ${era.era} may send null for what it leaves out, and numbers and booleans as text`, async ({
    api,
  }) => {
    const skill = await publishSkill();
    const { skill_id, version_id } = skill;
    const { headers } = await connect(api);
    const agent = await Agent.connect(api, era, headers);
    const asked = await agent.ok(
      "ask_publicly",
      { query: question(), technology: null, version: null, idempotency_key: null },
      z.looseObject({ thread_id: z.string(), append_key: z.string() }),
    );
    const { thread_id, append_key } = asked;
    const target = conversation(thread_id);
    const used = [{ ref: versionRef(skill), condition: null }];
    const submission = {
      description: "How.",
      change_summary: "First.",
      rationale: "None.",
      supporting_basis: "Tried.",
    };
    const calls: [name: string, args: Record<string, unknown>][] = [
      ["search_skills", { query: question(), technology: null, version: null, limit: null, loaded_versions: null }],
      ["search_skills", { query: question(), limit: "2", include_content: "true" }],
      ["search_skills", { query: question(), limit: "1.0", include_content: "false" }],
      ["get_skill", { skill_id, version_id: null, technology: null }],
      ["list_skills", { technology: null, version: null, cursor: null }],
      ["read_thread", { thread_id, since: null, cursor: null, limit: "5" }],
      ["add_insight", { target, body: "Turn it.", reply_to_message_id: null, relevance: null, used_versions: used }],
      ["report_outcome", { thread_id, append_key, outcome: "partial", text: "Nearly.", used_versions: null }],
      ["start_task", { title: "Tame it", opening: "It runs.", query: null }],
      ["sync", { operation_refs: null, selected_versions: null, delivered_cursor: null }],
      ["set_control_mode", { expected_control_revision: "0", mode: null, cancel_operation_refs: null }],
      ["knowledge_search", { query: question(), skill_limit: "0", conversation_limit: "1", applicability: null }],
      ["knowledge_read", { ref: { kind: "skill", skill_id, version_id: null }, view: "history", limit: "3" }],
      ["knowledge_read", { ref: { kind: "skill_version", skill_id, version_id }, view: null, cursor: null }],
      [
        "propose_skill",
        {
          ...submission,
          title: `Tame the ${word()}`,
          markdown: "# Tame it\n\nTurn it.\n",
          applicability: null,
          public_references: null,
          sources: [{ thread_id, through_sequence: "1", message_ids: null }],
        },
      ],
    ];
    for (const [name, args] of calls) await agent.ok(name, args, Any);
    await agent.close();
  });

/** What is not exactly a number or a boolean, or is required, and where the refusal points. */
const REFUSED: [name: string, args: Record<string, unknown>, pointer: string][] = [
  ["search_skills", { query: "x", limit: "12px" }, "/limit"],
  ["search_skills", { query: "x", limit: " 1" }, "/limit"],
  ["search_skills", { query: "x", limit: "0x1" }, "/limit"],
  ["search_skills", { query: "x", limit: "01" }, "/limit"],
  ["search_skills", { query: "x", limit: "1e1" }, "/limit"],
  ["search_skills", { query: "x", limit: "1.5" }, "/limit"],
  ["search_skills", { query: "x", include_content: "True" }, "/include_content"],
  ["search_skills", { query: "x", include_content: 1 }, "/include_content"],
  ["search_skills", { query: "x", loaded_versions: [null] }, "/loaded_versions/0"],
  ["search_skills", { query: null }, "/query"],
  ["search_skills", { query: "x", technology: 7 }, "/technology"],
  ["read_thread", { thread_id: nothing.thread_id, limit: "ten" }, "/limit"],
  ["get_skill", { skill_id: null, version_id: null }, "/skill_id"],
];

test("what is not exactly a number or a boolean is refused with the field's name", async ({ api }) => {
  const agent = await Agent.connect(api, eras[1]);
  for (const [name, args, pointer] of REFUSED) {
    const { errors } = await agent.refused(name, "validation_failed", args);
    expect(
      errors?.map((one) => one.pointer),
      JSON.stringify(args),
    ).toEqual([pointer]);
  }
  await agent.close();
});

test("parameters of the protocol that are null count as left out too", async ({ api }) => {
  const prompt = { name: "apply_skill", arguments: { skill: (await publishSkill()).slug, task: "It.", version: null } };
  const sent: [method: string, params: Record<string, unknown> | null][] = [
    ["tools/list", { cursor: null }],
    ["resources/list", { cursor: null }],
    ["tools/call", { name: "list_skills", arguments: null }],
    ["prompts/get", prompt],
    ["ping", null],
  ];
  for (const [method, params] of sent) {
    const headers = { "content-type": "application/json", "mcp-protocol-version": "2025-11-25" };
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
    const { text } = await api.exchange("POST", MCP_PATH, headers, body);
    expect(Object.keys(JSON.parse(text)), `${method}: ${text.slice(0, 300)}`).toContain("result");
    if (params === null) continue;
    const { headers: named, body: newer } = modern(method, params);
    const again = await api.exchange("POST", MCP_PATH, { ...headers, ...named }, JSON.stringify(newer));
    expect(Object.keys(JSON.parse(again.text)), `${method}: ${again.text.slice(0, 300)}`).toContain("result");
  }
});

test("a search says what became of the versions that the caller holds, and does not repeat their text", async ({
  api,
}) => {
  const technology = word();
  const old = await publishSkill({ applicability: [semver(technology, ">=1 <2")] });
  const current = await publishSkill({ of: old, title: old.title, applicability: [semver(technology, ">=1 <3")] });
  await becomesFindable(api, current);
  const agent = await Agent.connect(api, eras[1]);
  const asked = { query: current.title, technology, version: "1.5.0", include_content: true };
  const holding = (...held: (typeof old)[]) =>
    agent.ok("search_skills", { ...asked, loaded_versions: held.map(versionRef) }, Found);

  const fresh = await holding();
  expect(fresh).toMatchObject({ loaded_versions: [], results: [{ loaded: "no", content: {} }] });
  const outdated = await holding(old);
  expect(outdated).toMatchObject({
    loaded_versions: [{ ref: versionRef(old), state: "superseded", replaced_by: versionRef(current) }],
    results: [{ version_id: current.version_id, loaded: "outdated", content: {} }],
  });
  const held = await holding(current, old);
  expect(held).toMatchObject({
    loaded_versions: [{ state: "current" }, { state: "superseded" }],
    results: [{ version_id: current.version_id, loaded: "current" }],
    next: expect.stringContaining("You hold"),
  });
  expect(held.results[0]).not.toHaveProperty("content");
  expect(await agent.ok("search_skills", asked, Found)).not.toHaveProperty("loaded_versions");
  const unknown = { ...asked, loaded_versions: [{ kind: "skill_version", ...ids(nothing) }] };
  expect(await agent.ok("search_skills", unknown, Found)).toMatchObject({ loaded_versions: [{ state: "unknown" }] });
  await agent.refused("search_skills", "validation_failed", {
    ...asked,
    loaded_versions: Array(26).fill(versionRef(old)),
  });
  await agent.close();
});

function ids({ skill_id, version_id }: { skill_id: string; version_id: string }) {
  return { skill_id, version_id };
}
