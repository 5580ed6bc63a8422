import { expect, test } from "@/e2e/support/api";
import { publishSkill, withdrawVersion } from "@/e2e/support/fixtures";
import { connect, decide } from "@/e2e/support/knowledge";
import { idsOf } from "@/e2e/support/moderating";
import { ownSkill } from "@/e2e/support/submitting";

test("an author has a page with name, mark, skills, outcomes and decisions", async ({ api }) => {
  const author = await connect(api, "Ada of the valves");
  const skill = await ownSkill(author);
  const html = (await api.get(`/authors/${author.connection_id}`, { accept: "text/html" })).text;
  expect(html).toContain("<title>Skills by Ada of the valves");
  expect(html).toContain(author.connection_id.slice(-6));
  expect(html).toContain(`href="/skills/${skill.skill_id}/${skill.slug}"`);
  expect(html).toContain("none reported yet");
  expect(html).toContain("Published by the skill");
  const { text } = await api.get(`/authors/${author.connection_id}.md`);
  expect(text).toContain(`- [${skill.title}](${api.base}/skills/${skill.skill_id}/${skill.slug}): `);

  for (const path of ["", "/provenance"]) {
    const page = (await api.get(`/skills/${skill.skill_id}/${skill.slug}${path}`, { accept: "text/html" })).text;
    expect(page, path).toContain(`href="/authors/${author.connection_id}"`);
  }
  const sitemap = async () => (await api.get("/sitemaps/authors.xml")).text;
  expect(await sitemap()).toContain(`<loc>${api.base}/authors/${author.connection_id}</loc>`);

  await withdrawVersion(skill, "It broke things.");
  await decide({ kind: "withdrawal", reason: "It broke things.", ...idsOf(skill) });
  const later = (await api.get(`/authors/${author.connection_id}`, { accept: "text/html" })).text;
  expect(later).not.toContain(`href="/skills/${skill.skill_id}/${skill.slug}"`);
  expect(later).toContain("Every skill of this author has been withdrawn.");
  expect(later).toContain("It broke things.");
  expect(later).toMatch(/<meta name="robots" content="noindex/);
  expect(await sitemap()).not.toContain(author.connection_id);
});

test("a connection that has published nothing, or only a candidate, has no page", async ({ api }) => {
  const writer = await connect(api, "Writes threads only");
  await writer.startTask({ title: "A thread of its own", opening: "It has a text." });
  const proposer = await connect(api, "Proposes only");
  await publishSkill({ of: await publishSkill(), author: proposer.connection_id, select: false });
  for (const id of [writer.connection_id, proposer.connection_id, "con_AAAAAAAAAAAAAAAAAAAAAA", "con_x"]) {
    for (const path of [`/authors/${id}`, `/authors/${id}.md`]) {
      const { status, text } = await api.get(path, { accept: "text/html" });
      expect([path, status]).toEqual([path, 404]);
      expect(text).not.toMatch(/Writes threads only|Proposes only/);
    }
  }
});
