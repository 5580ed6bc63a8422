import { expect, test } from "@/e2e/support/api";
import { database, withdrawVersion, word } from "@/e2e/support/fixtures";
import { connect, skillRef, versionRef } from "@/e2e/support/knowledge";
import { ownSkill, submitted, update } from "@/e2e/support/submitting";
import { read } from "@/lib/contract/knowledge/reading";
import { getSkill, getSkillVersion, listSkills } from "@/lib/contract/public/skills";

const ORIGIN = {
  kind: "submission",
  address: "https://github.com/acme/skills",
  release: null,
  path: null,
  is_whole: true,
  source_repository: "https://github.com/acme/skills",
  source_commit: null,
  license: "Apache-2.0",
  author: "Jane Doe",
};

const UNKNOWN = {
  kind: "submission",
  release: null,
  commit: null,
  path: null,
  source_repository: null,
  source_commit: null,
  license: null,
  author: null,
};

function text(front: string): { markdown: string } {
  const subject = word();
  return { markdown: `---\n${front}\n---\n# Tame the ${subject}\n\nTurn it until it stops.\n` };
}

const FRONT =
  "license: apache 2.0\nmetadata:\n  author: Jane Doe <jane@example.org>\n  repository: https://github.com/acme/skills.git";

test("the front matter of a submission gives its origin on every read path, until the version is withdrawn", async ({
  api,
}) => {
  const technology = word();
  const applicability = [{ technology, version_scheme: "semver", constraint: ">=1 <2" }];
  const author = await connect(api);
  const skill = await ownSkill(author, { ...text(FRONT), applicability });
  const { skill_id, version_id } = skill;

  expect((await api.ok(getSkill, { skill_id })).data.origin).toMatchObject(ORIGIN);
  expect((await api.ok(getSkillVersion, { skill_id, version_id })).data.origin).toMatchObject(ORIGIN);
  expect((await api.ok(listSkills, { technology })).data[0]?.origin).toMatchObject(ORIGIN);
  for (const ref of [skillRef(skill), versionRef(skill)]) {
    const content = (await author.ok(read, { ref, view: "content" })).data;
    expect(content.view === "content" && content.version.origin).toMatchObject(ORIGIN);
    const provenance = (await author.ok(read, { ref, view: "provenance" })).data;
    expect(provenance.view === "provenance" && provenance.origin).toMatchObject(ORIGIN);
  }
  const page = await (await fetch(`${api.base}/skills/${skill_id}/${skill.slug}`)).text();
  expect(page).toContain('href="https://github.com/acme/skills" rel="nofollow ugc noopener noreferrer"');
  expect(page).toContain('"license":"https://spdx.org/licenses/Apache-2.0.html"');
  expect(page).toContain(
    '"isBasedOn":{"@type":"SoftwareSourceCode","codeRepository":"https://github.com/acme/skills"}',
  );
  expect(page).not.toContain("jane@example.org&gt;</bdi>");
  const markdown = await (await fetch(`${api.base}/skills/${skill_id}/${skill.slug}.md`)).text();
  expect(markdown).toContain(
    "- Source: <https://github.com/acme/skills>\n- License: Apache-2.0\n- Written by: Jane Doe\n",
  );
  const list = await (await fetch(`${api.base}/skills?technology=${technology}`)).text();
  expect(list).toContain("github.com/acme/skills");

  await withdrawVersion(skill, "Taken back.");
  await api.refused(getSkillVersion, "withdrawn", { skill_id, version_id });
  expect((await api.ok(listSkills, { technology })).data).toEqual([]);
});

test("an update may change the origin alone, and a front matter with other keys is refused", async ({ api }) => {
  const author = await connect(api);
  const description = `How to tame the ${word()}.`;
  const skill = await ownSkill(author, { description });
  const { title } = skill;
  const again = (front: string) =>
    submitted(author, update(skill, "1", { title, description, markdown: `${front}${skill.markdown}` }));
  expect(await again("---\nlicense: MIT\nname: a\n---\n")).toMatchObject({
    state: "rejected",
    problem: { code: "unsafe_text" },
  });
  expect(await again("")).toMatchObject({ state: "rejected", problem: { code: "no_change" } });
  expect((await again("---\nlicense: MIT\n---\n")).state).toBe("succeeded");
  const { data } = await api.ok(getSkill, { skill_id: skill.skill_id });
  expect(data).toMatchObject({ ordinal: "2", markdown: skill.markdown, origin: { license: "MIT", author: null } });
});

test("a skill without a front matter is of unknown source", async ({ api }) => {
  const skill = await ownSkill(await connect(api));
  const { origin, skill_id, version_id } = (await api.ok(getSkill, { skill_id: skill.skill_id })).data;
  expect(origin).toMatchObject({ ...UNKNOWN, address: `${api.base}/skills/${skill_id}/versions/${version_id}` });
  const address = `${api.base}/skills/${skill.skill_id}/${skill.slug}`;
  expect(await (await fetch(address)).text()).toContain("Unknown source");
  expect(await (await fetch(`${address}.md`)).text()).toContain("- Source: unknown source\n");
});

test("the starter library names itself as the source, on cards, pages and in markdown, and nobody else can", async ({
  api,
}) => {
  const { data } = await api.ok(listSkills, { q: "cache a page in next.js 16" });
  const [skill] = data;
  if (!skill) throw new Error("The starter library has no such skill.");
  const { skill_id, slug, origin } = skill;
  const author = "Cairn starter library";
  const path = "nextjs-page-caching";
  expect(origin).toMatchObject({ ...UNKNOWN, kind: "folder", address: "folder:library", path, license: "MIT", author });
  const list = await (await fetch(`${api.base}/skills?q=nextjs-page-caching`)).text();
  expect(list.replaceAll("<!-- -->", "")).toContain(`${author}, <bdi>MIT</bdi>`);
  for (const path of [`/skills/${skill_id}/${slug}`, `/skills/${skill_id}/${slug}/provenance`]) {
    const page = await (await fetch(`${api.base}${path}`)).text();
    expect(page, path).toContain(author);
    expect(page, path).not.toMatch(/Unknown source|Written by/);
  }
  const markdown = await (await fetch(`${api.base}/skills/${skill_id}/${slug}.md`)).text();
  expect(markdown).toContain(`- Source: ${author}\n- License: MIT\n`);
  const claims = await ownSkill(await connect(api), text(`license: MIT\nmetadata:\n  author: ${author}`));
  expect((await api.ok(getSkill, { skill_id: claims.skill_id })).data.origin.author).toBeNull();
});

test("addresses with credentials, hidden characters and secrets are left out", async ({ api }) => {
  const author = await connect(api);
  for (const front of [
    "metadata:\n  repository: javascript:alert(1)",
    "metadata:\n  repository: http://github.com/acme/skills",
    'metadata:\n  author: "Jane \\u202Eenod"',
    'license: "M\\u200BIT"',
  ]) {
    const { skill_id } = await ownSkill(author, text(front));
    expect((await api.ok(getSkill, { skill_id })).data.origin, front).toMatchObject(UNKNOWN);
  }
});

test("a version without another origin shows the licence that it has", async ({ api }) => {
  const { skill_id, version_id } = await ownSkill(await connect(api));
  await database()`update skill_versions set license = 'MIT' where skill_versions.version_id = ${version_id}`;
  expect((await api.ok(getSkill, { skill_id })).data.origin).toMatchObject({ ...UNKNOWN, license: "MIT" });
});
