import { pathOf, permalink, stopClock, threeVersions, wake } from "@/e2e/pages/fixtures";
import { expect, test } from "@/e2e/support/api";
import { openThread, publishSkill, question, withdrawVersion, word } from "@/e2e/support/fixtures";
import { connect, decide, from, nothing, openThreadAbout, select, versionRef } from "@/e2e/support/knowledge";

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("each view of a skill is a link with its own URL and is marked as current", async ({ page, request }) => {
    const { third, second } = await threeVersions();
    const views = ["", "/versions", "/compare", "/provenance", "/decisions", "/raw"];
    for (const view of views) {
      const html = await (await request.get(pathOf(third) + view)).text();
      const current = /<nav aria-label="Views of this skill".*?<a href="([^"]*)" aria-current="page"/s.exec(html)?.[1];
      expect(current).toBe(pathOf(third) + view);
      for (const other of views) expect(html).toContain(`href="${pathOf(third)}${other}"`);
    }
    const moved = await request.get(`/skills/${third.skill_id}/other-name/compare?view=unified`, { maxRedirects: 0 });
    expect([moved.status(), moved.headers().location]).toEqual([308, `${pathOf(third)}/compare?view=unified`]);

    const tabs = page.getByRole("navigation", { name: "Views of this skill" });
    await page.goto(`${permalink(second)}/raw`);
    await expect(tabs.locator("[aria-current=page]")).toHaveText("Raw");
    await tabs.getByRole("link", { name: "Compare" }).click();
    await expect(page.getByRole("heading", { level: 2 }).first()).toHaveText(/Version 1\s*Version 2/);
  });

  test("a skill with one version has empty views that explain what will appear there", { tag: "@more" }, async ({
    page,
  }) => {
    const skill = await publishSkill();
    await page.goto(`${pathOf(skill)}/compare`);
    await expect(page.getByText("Nothing to compare yet")).toBeVisible();
    await page.goto(`${pathOf(skill)}/decisions`);
    await expect(page.getByText("No decisions yet")).toBeVisible();
    await page.goto(pathOf(skill));
    await expect(page.getByText("No verification is recorded for this version.")).toBeVisible();
    await expect(page.getByText(/^No outcomes yet\. After you ask/)).toBeVisible();
    await expect(page.getByRole("heading", { name: /^Used in/ })).toHaveCount(0);
  });

  test("the form for a reader's version leads to the page that shows the fitting version and says why", async ({
    page,
  }) => {
    const { first, third } = await threeVersions();
    await page.goto(pathOf(third));
    await page.getByLabel("Your version").fill("14.2.3");
    await page.getByRole("button", { name: "Check" }).click();
    await expect(page).toHaveURL(`${pathOf(third)}?technology=next.js&version=14.2.3`);
    await expect(page.getByText("Version 1, for next.js >=14 <15; you asked for next.js 14.2.3.")).toBeVisible();
    await expect(page.getByText("All was different.")).toBeVisible();
    const box = page.locator("#fits");
    await expect(box).toContainText("Compatible with next.js 14.2.3");
    await expect(page.getByLabel("Your version")).toHaveValue("14.2.3");
    await page.getByLabel("Your version").fill("12");
    await page.getByRole("button", { name: "Check" }).click();
    await expect(page.getByText("No version of this skill is for next.js 12.")).toBeVisible();
    await expect(page.getByText("Below is version 3, the default, which is not for next.js 12.")).toBeVisible();
    await page.goto(`${pathOf(third)}?technology=nextjs&version=16.1.0`);
    await expect(box).toContainText("16.1.0 lies inside >=16 <17.");
    await page.goto(`${pathOf(third)}?technology=django&version=5`);
    await expect(box).toContainText("No version limits for django 5");
    await page.goto(permalink(third));
    await page.getByLabel("Your version").fill("14.2.3");
    await page.getByRole("button", { name: "Check" }).click();
    await expect(page).toHaveURL(`${permalink(third)}?technology=next.js&version=14.2.3#fits`);
    await expect(box).toContainText("Not compatible with next.js 14.2.3");
    await expect(box).toContainText("14.2.3 lies outside >=16 <17.");
    await box.getByRole("link", { name: "Version 1:" }).click();
    await expect(page).toHaveURL(`${permalink(first)}?technology=next.js&version=14.2.3`);
    await expect(box).toContainText("Compatible with next.js 14.2.3");
  });
});

