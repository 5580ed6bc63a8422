import { type Api, expect, test } from "@/e2e/support/api";
import { hideThread, publishSkill, type Skill, withdrawVersion, word } from "@/e2e/support/fixtures";

async function ask(api: Api, skill: Skill, q: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${api.base}/skills/${skill.skill_id}/${skill.slug}/ask`, {
    method: "POST",
    redirect: "manual",
    headers: { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "same-origin", ...headers },
    body: new URLSearchParams({ q }),
  });
  return { status: response.status, place: response.headers.get("location") ?? "", html: await response.text() };
}

test("a question about a skill opens a thread that is linked to it, on both pages and in markdown", async ({ api }) => {
  const skill = await publishSkill();
  const page = `/skills/${skill.skill_id}/${skill.slug}`;
  const html = async (path: string) => (await api.get(path, { accept: "text/html" })).text;
  expect(await html(page)).toContain(`href="${page}/ask"`);

  const q = `Does it stop the ${word()} too`;
  const { status, place } = await ask(api, skill, q);
  expect([status, place]).toEqual([303, expect.stringMatching(/^\/threads\/thr_[\w-]{22}$/)]);
  for (const [path, found] of [
    [place, `href="${page}"`],
    [page, q],
  ] as const)
    expect(await html(path), path).toContain(found);
  expect((await api.get(`${place}.md`)).text).toContain(`- About the skill: [${skill.title}](${api.base}${page})`);
  expect((await api.get(`${page}.md`)).text).toContain(`- [${q}](${api.base}${place})`);

  await hideThread(place.split("/").at(-1) ?? "");
  expect(await html(page)).not.toContain(q);
  expect((await api.get(`${page}.md`)).text).not.toContain(q);
});

test("a refused question keeps its text, and nobody asks about a withdrawn skill or from another site", async ({
  api,
}) => {
  const skill = await publishSkill();
  const refused = await ask(api, skill, "Is 1 < 2 here");
  expect([refused.status, refused.place]).toEqual([200, ""]);
  expect(refused.html).toContain("Is 1 &lt; 2 here");
  expect(refused.html).toContain('aria-invalid="true"');
  expect((await ask(api, skill, "Does it work", { "sec-fetch-site": "cross-site" })).place).toBe("");

  const asked = await ask(api, skill, `Does it stop the ${word()}`);
  await withdrawVersion(skill, "It broke things.");
  expect((await ask(api, skill, "Does it work")).place).toBe("");
  const thread = (await api.get(asked.place, { accept: "text/html" })).text;
  expect(thread).not.toContain("About the skill");
});
