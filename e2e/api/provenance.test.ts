import { gunzipSync } from "node:zlib";
import { type Api, expect, test } from "@/e2e/support/api";
import { becomesFindable, makeSource, publishFrom, type Skill, word } from "@/e2e/support/fixtures";
import { connect, versionRef } from "@/e2e/support/knowledge";
import { Agent, eras } from "@/e2e/support/mcp";
import { read } from "@/lib/contract/knowledge/reading";
import { searchPost } from "@/lib/contract/public/search";
import { getSkill, listSkills } from "@/lib/contract/public/skills";
import { parseSkillFile } from "@/lib/domain/skills/parse-skill-file";
import { contentOf } from "@/lib/domain/sources/store-found";

const htmlOf = async (api: Api, path: string) =>
  (await api.get(path, { accept: "text/html" })).text.replaceAll("<!-- -->", "");

/** The structured data of a page about its skill. */
function dataIn(html: string): Record<string, unknown> {
  const [, text = "{}"] = /<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/s.exec(html) ?? [];
  return JSON.parse(text);
}

test("card, page, provenance, markdown, structured data and API name kind, address, release, path, licence and time", async ({
  api,
}) => {
  const technology = word();
  const applicability = [{ technology, version_scheme: "semver" as const, constraint: ">=1" }];
  const packaged = await makeSource("npm");
  const repository = await makeSource("git", `https://git.example/${word()}`);
  const commit = "c0ffee".repeat(7).slice(0, 40);
  const ofPackage = await publishFrom(packaged, {
    applicability,
    release: "1.2.3",
    path: "skills/pump",
    license: "MIT",
  });
  const ofRepository = await publishFrom(repository, {
    applicability,
    release: "v2",
    commit,
    path: "a/b",
    license: null,
  });
  const cases: Array<{ skill: Skill; kind: string; place: string; license: string; basis: object; more: string[] }> = [
    {
      skill: ofPackage,
      kind: "npm package",
      place: `${packaged.address}@1.2.3`,
      license: "MIT",
      basis: {
        "@type": "SoftwareSourceCode",
        name: packaged.address,
        url: `https://www.npmjs.com/package/${packaged.address.slice(4)}/v/1.2.3`,
        version: "1.2.3",
      },
      more: ["skills/pump"],
    },
    {
      skill: ofRepository,
      kind: "git repository",
      place: repository.address.slice("https://".length),
      license: "unknown",
      basis: { "@type": "SoftwareSourceCode", codeRepository: repository.address, version: commit },
      more: ["a/b", "v2"],
    },
  ];
  const list = await htmlOf(api, `/skills?technology=${technology}`);
  for (const { skill, kind, place, license, basis, more } of cases) {
    const { skill_id, slug } = skill;
    const { origin } = (await api.ok(getSkill, { skill_id })).data;
    const day = origin.fetched_at.slice(0, 10);
    expect(list).toContain(place);
    const page = await htmlOf(api, `/skills/${skill_id}/${slug}`);
    for (const said of [place, "Licence: ", license, more[0] ?? "", day, `/sources/${origin.source_id}`])
      expect(page).toContain(said);
    expect(dataIn(page)).toMatchObject({ isBasedOn: basis });
    expect(dataIn(page).license).toBe(license === "unknown" ? undefined : "https://spdx.org/licenses/MIT.html");
    const provenance = await htmlOf(api, `/skills/${skill_id}/${slug}/provenance`);
    for (const said of [kind, place, ...more, license.replace("unknown", "Unknown"), `/sources/${origin.source_id}`])
      expect(provenance).toContain(said);
    for (const path of [`/skills/${skill_id}/${slug}.md`, `/skills/${skill_id}/${slug}/provenance.md`]) {
      const { text } = await api.get(path);
      expect(text).toContain(`- Source kind: ${kind}\n`);
      expect(text).toMatch(new RegExp(`^- Source: .*${place.replaceAll(/[.*+?^$()[\]\\|{}]/g, "\\$&")}`, "m"));
      expect(text).toContain(`- License: ${license}\n`);
      for (const said of more) expect(text).toMatch(new RegExp(`^- (Path|Release): ${said}$`, "m"));
      expect(text).toContain(`- Fetched: ${origin.fetched_at}\n`);
      expect(text).toContain(`(${api.base}/sources/${origin.source_id}.md)`);
    }
  }
  expect(list).toContain("licence unknown");
  expect((await api.get(`/skills/${ofRepository.skill_id}/${ofRepository.slug}.md`)).text).toContain(
    `- Source: <${repository.address}> at commit ${commit}\n`,
  );
});

test("a text without a licence that allows copying is whole at no door, and each door leads to its source", async ({
  api,
}) => {
  const [technology, subject, secret] = [word(), word(), word()];
  const source = await makeSource("npm");
  const front = `---\nname: pump\ndescription: How to mend the ${subject}.\n---\n`;
  const parsed = parseSkillFile(Buffer.from(`${front}# Mend the ${subject}\n\nThe ${secret} valve.\n`));
  if (!parsed.ok) throw new Error(parsed.reason);
  const content = contentOf(source, "skills/pump", {
    skill: parsed.skill,
    files: [{ path: "references/more.md", bytes: Buffer.from(`The ${secret} file.`) }],
    text_sha256: Buffer.alloc(32),
    release: "1.0.0",
    release_state: "published",
    commit: null,
    license: null,
    repository: null,
    applicability: [{ technology, version_scheme: "semver", constraint: ">=1" }],
    requires: [],
  });
  expect(content.files).toEqual([]);
  const { title, description, markdown, applicability } = content;
  const skill = await publishFrom(source, {
    title,
    description,
    markdown,
    applicability,
    release: "1.0.0",
    license: null,
  });
  await becomesFindable(api, skill);
  const { skill_id, slug, version_id } = skill;
  const reader = await connect(api);
  const agent = await Agent.connect(api, eras[0]);
  const json = (value: unknown) => JSON.stringify(value);
  const version = `/skills/${skill_id}/versions/${version_id}`;
  const texts: Array<[string, string]> = [
    ...(await Promise.all(
      [
        `/skills/${skill_id}/${slug}`,
        `/skills/${skill_id}/${slug}.md`,
        `/skills/${skill_id}/${slug}/raw`,
        `${version}/raw.md`,
        `${version}/SKILL.md`,
        `/skills/${skill_id}/SKILL.md`,
        `/skills/${skill_id}/feed.json`,
      ].map(async (path): Promise<[string, string]> => [path, await htmlOf(api, path)]),
    )),
    ["get_skill", json(await api.ok(getSkill, { skill_id }))],
    ["list_skills", json(await api.ok(listSkills, { technology }))],
    ["include=content", json(await api.ok(searchPost, { q: title, preview: true, include: "content" }))],
    ["read", json(await reader.ok(read, { ref: versionRef(skill), view: "content" }))],
    ["MCP", json(await agent.call("get_skill", { skill_id }))],
    [
      "skill.tgz",
      gunzipSync(Buffer.from(await (await fetch(`${api.base}${version}/skill.tgz`)).arrayBuffer())).toString(),
    ],
  ];
  for (const [door, text] of texts) {
    expect([door, text.includes(secret)]).toEqual([door, false]);
    if (!door.endsWith("feed.json") && door !== "list_skills") expect(text, door).toContain("www.npmjs.com/package/");
    expect(text, door).toContain(subject);
  }
  expect((await api.get(`${version}/files/references/more.md`)).status).toBe(404);
});