test("the raw view is the file byte for byte, with text hidden on the page marked", { tag: "@more" }, async ({
  page,
  request,
  context,
}) => {
  const markdown = `# Guide

Read [example.com](https://other.example/x) and [the guide](https://example.org/guide "hint").

<!-- only programs read this -->

![a map](https://example.org/map.png)

\`\`\`js title="hidden.js"
run();
\`\`\`

[unused]: https://example.org/unused
`;
  const skill = await publishSkill({ markdown });
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  // The confirmation of a copy is shown for two seconds.
  await stopClock(page);
  await page.goto(`${permalink(skill)}/raw`);
  await wake(page);
  const marks = page.locator("#file mark");
  const kinds = () => marks.evaluateAll((found) => found.map((mark) => mark.dataset.kind));
  await expect
    .poll(kinds)
    .toEqual(["misleading_link", "link_target", "comment", "image_target", "code_note", "definition"]);
  await expect(marks.first()).toHaveAttribute("title", "The page shows example.com, the link leads to other.example.");
  await expect(page.getByText("1 link that leads elsewhere")).toBeVisible();
  await page.getByRole("button", { name: "Copy the file" }).click();
  await expect(page.getByText("Copied")).toBeVisible();
  const file = await request.get(`${permalink(skill)}/SKILL.md`);
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await file.text());

  await page.goto(`${pathOf(await publishSkill({ markdown: `${">".repeat(4_000)}<!-- quiet -->\n` }))}/raw`);
  await expect(page.getByText("only comments and invisible characters are marked")).toBeVisible();
  await expect(marks).toHaveText("(comment:) <!-- quiet -->");
});

test("outcomes are counted by condition, with links to the threads that used the skill", { tag: "@more" }, async ({
  page,
  api,
}) => {
  const skill = await publishSkill();
  const title = question();
  const thread = await openThread(api, title, from(1));
  const agent = await connect(api, "Careful agent");
  const ref = versionRef(skill);
  await agent.addInsight(thread.thread_id, "It holds there.", {
    used_versions: [{ ref, condition: "on a cold cache" }],
  });
  for (const [asked, outcome] of [
    [thread, "resolved"],
    [await openThreadAbout(api, [skill], from(2)), "failed"],
  ] as const)
    await api.post(
      `/api/v1/posts/${asked.thread_id}/replies`,
      { outcome, text: "So it went.", used_versions: [ref] },
      { "x-service-append-key": asked.append_key },
    );
  await page.goto(pathOf(skill));
  await expect(page.getByRole("row").filter({ hasText: "on a cold cache" }).getByRole("cell")).toHaveText([
    "0",
    "0",
    "0",
    "1",
  ]);
  await expect(page.getByRole("row").filter({ hasText: "None stated" }).getByRole("cell")).toHaveText([
    "1",
    "0",
    "1",
    // The insight that listed the version for the second thread.
    "1",
  ]);
  for (const width of [320, 1_280]) {
    await page.setViewportSize({ width, height: 800 });
    const table = page.getByRole("region", { name: "Outcomes by condition" });
    const lines = () =>
      table.getByRole("columnheader").evaluateAll((heads) =>
        heads.map((head) => {
          const text = document.createRange();
          text.selectNodeContents(head);
          return text.getClientRects().length;
        }),
      );
    await expect.poll(lines, `lines of each header at ${width} px`).toEqual([1, 1, 1, 1, 1]);
    await table.scrollIntoViewIfNeeded();
    for (const count of await table.getByRole("cell").all()) await expect(count).toBeInViewport({ ratio: 1 });
  }
  await expect(page.locator(`a[href="/threads/${thread.thread_id}"]`)).toBeVisible();
  await page.goto(`${pathOf(skill)}/provenance`);
  const named = page.getByRole("listitem").filter({ hasText: "on a cold cache" });
  await expect(named).toContainText("Used in an answer");
  const href = new RegExp(`^/threads/${thread.thread_id}#msg_`);
  await expect(named.getByRole("link", { name: title })).toHaveAttribute("href", href);
});

