import { type Api, expect, test } from "@/e2e/support/api";
import { publishSkill, type Skill, withdrawVersion, word } from "@/e2e/support/fixtures";
import { select } from "@/e2e/support/knowledge";

const entry = (technology: string, constraint: string) => ({
  technology,
  version_scheme: "semver" as const,
  constraint,
});

/** A skill for three majors of a technology that only this test uses: 14, 15 and 16. The last one is selected. */
async function threeMajors() {
  const technology = word();
  const says = (major: number) => ({
    markdown: `# The way of ${major}\n\nTurn it ${major} times.\n`,
    applicability: [entry(technology, `>=${major} <${major + 1}`)],
  });
  const first = await publishSkill(says(14));
  const shared = { of: first, title: first.title };
  const second = await publishSkill({ ...shared, ...says(15) });
  const third = await publishSkill({ ...shared, ...says(16) });
  return { technology, versions: { 14: first, 15: second, 16: third } };
}

const pathOf = (skill: Skill) => `/skills/${skill.skill_id}/${skill.slug}`;
const permalink = (skill: Skill) => `/skills/${skill.skill_id}/versions/${skill.version_id}`;
const asked = (technology: string, version: string) => `?${new URLSearchParams({ technology, version })}`;

/** Everything of a page that a reader sees, as text. */
function seen(html: string): string {
  return html
    .replace(/<script[\s\S]*?<\/script>|<!--[\s\S]*?-->/g, "")
    .replace(/<[^>]+>/g, "")
    .replaceAll("&gt;", ">")
    .replaceAll("&lt;", "<")
    .replaceAll("&#x27;", "'")
    .replaceAll("&amp;", "&");
}

/** The page in each of its forms: HTML, its markdown address, and markdown by negotiation. */
async function forms(api: Api, path: string, query: string) {
  const html = await api.get(path + query, { accept: "text/html" });
  const alternate = await api.get(`${path}.md${query}`);
  const negotiated = await api.get(path + query, { accept: "text/markdown" });
  expect([html.status, alternate.status, negotiated.status]).toEqual([200, 200, 200]);
  expect(negotiated.text).toBe(alternate.text);
  for (const { headers } of [html, negotiated]) expect(headers.vary).toMatch(/(^|, )Accept(,|$)/);
  return { html: html.text, shown: seen(html.text), markdown: alternate.text, link: alternate.headers.link };
}

const canonicalOf = (html: string) => /<link rel="canonical" href="([^"]+)"/.exec(html)?.[1];

test("a skill's page asked with technology and version shows the version that fits, and says which and why", async ({
  api,
}) => {
  const { technology, versions } = await threeMajors();
  for (const [major, ordinal] of [
    [14, 1],
    [15, 2],
    [16, 3],
  ] as const) {
    const skill = versions[major];
    const { html, shown, markdown, link } = await forms(api, pathOf(skill), asked(technology, `${major}.2`));
    const sentence = `Version ${ordinal}, for ${technology} >=${major} <${major + 1}; you asked for ${technology} ${major}.2.`;
    expect(shown).toContain(sentence);
    expect(markdown.replaceAll("\\", "")).toContain(sentence);
    for (const text of [shown, markdown]) expect(text).toContain(`Turn it ${major} times.`);
    expect(markdown.endsWith(`\n---\n\n${skill.markdown}`)).toBe(true);
    for (const other of [14, 15, 16].filter((one) => one !== major))
      for (const text of [shown, markdown]) expect(text).not.toContain(`Turn it ${other} times.`);
    // The canonical page has the same text.
    const canonical = api.base + (major === 16 ? pathOf(skill) : permalink(skill));
    expect([canonicalOf(html), link]).toEqual([canonical, `<${canonical}>; rel="canonical"`]);
    // Views of one version are those of the version that is shown.
    const raw = major === 16 ? `${pathOf(skill)}/raw` : `${permalink(skill)}/raw`;
    expect(html).toContain(`href="${raw}"`);
    for (const text of [shown, markdown]) expect(text).not.toMatch(/earlier|outdated|not (the )?selected/i);
  }
});

test("both parameters survive the redirects to the address with the current slug", async ({ api }) => {
  const { technology, versions } = await threeMajors();
  const query = asked(technology, "^14.2 || 14.x");
  const bare = await api.get(`/skills/${versions[14].skill_id}${query}`, { accept: "text/html" });
  const moved = await api.get(`/skills/${versions[14].skill_id}/an-old-name${query}`, { accept: "text/html" });
  expect([bare.status, moved.status]).toEqual([307, 308]);
  for (const { headers } of [bare, moved]) {
    const to = new URL(String(headers.location), api.base);
    expect(to.pathname).toBe(pathOf(versions[14]));
    expect(Object.fromEntries(to.searchParams)).toEqual({ technology, version: "^14.2 || 14.x" });
    expect(seen((await api.get(to.pathname + to.search, { accept: "text/html" })).text)).toContain("Turn it 14 times.");
  }
  const short = await api.get(`/skills/${versions[14].skill_id}${query}`, { accept: "text/markdown" });
  expect(short.text).toContain("Turn it 14 times.");
  expect((await api.get(`/skills/${versions[14].skill_id}.md${query}`)).text).toBe(short.text);
});

