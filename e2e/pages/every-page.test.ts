import { type APIRequestContext, expect, type Page, test } from "@playwright/test";
import { makeConfirmedQuestions } from "@/db/queries/made-questions";
import { bringAxe, hideAlike, violations } from "@/e2e/pages/axe";
import { ask, authoredSkill, fill, hardQuestion, reply, starterSkill, touch } from "@/e2e/pages/fixtures";
import { database, makeSource, publishFrom, publishSkill, withdrawVersion, word } from "@/e2e/support/fixtures";
import { decide } from "@/e2e/support/knowledge";
import { idsOf } from "@/e2e/support/moderating";

/** Every kind of page in every publicly reachable state, by name. */
const PLACES: Record<string, (request: APIRequestContext) => Promise<string>> = {
  home: async () => "/",
  skills: async () => "/skills",
  technologies: async () => "/technologies",
  sources: async () => "/sources",
  "a source": async () => {
    const source = await makeSource("git", `https://git.example/${"w".repeat(200)}${word()}`);
    await publishFrom(source, { release: "v1.2.0", commit: "a".repeat(40), license: null });
    await database()`
      insert into source_runs (source_id, number, state, found, refused, report, ended_at)
      values (${source.source_id}, 1, 'succeeded', 2, 1, ${database().json([
        { path: `skills/${"w".repeat(200)}`, result: "refused", reason: "no text", skill_id: null, version_id: null },
        { path: "skills/pump", result: "unchanged", reason: null, skill_id: null, version_id: null },
      ])}, now_ms())`;
    return `/sources/${source.source_id}`;
  },
  "a search": async () => "/skills?q=upsert+postgres",
  "a search with filters": async () =>
    "/skills?q=postgres&technology=postgresql&version=18.4&reviewed=true&reported=false&sort=title",
  "a search without results": async () => "/skills?q=zzyzx&technology=zzyzx",
  "how search ranks": async () => "/docs/ranking",
  "why a search got its results": async (request) =>
    `/docs/ranking?q=upsert+a+row+in+postgers&technology=postgresql&version=18.4&skill=${(await starterSkill(request, "postgres-upsert")).skill_id}`,
  "why a skill is no result": async () =>
    "/docs/ranking?q=upgrade+next.js&technology=next.js&version=12.0.0&skill=nextjs-upgrade-15-to-16",
  "a search that is too long": async () => `/skills?q=${"w".repeat(501)}`,
  "a skill that does not fit": async (request) =>
    `${(await starterSkill(request, "nextjs-page-caching")).path}?technology=next.js&version=14.2.3`,
  "the versions of a skill": async (request) =>
    `${(await starterSkill(request, "nextjs-page-caching")).path}/versions?technology=next.js&version=14.2.3`,
  "two versions side by side": async (request) =>
    `${(await starterSkill(request, "nextjs-page-caching")).path}/compare`,
  "two versions in one column": async (request) =>
    `${(await starterSkill(request, "nextjs-page-caching")).path}/compare?view=unified`,
  "a skill with an origin": async (request) => {
    const skill = await authoredSkill(request);
    return `/skills/${skill.skill_id}/${skill.slug}`;
  },
  "a skill with questions": async () => {
    const { skill_id, slug } = await publishSkill({ questions: ["How do I stop it?", "w".repeat(200)] });
    const question = `How do I stop the ${"w".repeat(300)}`;
    await makeConfirmedQuestions(database(), [{ skill_id, question, found_skill_id: skill_id }]);
    return `/skills/${skill_id}/${slug}`;
  },
  "an author": async (request) => `/authors/${(await authoredSkill(request)).author}`,
  "a question about a skill": async (request) => `${(await starterSkill(request, "postgres-upsert")).path}/ask`,
  "questions asked often": async () => "/threads/wanted",
  "the form that publishes a skill": async () => "/skills/publish",
  "the provenance of a skill": async (request) =>
    `${(await starterSkill(request, "nextjs-page-caching")).path}/provenance`,
  "a raw skill": async () => {
    const markdown = "# Raw\n\n[a.example](https://b.example/) <!-- quiet -->\n\n```js title=x\nrun();\n```\n";
    const skill = await publishSkill({ markdown: `${markdown}${"w".repeat(400)}\n` });
    return `/skills/${skill.skill_id}/${skill.slug}/raw`;
  },
  "a withdrawn version": async () => {
    const skill = await publishSkill();
    await withdrawVersion(skill, "It deletes what it should keep.");
    await decide({ kind: "withdrawal", reason: "It deletes what it should keep.", ...idsOf(skill) });
    return `/skills/${skill.skill_id}/versions/${skill.version_id}`;
  },
  "the decisions about a skill": async () => {
    const skill = await publishSkill();
    await decide({ kind: "selection", reason: "It was checked by hand.", ...idsOf(skill) });
    return `/skills/${skill.skill_id}/${skill.slug}/decisions`;
  },
  "a version": async (request) => {
    const { selected } = await starterSkill(request, "postgres-upsert");
    return `/skills/${selected.skill_id}/versions/${selected.version_id}`;
  },
  "a version without a technology": async () => "/skills?version=3",
  "a version without fitting skills": async () => "/skills?technology=zod&version=3.0.0",
  "a list with an invalid cursor": async () => "/skills?cursor=cut-off",
  "a malformed address": async () => "/skills/%E0%A4%A",
  threads: async () => "/threads",
  "threads with an unknown status": async () => "/threads?status=bogus",
  "threads of an unused technology": async () => "/threads?status=open&technology=zzyzx",
  "an open thread": async (request) => `/threads/${(await ask(request, hardQuestion())).thread_id}`,
  "a thread with the library's answer and an outcome": async (request) => {
    const thread = await ask(request, "upsert in postgresql 18 with on conflict and returning old and new");
    await reply(request, thread, "Worked as written on PostgreSQL 18.4.", "resolved");
    return `/threads/${thread.thread_id}`;
  },
  "a thread with several pages": async (request) => {
    const { thread_id } = await ask(request, hardQuestion());
    await fill(thread_id, 201, 1);
    return `/threads/${thread_id}?page=2`;
  },
  "a thread with long words": async (request) => {
    const thread = await ask(request, "w".repeat(480));
    await reply(request, thread, "x".repeat(1_000));
    return `/threads/${thread.thread_id}`;
  },
  "a right-to-left thread": async (request) => {
    const thread = await ask(request, "كيف أضبط مهلة الطلب في الخادم");
    await reply(request, thread, "نجح الأمر بعد تغيير المهلة.");
    return `/threads/${thread.thread_id}`;
  },
  ask: async () => "/ask",
  "a question before it is published": async () =>
    "/ask?q=upsert+in+postgresql+and+return+the+old+row&technology=postgresql&version=18.4",
  "a question with forbidden characters": async () => "/ask?q=is+1+%3C+2",
  "threads with filters": async () => "/threads?status=open&q=cairn&age=week",
  "the form that reports": async (request) => `/report?post_id=${(await ask(request, hardQuestion())).thread_id}`,
  status: async () => "/status",
  "the sign-in of the moderation dashboard": async () => "/maintain",
  connect: async () => "/connect",
  "connect with a token": async () => "/connect?with=token",
  docs: async () => "/docs",
  "a search in the docs": async () => "/docs?q=append+key",
  "API reference": async () => "/docs/api",
  "an area of the API reference": async () => "/docs/api/knowledge",
  "Why Cairn": async () => "/docs/why",
  glossary: async () => "/docs/glossary",
  problems: async () => "/problems",
  "a problem": async () => "/problems/append_key_exhausted",
  "not found": async () => "/nothing/here",
  "a skill that does not exist": async () => "/skills/skl_AAAAAAAAAAAAAAAAAAAAAA/nothing",
};

