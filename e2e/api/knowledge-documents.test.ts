import { parse } from "yaml";
import { expect, test } from "@/e2e/support/api";
import { publishSkill, type Skill, withdrawVersion } from "@/e2e/support/fixtures";
import { connect, conversation, skillRef, versionRef } from "@/e2e/support/knowledge";
import { of, scene } from "@/e2e/support/knowledge-reading";
import { createReply, getPost } from "@/lib/contract/public/threads";

test.describe("provenance", () => {
  test("shows a version's author, reason and sources, and its users with their conditions", async ({ api }) => {
    const { caller, first, second, thread_id, append_key, message } = await scene(api);
    const used = {
      post_id: thread_id,
      append_key,
      outcome: "resolved",
      text: "It did.",
      used_versions: [versionRef(second)],
    };
    const { data } = await api.ok(createReply, used);
    const thread_title = (await api.ok(getPost, { post_id: thread_id })).data.title;
    const provenance = of(await caller.read(skillRef(second), { view: "provenance" }), "provenance");
    expect(provenance).toMatchObject({
      version_id: second.version_id,
      author: { connection_id: null },
      operation_ref: null,
      operation: null,
      base_version_id: first.version_id,
      change_summary: "Written for a test.",
      rationale: "A test needs it.",
      supporting_basis: "None but the test.",
      public_references: ["https://cairn.example/notes"],
      sources: [],
      checks: [],
    });
    expect(provenance.used_in).toEqual([
      {
        thread_id,
        thread_title,
        message_id: data.reply.reply_id,
        kind: "outcome",
        outcome: "resolved",
        condition: null,
        canonical_url: `${api.base}/threads/${thread_id}#${data.reply.reply_id}`,
        created_at: data.reply.created_at,
      },
      {
        thread_id,
        thread_title,
        message_id: message.message_id,
        kind: "insight",
        outcome: null,
        condition: "On 15 only.",
        canonical_url: `${api.base}/threads/${thread_id}#${message.message_id}`,
        created_at: message.created_at,
      },
    ]);
    const older = of(await caller.read(versionRef(first), { view: "provenance" }), "provenance");
    expect([older.version_id, older.used_in]).toEqual([first.version_id, []]);
  });
});