test("a withdrawn version shows its decision and how to object, and its other views stay", async ({
  page,
  request,
}) => {
  const { second, third } = await threeVersions();
  const reason = `It deletes what it should keep (${word()}).`;
  await withdrawVersion(third, reason);
  await decide({ kind: "withdrawal", reason, skill_id: third.skill_id, version_id: third.version_id });
  await select(third.skill_id, second.version_id);
  const gone = await page.goto(permalink(third));
  expect(gone?.status()).toBe(410);
  await expect(page.locator("blockquote")).toContainText(reason);
  await expect(page.locator("blockquote")).toContainText("Decided by A maintainer");
  await expect(page.getByRole("heading", { name: "How to object" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Version 2: current, for next.js >=15 <16" })).toHaveAttribute(
    "href",
    permalink(second),
  );
  await page.getByRole("link", { name: "Object in a thread" }).click();
  await expect(page.getByLabel("Your question")).toHaveValue(new RegExp(third.version_id));
  expect((await request.get(`${permalink(third)}/raw`)).status()).toBe(410);
  for (const view of ["provenance", "decisions"])
    expect((await request.get(`${permalink(third)}/${view}`)).status(), view).toBe(200);
  const diff = `from=${second.version_id}&to=${third.version_id}`;
  expect(await (await request.get(`${pathOf(third)}/compare?${diff}`)).text()).not.toContain("booklet");
  expect((await request.get(`/skills/${third.skill_id}/compare.diff?${diff}`)).status()).toBe(410);
});

test("a skill whose only version was withdrawn is gone at its short and its full URL", async ({ page }) => {
  const skill = await publishSkill();
  const reason = `It deletes what it should keep (${word()}).`;
  await withdrawVersion(skill, reason);
  await decide({ kind: "withdrawal", reason, skill_id: skill.skill_id, version_id: skill.version_id });
  await select(skill.skill_id, null);
  for (const path of [pathOf(skill), `/skills/${skill.skill_id}`]) {
    expect((await page.goto(path))?.status(), path).toBe(410);
    await expect(page.getByRole("heading", { level: 1 }), path).toHaveText(skill.title);
    await expect(page.locator("blockquote"), path).toContainText(reason);
    await expect(page.getByRole("link", { name: "Try again" }), path).toHaveCount(0);
  }
});

test("a badge shows the selected version and its review as text and is cacheable", async ({ request }) => {
  const review = { version_checked: "18.4 & <b>", note: "Ran it.", reviewer: "A maintainer" };
  const [plain, reviewed] = [await publishSkill(), await publishSkill({ review })];
  const badge = (skill: { skill_id: string }) => `/skills/${skill.skill_id}/badge.svg`;
  const answer = await request.get(badge(plain));
  expect(answer.headers()["content-type"]).toBe("image/svg+xml; charset=utf-8");
  expect(answer.headers()["cache-control"]).toMatch(/^public, max-age=\d+$/);
  expect(await answer.text()).toContain("<title>cairn: version 1, not reviewed</title>");
  const text = await (await request.get(badge(reviewed))).text();
  expect(text).toContain("reviewed for 18.4 &#38; &#60;b&#62;");
  const headers = { "if-none-match": answer.headers().etag ?? "" };
  expect((await request.get(badge(plain), { headers })).status()).toBe(304);
  await withdrawVersion(plain, "Wrong.");
  await select(plain.skill_id, null);
  expect(await (await request.get(badge(plain))).text()).toContain("cairn: withdrawn");
  expect((await request.get(badge(nothing))).status()).toBe(404);
});

test("no text of a skill is markup in any of its views", { tag: "@more" }, async ({ page }) => {
  const attack = `"><img src=x onerror=alert(1)><script>alert(2)</script></pre></textarea>`;
  // Lists show them in one line, on pages that other tests measure.
  const [technology, version] = ['"><img src=x onerror=alert(3)>', "</pre><script>alert(4)</script>"];
  const first = await publishSkill({
    title: `${word()} ${attack}`.slice(0, 120),
    description: attack,
    markdown: `${attack}\n`,
  });
  const skill = await publishSkill({
    of: first,
    title: `${word()} ${attack}`.slice(0, 120),
    description: `Now ${attack}`,
    markdown: `# ${attack}\n\n[${attack}](javascript:alert(3))\n\n<!-- ${attack} -->\n`,
    applicability: [{ technology, version_scheme: "unknown", constraint: attack }],
    review: { version_checked: version, note: attack, reviewer: attack },
  });
  await decide({ kind: "selection", reason: attack, skill_id: skill.skill_id, version_id: skill.version_id });
  const alarms: string[] = [];
  page.on("dialog", (dialog) => {
    alarms.push(dialog.message());
    void dialog.dismiss();
  });
  page.on("console", (message) => {
    if (message.text().includes("Content Security Policy")) alarms.push(message.text());
  });
  const query = `?${new URLSearchParams({ technology, version })}`;
  for (const view of [query, "/versions", "/compare", "/compare?view=unified", "/provenance", "/decisions", "/raw"]) {
    await page.goto(pathOf(skill) + view);
    await expect(page.getByRole("heading", { level: 1 })).toContainText("onerror=alert(1)");
    // The page's own badge image has a URL on our origin.
    expect(await page.locator("main img:not([src^='/skills/'])").count(), view).toBe(0);
    expect(await page.locator("main script").count(), view).toBe(0);
  }
  expect(alarms).toEqual([]);
});