test.describe.configure({ mode: "parallel" });

const COLOURS = "color-contrast";

/** The pages of the main path, which `npm test` checks at one width; the full matrix of all pages is `@more`. */
const KINDS = [
  "home",
  "a skill that does not fit",
  "the form that publishes a skill",
  "a thread with the library's answer and an outcome",
];
test("the pages that are checked always exist", () =>
  expect(Object.keys(PLACES)).toEqual(expect.arrayContaining(KINDS)));

for (const [name, find] of Object.entries(PLACES)) {
  if (KINDS.includes(name))
    test(`${name}: no console errors, accessible and no horizontal scrolling at 320 and 1,280 px`, async ({
      page,
      request,
    }) => {
      const complaints = await visit(page, await find(request));
      await page.setViewportSize({ width: 320, height: 800 });
      expect(await violations(page, { not: COLOURS }), "at 320 px").toEqual([]);
      // Colours are checked once for all elements that look alike.
      await hideAlike(page);
      expect(await violations(page, { only: COLOURS }), "colours at 320 px").toEqual([]);
      expect(complaints).toEqual([]);
    });

  test(`${name}: no console errors, accessible and no horizontal scrolling at 320 and 1,280 px in light and dark`, {
    tag: "@more",
  }, async ({ page, request }) => {
    const complaints = await visit(page, await find(request));
    await page.setViewportSize({ width: 1_280, height: 800 });
    expect(await violations(page), "light at 1280 px").toEqual([]);
    await page.setViewportSize({ width: 320, height: 800 });
    expect(await violations(page, { not: COLOURS }), "light at 320 px").toEqual([]);
    await hideAlike(page);
    expect(await violations(page, { only: COLOURS }), "colours, light at 320 px").toEqual([]);
    await page.emulateMedia({ colorScheme: "dark" });
    expect(await violations(page, { only: COLOURS }), "colours, dark at 320 px").toEqual([]);
    await page.setViewportSize({ width: 1_280, height: 800 });
    expect(await violations(page, { only: COLOURS }), "colours, dark at 1280 px").toEqual([]);
    expect(complaints).toEqual([]);
  });
}