test("when no version fits, the page says so, names what is covered and labels the default version", async ({
  api,
}) => {
  const { technology, versions } = await threeMajors();
  const { html, shown, markdown, link } = await forms(api, pathOf(versions[16]), asked(technology, "12.1"));
  for (const text of [shown, markdown.replaceAll("\\", "")]) {
    expect(text).toContain(`No version of this skill is for ${technology} 12.1.`);
    expect(text).toContain(`It covers ${technology} >=16 <17, ${technology} >=15 <16, ${technology} >=14 <15.`);
    expect(text).toContain(`Below is version 3, the default, which is not for ${technology} 12.1.`);
    expect(text).toContain("Turn it 16 times.");
  }
  const canonical = api.base + pathOf(versions[16]);
  expect([canonicalOf(html), link]).toEqual([canonical, `<${canonical}>; rel="canonical"`]);

  const other = word();
  const elsewhere = await forms(api, pathOf(versions[16]), asked(other, "3"));
  for (const text of [elsewhere.shown, elsewhere.markdown.replaceAll("\\", "")]) {
    expect(text).toContain(`No version of this skill names ${other}.`);
    expect(text).toContain(`Below is version 3, the default, which was not chosen for ${other} 3.`);
  }
  const free = await publishSkill();
  const unlimited = await forms(api, pathOf(free), asked(other, "3"));
  for (const text of [unlimited.shown, unlimited.markdown])
    expect(text).toContain("This skill states no version limits");
});

test("views of one version and the file, asked with technology and version, are those of the version that fits", async ({
  api,
}) => {
  const { technology, versions } = await threeMajors();
  const query = asked(technology, "14.2");
  const page = pathOf(versions[16]);
  for (const view of ["provenance", "decisions", "raw"]) {
    const { status, headers } = await api.get(`${page}/${view}${query}`, { accept: "text/html" });
    expect([status, headers.location]).toEqual([307, `${permalink(versions[14])}/${view}${query}`]);
    const own = await api.get(`${page}/${view}${asked(technology, "16.2")}`, { accept: "text/html" });
    expect(own.status).toBe(200);
  }
  expect((await api.get(`${page}/provenance.md${query}`)).text).toContain(permalink(versions[14]));
  for (const path of [`/skills/${versions[14].skill_id}/SKILL.md`, `${page}/raw.md`]) {
    for (const major of ["14", "15", "16"])
      expect((await api.get(path + asked(technology, major))).text).toContain(`Turn it ${major} times.`);
    // A file cannot say that it is for another version, so there is none.
    const problem = api.problemOf(await api.get(path + asked(technology, "12")));
    expect([problem.status, problem.detail]).toEqual([404, expect.stringContaining(`for ${technology} 12`)]);
  }
});

test("candidates and withdrawn versions are never chosen for a reader", async ({ api }) => {
  const { technology, versions } = await threeMajors();
  const shared = { of: versions[16], title: versions[16].title, applicability: [entry(technology, ">=14 <15")] };
  await publishSkill({ ...shared, markdown: "# A candidate\n\nTurn it 99 times.\n", select: false });
  const query = asked(technology, "14.2");
  expect((await forms(api, pathOf(versions[16]), query)).markdown).toContain("Turn it 14 times.");
  await withdrawVersion(versions[14], "It broke things.");
  const { shown, markdown } = await forms(api, pathOf(versions[16]), query);
  for (const text of [shown, markdown.replaceAll("\\", "")]) {
    expect(text).toContain(`No version of this skill is for ${technology} 14.2.`);
    expect(text).toContain("Turn it 16 times.");
  }
});

test("a page asked with parameters and the page without them never answer for each other", async ({ api }) => {
  const { technology, versions } = await threeMajors();
  const page = pathOf(versions[16]);
  const queries = [
    "",
    asked(technology, "14"),
    asked(technology, "15"),
    `?version=14`,
    `?technology=${technology}`,
    "",
  ];
  const wanted = [16, 14, 15, 16, 16, 16];
  for (const round of [1, 2]) {
    const answers = await Promise.all(
      queries.flatMap((query) => [
        api.get(page + query, { accept: "text/html" }),
        api.get(page + query, { accept: "text/markdown" }),
        api.get(`${page}.md${query}`),
      ]),
    );
    for (const [at, { text }] of answers.entries()) {
      const major = wanted[Math.floor(at / 3)];
      expect([round, at, /Turn it \d+ times/.exec(text)?.[0]]).toEqual([round, at, `Turn it ${major} times`]);
    }
  }
  const plain = await api.get(`${page}.md`);
  const other = await api.get(`${page}.md${asked(technology, "14")}`, { "if-none-match": String(plain.headers.etag) });
  expect(other.status).toBe(200);
  const again = await api.get(`${page}.md${asked(technology, "14")}`, { "if-none-match": String(other.headers.etag) });
  expect(again.status).toBe(304);
});

