import { type Api, expect, test } from "@/e2e/support/api";
import { database, makeSource, publishFrom, publishSkill, withdrawVersion, word } from "@/e2e/support/fixtures";
import { newId } from "@/lib/platform/ids";

const pageOf = async (api: Api, path: string) =>
  (await api.get(path, { accept: "text/html" })).text.replaceAll("<!-- -->", "");

async function endRun(source_id: string, report: Array<Record<string, unknown>>): Promise<void> {
  const refused = report.filter(({ result }) => result === "refused").length;
  await database()`
    insert into source_runs (source_id, number, state, found, new, unchanged, refused, report, ended_at)
    values (${source_id}, 1, 'succeeded', ${report.length}, 1, ${report.length - refused - 1}, ${refused},
            ${database().json(JSON.parse(JSON.stringify(report)))}, now_ms())`;
}

test("a source's page and markdown show its skills and its report, refusals first, and forget a withdrawn skill", async ({
  api,
}) => {
  const source = await makeSource("git", `https://git.example/${word()}`);
  const skill = await publishFrom(source, { path: "skills/pump", license: null });
  await publishSkill();
  const line = (path: string, result: string, reason: string | null, more = {}) => ({
    ...{ path, result, reason, skill_id: null, version_id: null },
    ...more,
  });
  const [hostile, reason] = ["skills/<b>x</b>", `holds a secret ${word()}`];
  await endRun(source.source_id, [
    line("skills/pump", "new", null, { skill_id: skill.skill_id, version_id: skill.version_id }),
    line("skills/same", "unchanged", null),
    line(hostile, "refused", reason),
  ]);
  const path = `/sources/${source.source_id}`;
  const html = await pageOf(api, path);
  for (const text of [
    "git repository",
    "1 listed skill",
    "3 found, 1 new, 1 unchanged, 1 refused",
    reason,
    skill.title,
  ])
    expect(html).toContain(text);
  expect(html).not.toContain("<b>x</b>");
  expect(html.indexOf("Refused")).toBeLessThan(html.indexOf("New or changed"));
  expect(html).toContain(`href="/skills/${skill.skill_id}/versions/${skill.version_id}"`);
  const { text } = await api.get(`${path}.md`);
  expect(text).toContain(`## Skills\n\n- [${skill.title}](${api.base}/skills/${skill.skill_id}/${skill.slug}.md)`);
  expect(text).toContain("licence unknown\n");
  expect(text).toContain(`### Refused (1)\n\n- skills/\\<b>x\\</b>: ${reason}\n`);
  await withdrawVersion(skill, "It is wrong.");
  expect(await pageOf(api, path)).not.toContain(skill.title);
  expect((await api.get(`${path}.md`)).text).not.toContain(skill.title);
});

test("a source with ten thousand lines has a page of bounded size that says how many there are", async ({ api }) => {
  const { source_id } = await makeSource("git", `https://git.example/${word()}`);
  const lines = Array.from({ length: 10_000 }, (_, n) => ({
    path: `skills/${n}`,
    result: "unchanged",
    reason: null,
    skill_id: null,
    version_id: null,
  }));
  await endRun(source_id, lines);
  for (const path of [`/sources/${source_id}`, `/sources/${source_id}.md`]) {
    const { text } = await api.get(path, { accept: "text/html" });
    expect(text.length, path).toBeLessThan(300_000);
    expect(text.replaceAll("<!-- -->", ""), path).toContain("and 9800 more");
  }
});

test("pages of skills and the list lead to a source, and what is no source is not found", async ({ api }) => {
  const source = await makeSource("npm");
  const skill = await publishFrom(source, { release: "1.2.3" });
  expect(await pageOf(api, `/skills/${skill.skill_id}/${skill.slug}`)).toContain(`href="/sources/${source.source_id}"`);
  expect(await pageOf(api, "/sources")).toContain("git repositories and folders");
  for (const path of [`/sources/${newId("src")}`, "/sources/src_x"])
    for (const ending of ["", ".md"])
      expect([path, (await api.get(`${path}${ending}`, { accept: "text/html" })).status]).toEqual([path, 404]);
});
