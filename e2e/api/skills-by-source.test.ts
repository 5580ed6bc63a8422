import { expect, test } from "@/e2e/support/api";
import { becomesFindable, makeSource, publishFrom, publishSkill, word } from "@/e2e/support/fixtures";
import { connect } from "@/e2e/support/knowledge";
import { listSkills } from "@/lib/contract/public/skills";
import { newId } from "@/lib/platform/ids";

test("the directory filters by kind of origin and by source, listed, searched, in markdown and with counts", async ({
  api,
}) => {
  const [technology, subject] = [word(), word()];
  const applicability = [{ technology, version_scheme: "semver" as const, constraint: ">=1 <2" }];
  const [one, other] = [await makeSource("npm"), await makeSource("npm")];
  const repository = await makeSource("git", `https://git.example/${word()}`);
  const title = (what: string) => `Mend the ${subject} of ${what} ${word()}`;
  const skills = {
    npm: await publishFrom(one, { title: title("one"), applicability, release: "1.4.0" }),
    other: await publishFrom(other, { title: title("others"), applicability, license: null }),
    git: await publishFrom(repository, { title: title("git"), applicability }),
    folder: await publishSkill({ title: title("folders"), applicability }),
    submission: await publishSkill({
      title: title("people"),
      applicability,
      author: (await connect(api)).connection_id,
    }),
  };
  for (const skill of Object.values(skills)) await becomesFindable(api, skill);
  const expected: Array<[string, Array<keyof typeof skills>]> = [
    ["npm", ["npm", "other"]],
    ["git", ["git"]],
    ["folder", ["folder"]],
    ["submission", ["submission"]],
    [one.source_id, ["npm"]],
    [repository.source_id, ["git"]],
  ];
  const ask = `mend ${subject}`;
  for (const [source, names] of expected) {
    const ids = names.map((name) => skills[name].skill_id).sort();
    for (const more of [
      {},
      { sort: "title" as const },
      { version: "1.5.0" },
      { q: ask },
      { q: ask, version: "1.5.0" },
    ]) {
      const { data } = await api.ok(listSkills, { technology, source, ...more });
      expect([source, more, data.map(({ skill_id }) => skill_id).sort()]).toEqual([source, more, ids]);
    }
    const markdown = await api.get(`/skills.md?technology=${technology}&source=${source}`);
    for (const [name, { skill_id }] of Object.entries(skills))
      expect([source, name, markdown.text.includes(skill_id)]).toEqual([source, name, ids.includes(skill_id)]);
  }
  const { text } = await api.get(`/skills.md?technology=${technology}`);
  expect(text).toContain(`; ${one.address}@1.4.0, MIT)`);
  expect(text).toContain(`; ${other.address}, licence unknown)`);
  for (const q of ["", `&q=${encodeURIComponent(ask)}`]) {
    const { text: page } = await api.get(`/skills?technology=${technology}&source=git${q}`, { accept: "text/html" });
    const choices = [...page.matchAll(/<bdi class="[^"]*">([^<]+)<\/bdi><span class="[^"]*">(\d+)<\/span>/g)];
    const counts = Object.fromEntries(choices.map(([, name = "", count]) => [name, Number(count)]));
    expect(counts).toMatchObject({
      "npm packages": 2,
      "Git repositories": 1,
      "Imported folders": 1,
      "Submitted here": 1,
    });
    expect(page).toContain(skills.git.title);
    expect(page).not.toContain(skills.npm.title);
  }
});

test("a source that there is not, and what names none, is refused in words; a cursor holds for its source", async ({
  api,
}) => {
  const problem = await api.refused(listSkills, "validation_failed", { source: "pypi" });
  expect(problem.errors?.[0]).toMatchObject({
    parameter: "source",
    detail: expect.stringContaining("npm, git, folder, submission"),
  });
  const unknown = await api.refused(listSkills, "validation_failed", { source: newId("src") });
  expect(unknown.errors?.[0]).toMatchObject({
    parameter: "source",
    detail: expect.stringContaining("/api/v1/sources"),
  });
  expect((await api.get("/skills?source=pypi", { accept: "text/html" })).status).toBe(422);
  expect((await api.get(`/skills?source=${newId("src")}`, { accept: "text/html" })).status).toBe(422);
  const source = await makeSource("npm");
  for (let count = 0; count < 3; count += 1) await publishFrom(source);
  const { source_id } = source;
  const first = await api.ok(listSkills, { source: source_id, limit: 2 });
  const second = await api.ok(listSkills, { source: source_id, limit: 2, cursor: first.next_cursor });
  expect([first.data.length, second.data.length, second.next_cursor]).toEqual([2, 1, null]);
  await api.refused(listSkills, "invalid_cursor", { source: "npm", limit: 2, cursor: first.next_cursor });
});