test("a version's page says in its first line which version it is and shows no other, whatever it is asked with", async ({
  api,
}) => {
  const { technology, versions } = await threeMajors();
  for (const [major, ordinal] of [
    [14, 1],
    [16, 3],
  ] as const) {
    const skill = versions[major];
    for (const query of ["", asked(technology, "16.1"), asked(technology, "12")]) {
      const { html, shown, markdown } = await forms(api, permalink(skill), query);
      const heading = `${skill.title} (version ${ordinal})`;
      expect(seen(/<h1[^>]*>([\s\S]*?)<\/h1>/.exec(html)?.[1] ?? "")).toBe(heading);
      expect(markdown.split("\n", 1)[0]).toBe(`# ${heading}`);
      for (const text of [shown, markdown]) {
        expect(text).toContain(`Turn it ${major} times.`);
        expect(text).not.toMatch(/earlier|outdated|not (the )?selected/i);
      }
      expect(canonicalOf(html)).toBe(api.base + permalink(skill));
    }
  }
});

test("a version is called by what it is for, and superseded only when a newer one covers all that it covers", async ({
  api,
}) => {
  const { technology, versions } = await threeMajors();
  const lists = [pathOf(versions[16]), `${pathOf(versions[16])}/versions`, permalink(versions[14])];
  const before = await Promise.all(lists.map((path) => forms(api, path, "")));
  for (const { shown, markdown } of before)
    for (const text of [shown, markdown]) expect(text).not.toMatch(/supersede|earlier|outdated|not (the )?selected/i);
  for (const { shown, markdown } of before)
    for (const text of [shown, markdown.replaceAll("\\", "")]) expect(text).toContain(`for ${technology} >=14 <15`);

  const backport = await publishSkill({
    of: versions[14],
    title: versions[14].title,
    markdown: "# Better\n\nTurn it 44 times.\n",
    applicability: [entry(technology, ">=14 <15")],
  });
  await select(versions[16].skill_id, versions[16].version_id);
  const after = await forms(api, permalink(versions[14]), "");
  expect(after.shown).toContain("Superseded by version 4");
  expect(after.html).toContain(`href="${permalink(backport)}"`);
  expect(after.markdown).toContain(`Superseded by [version 4](${api.base}${permalink(backport)})`);
  expect((await forms(api, permalink(backport), "")).markdown).not.toMatch(/supersede/i);
  const list = await forms(api, `${pathOf(versions[16])}/versions`, "");
  for (const text of [list.shown, list.markdown]) expect(text).toContain("superseded by version 4");
  const fitting = await forms(api, pathOf(versions[16]), asked(technology, "14.2"));
  expect(fitting.markdown).toContain("Turn it 44 times.");
});

test("a version is understood as in search, and what is not understood is said", async ({ api }) => {
  const { technology, versions } = await threeMajors();
  const page = pathOf(versions[16]);
  for (const [name, version] of [
    [technology.toUpperCase(), "v14"],
    [technology, "14.x"],
    [`${technology} 14`, ""],
    [`${technology}@14.2.1`, ""],
  ] as const)
    expect([name, version, (await forms(api, page, asked(name, version))).markdown]).toEqual([
      name,
      version,
      expect.stringContaining("Turn it 14 times."),
    ]);
  const { shown, markdown } = await forms(api, page, asked(technology, "the newest one"));
  for (const text of [shown, markdown.replaceAll("\\", "")]) {
    expect(text).toContain(`Whether a version of this skill fits ${technology} the newest one cannot be told.`);
    expect(text).toContain("Below is version 3, the default, which was not chosen for");
  }
});

test("the directory with technology and version says on each card and line whether it fits", async ({ api }) => {
  const { technology, versions } = await threeMajors();
  await publishSkill({ applicability: [{ technology, version_scheme: "unknown", constraint: "the long one" }] });
  const { shown, markdown } = await forms(api, "/skills", asked(technology, "14.2"));
  for (const text of [shown, markdown]) {
    expect(text).toMatch(/fits your version/i);
    expect(text).toMatch(/fit with your version unknown|whether it fits your version is unknown/i);
    expect(text).toContain(versions[14].title);
  }
  expect(markdown).toContain(`(${api.base}${permalink(versions[14])}.md)`);
  const bare = await forms(api, "/skills", `?technology=${technology}`);
  for (const text of [bare.shown, bare.markdown])
    expect(text).not.toMatch(/fits your version|with your version unknown/i);
});