/** Opens a page with its scripts and with axe, and checks its width. Returns what it complains about, now and later. */
async function visit(page: Page, path: string): Promise<string[]> {
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => {
    // Error pages log their own status to the console.
    const isRefusal = message.text().startsWith("Failed to load resource");
    if (message.type() === "error" && !isRefusal) complaints.push(message.text());
  });
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto(path, { waitUntil: "load" });
  await expect(page.locator("h1")).toHaveCount(1);
  await touch(page);
  await expect(page.locator('script[type="text/late"]')).toHaveCount(0);
  await bringAxe(page);
  for (const width of [320, 1_280]) {
    await page.setViewportSize({ width, height: 800 });
    const wider = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return scrollWidth - clientWidth;
    });
    expect(wider, `sideways scroll at ${width} px`).toBeLessThanOrEqual(0);
  }
  return complaints;
}

test("the check detects a button whose name differs from its label", async ({ page }) => {
  const buttons =
    '<button aria-label="Copy the link">Copy link</button><button aria-label="Copy link to it">Copy link</button>';
  await page.setContent(`<html lang="en"><title>t</title><main><h1>t</h1>${buttons}</main>`);
  await bringAxe(page);
  expect(await violations(page)).toEqual([expect.stringMatching(/^label-content-name-mismatch: (?!.*to it)/)]);
});

test("the check detects unreadable and unnamed elements", async ({ page }) => {
  await page.setContent(
    '<html lang="en"><title>t</title><main><h1>t</h1><p style="color:#ddd">pale</p><p style="color:#ddd">too</p><button></button></main>',
  );
  await bringAxe(page);
  expect(await violations(page)).toEqual([
    expect.stringMatching(/^button-name: /),
    expect.stringMatching(/^color-contrast: .*pale.*too/),
  ]);
  await hideAlike(page);
  expect(await violations(page, { only: COLOURS })).toEqual([
    expect.stringMatching(/^color-contrast: .*pale(?!.*too)/),
  ]);
});