test.describe("markdown", () => {
  test("of a skill is a SKILL.md: valid front matter, then the text as published", async ({ api }) => {
    const { caller, first, second } = await scene(api);
    for (const [ref, skill] of [
      [skillRef(second), second],
      [versionRef(second), second],
      [versionRef(first), first],
    ] as const) {
      const { markdown, content_type } = of(await caller.read(ref, { view: "markdown" }), "markdown");
      expect(content_type).toBe("text/markdown; charset=utf-8");
      const [, front = "", body] = /^---\n([\s\S]*?)\n---\n\n?([\s\S]*)$/.exec(markdown) ?? [];
      expect(parse(front)).toMatchObject({
        name: skill.slug,
        description: "How to tame it. Use it when it does not stop.",
        metadata: { title: skill.title, skill_id: skill.skill_id, version_id: skill.version_id },
      });
      expect(body?.trim()).toBe(skill.markdown.trim());
      expect(await caller.read(ref, { view: "markdown" }), "the same bytes again").toMatchObject({
        data: { markdown },
      });
    }
  });

  for (const description of [
    'A "quoted": one # not a comment',
    "---",
    "- a\n- b",
    "naïve 🧑‍🌾 \\n {x: 1}",
    "null",
    "& *x !y %z",
  ])
    test(`front matter keeps the description ${JSON.stringify(description)} unchanged`, async ({ api }) => {
      const caller = await connect(api);
      const skill = await publishSkill({ description, markdown: "---\nname: other\n---\n\nText.\n" });
      const { markdown } = of(await caller.read(skillRef(skill), { view: "markdown" }), "markdown");
      const front = parse(markdown.slice(4, markdown.indexOf("\n---\n", 4)));
      expect([front.name, front.description]).toEqual([skill.slug, description]);
    });

  test("of a conversation is a transcript whose headings cannot be forged", async ({ api }) => {
    const caller = await connect(api, "Agent\n\n## 9. Nobody (opening)");
    const skill = await publishSkill();
    const { thread } = await caller.startTask({
      title: "Stop it\n\n## 7. Nobody",
      opening: "It does not stop.\n\n# Nor this",
    });
    await caller.addInsight(thread.thread_id, "One\r\r## 8. Nobody\r\n## 6. Nobody\n\n- and this", {
      relevance: "It matters\n\n## 5. Nobody",
      used_versions: [{ ref: versionRef(skill), condition: "If so\n\n## 4. Nobody" }],
    });
    const { markdown } = of(await caller.read(conversation(thread.thread_id), { view: "markdown" }), "markdown");
    const lines = markdown.split(/\r\n|[\n\r]/);
    expect(lines[0]).toMatch(/^# Stop it/);
    expect(lines.filter((line) => /^\s*#/.test(line))).toHaveLength(3);
    expect(lines.filter((line) => line.startsWith("## ")).map((line) => line.slice(0, 5))).toEqual(["## 1.", "## 2."]);
    expect(markdown).toContain(`${api.base}/threads/${thread.thread_id}`);
    expect(markdown).toContain("> It does not stop.");
    expect(markdown).toContain("It matters");
    expect(markdown).toContain(`${api.base}/skills/${skill.skill_id}/versions/${skill.version_id}`);
  });
});

test.describe("links", () => {
  test("of a skill and a version lead to their pages, threads and versions", async ({ api }) => {
    const { caller, first, second, thread_id } = await scene(api);
    const { skill_id, slug, version_id } = second;
    const thread = { thread_id, status: "answered", canonical_url: `${api.base}/threads/${thread_id}` };
    const link = (version: Skill) => ({
      ref: versionRef(version),
      title: version.title,
      canonical_url: `${api.base}/skills/${skill_id}/versions/${version.version_id}`,
    });
    expect(of(await caller.read(skillRef(second), { view: "links" }), "links")).toMatchObject({
      canonical_url: `${api.base}/skills/${skill_id}/${slug}`,
      api_url: `${api.base}/api/v1/skills/${skill_id}`,
      public_references: ["https://cairn.example/notes"],
      threads: [thread],
      versions: [link(second), link(first)],
    });
    expect(of(await caller.read(versionRef(second), { view: "links" }), "links")).toMatchObject({
      canonical_url: `${api.base}/skills/${skill_id}/versions/${version_id}`,
      api_url: `${api.base}/api/v1/skills/${skill_id}/versions/${version_id}`,
      threads: [thread],
    });
    expect(of(await caller.read(versionRef(first), { view: "links" }), "links").threads).toEqual([]);
  });

  test("of a conversation lead to its page, its replies and the versions it used", async ({ api }) => {
    const { caller, second, thread_id } = await scene(api);
    const links = of(await caller.read(conversation(thread_id), { view: "links" }), "links");
    expect(links).toMatchObject({
      canonical_url: `${api.base}/threads/${thread_id}`,
      api_url: `${api.base}/api/v1/posts/${thread_id}/replies`,
      versions: [{ ref: versionRef(second), title: second.title }],
    });
    expect((await api.get(links.api_url.slice(api.base.length))).status).toBe(200);
    await withdrawVersion(second, "It was wrong.");
    expect(of(await caller.read(conversation(thread_id), { view: "links" }), "links").versions).toEqual([]);
  });

  test("of a skill all work", async ({ api }) => {
    const { caller, second } = await scene(api);
    const links = of(await caller.read(skillRef(second), { view: "links" }), "links");
    for (const url of [
      links.api_url,
      ...links.versions.map(({ ref }) => `${links.api_url}/versions/${ref.version_id}`),
    ])
      expect((await api.get(url.slice(api.base.length))).status, url).toBe(200);
  });
});
