import { createHash } from "node:crypto";
import { parse } from "yaml";
import { z } from "zod";
import { type Api, expect, type Headers, test } from "@/e2e/support/api";
import { database, publishSkill, type Skill } from "@/e2e/support/fixtures";
import { Agent, eras, modern } from "@/e2e/support/mcp";
import { MCP_PATH } from "@/lib/contract/mcp-servers";

const Entry = z.looseObject({
  uri: z.string(),
  frontmatter: z.looseObject({ name: z.string(), description: z.string(), metadata: z.record(z.string(), z.string()) }),
  resources: z.array(z.looseObject({ uri: z.string(), digest: z.string(), size: z.int() })).min(1),
});
const Got = z.object({ result: z.looseObject({ skill: Entry }) });
const Listed = z.object({ result: z.looseObject({ skills: z.array(Entry), nextCursor: z.string().optional() }) });

async function ask<T extends z.ZodType>(
  api: Api,
  method: string,
  params: Record<string, unknown>,
  shape: T,
): Promise<z.output<T>> {
  const { headers, body } = modern(method, params);
  const named: Headers = typeof params.uri === "string" ? { "mcp-name": params.uri } : {};
  return shape.parse(JSON.parse((await api.post(MCP_PATH, body, { ...headers, ...named })).text));
}

async function textAt(api: Api, uri: string): Promise<string> {
  const agent = await Agent.connect(api, eras[1]);
  const { contents } = await agent.client.readResource({ uri });
  await agent.close();
  const [first] = contents;
  if (!first || !("text" in first)) throw new Error(`${uri} has no text.`);
  expect(first.mimeType).toBe("text/markdown");
  return String(first.text);
}

const selectedUri = (skill: Skill) => `skill://${skill.slug}/SKILL.md`;
const versionUri = (skill: Skill) => `skill://v/${skill.version_id}/${skill.slug}/SKILL.md`;
const sha256 = (text: string) => `sha256:${createHash("sha256").update(text).digest("hex")}`;

/** A maintainer's later finding about a version. */
async function review(skill: Skill): Promise<void> {
  await database()`
    insert into review_notes (review_note_id, version_id, version_checked, note, reviewed_at, reviewer)
    values (${`rev_${skill.version_id.slice(4)}`}, ${skill.version_id}, '9.9.9', 'Ran it once more.', now_ms(), 'Maintainer')`;
}

test("a skill's entry, front matter and digest match the served file", async ({ api }) => {
  const skill = await publishSkill({ description: 'Says "quoted": yes, #hash, and more.' });
  for (const uri of [selectedUri(skill), versionUri(skill)]) {
    const entry = (await ask(api, "skills/get", { uri }, Got)).result.skill;
    const text = await textAt(api, uri);
    expect(entry.resources).toEqual([{ uri, digest: sha256(text), size: Buffer.byteLength(text) }]);
    const [, front = "", ...rest] = text.split("---\n");
    expect(parse(front)).toEqual(entry.frontmatter);
    expect(entry.frontmatter).toMatchObject({
      name: skill.slug,
      metadata: { skill_id: skill.skill_id, version_id: skill.version_id },
    });
    expect(rest.join("---\n").trim()).toBe(skill.markdown.trim());
  }
});

test("the library is listed in pages, each skill once", async ({ api }) => {
  const skill = await publishSkill();
  const uris: string[] = [];
  let cursor: string | undefined;
  do {
    const { result } = await ask(api, "skills/list", cursor ? { cursor } : {}, Listed);
    uris.push(...result.skills.map(({ uri }) => uri));
    cursor = result.nextCursor;
  } while (cursor);
  expect(uris).toContain(selectedUri(skill));
  expect(new Set(uris).size).toBe(uris.length);
});

test("a later version or review changes the skill's file but not the version's file", async ({ api }) => {
  const skill = await publishSkill();
  const [selected, fixed] = [await textAt(api, selectedUri(skill)), await textAt(api, versionUri(skill))];
  expect(selected).toContain("No verification is recorded for this version.");
  expect(fixed).not.toContain("No verification is recorded");
  await review(skill);
  expect(await textAt(api, selectedUri(skill))).toContain("Checked against 9.9.9 by Maintainer: Ran it once more.");
  await publishSkill({ of: skill, title: `${skill.title} again`, markdown: "# Another way\n\nPull it.\n" });
  expect(await textAt(api, selectedUri(skill))).toContain("Pull it.");
  expect(await textAt(api, versionUri(skill))).toBe(fixed);
});
