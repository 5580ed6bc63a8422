import type { Locator } from "@playwright/test";
import { bringAxe, violations } from "@/e2e/pages/axe";
import { answerLate } from "@/e2e/pages/fixtures";
import { expect, test } from "@/e2e/support/api";
import { database, openThread, publishSkill, word } from "@/e2e/support/fixtures";
import { connect } from "@/e2e/support/knowledge";
import { creation, heldOperation, maintainer, submitted, update } from "@/e2e/support/submitting";
import { getConnection } from "@/lib/contract/public/connections";
import { getSkill } from "@/lib/contract/public/skills";
import { getPost } from "@/lib/contract/public/threads";
import { markOf } from "@/lib/domain/present/author";

/** Markup in each field of a submission that may contain it, and a line that the rules hold. */
const ATTACK = `<img src=x onerror=alert(1)> ${"${"}x}`;

test("without JavaScript the moderation dashboard says what it needs and names the alternative", async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL });
  const page = await context.newPage();
  await page.goto("/maintain");
  await expect(page.locator("noscript p")).toContainText("The dashboard needs JavaScript");
  await expect(page.locator("noscript p")).toBeVisible();
  await expect(page.getByText("npm run maintain -- queue")).toBeVisible();
  await context.close();
});

test("the moderation dashboard opens only for maintainers, with a token that is in no URL and can be deleted", {
  tag: "@more",
}, async ({ page, api }) => {
  const [member, keeper] = [await connect(api), await maintainer(api, "Keeper of the dashboard")];
  const token = (caller: typeof member) => caller.headers.authorization?.slice(7) ?? "";
  await page.goto("/maintain");
  const field = page.getByLabel("A maintainer’s token");
  await field.fill(token(member));
  await page.getByRole("button", { name: "Open the dashboard" }).click();
  await expect(page.getByText("This token is not a maintainer's")).toBeVisible();
  await expect(page.getByText("You act as")).toHaveCount(0);
  await expect(page.getByRole("heading", { name: "In review" })).toHaveCount(0);
  await page.getByRole("button", { name: "Forget the token" }).click();
  await field.fill(token(keeper));
  await field.press("Enter");
  await expect(page.getByRole("heading", { name: "In review" })).toBeVisible();
  await expect(page.getByText("You act as Keeper of the dashboard, in public.")).toBeVisible();
  await bringAxe(page);
  for (const width of [320, 1_280]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await violations(page)).toEqual([]);
    const wider = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(wider, `sideways scroll at ${width} px`).toBeLessThanOrEqual(0);
  }
  expect(page.url()).not.toMatch(/ck_[\w-]{40}/);
  expect(await page.evaluate(() => JSON.stringify(localStorage) + document.cookie)).not.toMatch(/ck_[\w-]{40}/);
  await page.getByRole("button", { name: "Forget the token" }).click();
  await page.reload();
  await expect(field).toBeVisible();
});

test("a maintainer reviews an update with its diff, approves it by keyboard and withdraws it", {
  tag: "@more",
}, async ({ page, api }) => {
  const keeper = await maintainer(api);
  const subject = word();
  const harm = `It does harm: ${subject}.`;
  const skill = await publishSkill({ title: `Held ${word()}`, markdown: `# Held ${subject}\n\nOne.\nTwo.\n` });
  const someone = await connect(api, `Somebody ${ATTACK}`.replaceAll(/[<>`]/g, "'"));
  const title = `Held ${word()} ${ATTACK}`;
  const operation = await submitted(
    someone,
    update(skill, "1", { title, markdown: `# Held ${subject}\n\nOne.\nThree ${ATTACK}.\n`, rationale: ATTACK }),
  );
  expect(operation.state).toBe("in_review");
  await page.addInitScript(
    (kept) => sessionStorage.setItem("cairn.token", kept),
    keeper.headers.authorization?.slice(7) ?? "",
  );
  let reads = 0;
  await answerLate(page, `**/api/v1/skills/${skill.skill_id}`);
  page.on("response", (response) => {
    if (response.url().endsWith(`/api/v1/skills/${skill.skill_id}`)) reads += 1;
  });
  const alarms: string[] = [];
  page.on("dialog", (dialog) => {
    alarms.push(dialog.message());
    void dialog.dismiss();
  });
  await page.goto("/maintain");
  const item = page.getByRole("article", { name: title });
  await openQueueTo(item);
  await expect(item.getByLabel("What the update changes, old to new")).toContainText(/-Two\.[\s\S]*\+Three <img/);
  await expect(page.locator("main img")).toHaveCount(0);

  await item.getByText("Approve it").focus();
  await page.keyboard.press("Enter");
  await item.getByLabel("Reason (public)").first().fill("It holds.");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("status").filter({ hasText: `${title}: succeeded.` })).toBeVisible();
  await expect(item).toHaveCount(0);
  expect((await api.ok(getSkill, { skill_id: skill.skill_id })).data.title).toBe(title);

  await page.getByLabel("Address or id").fill(`http://other.example/skills/${skill.skill_id}/x`);
  await page.getByLabel("Address or id").press("Enter");
  const found = page.locator("#find");
  await expect(found.getByRole("radio")).toHaveCount(2);
  await found.getByText("Record a review note").click();
  await found.getByLabel("Upstream version that was checked").fill("1.2.3");
  await found.getByLabel("What was checked").fill("Ran it.");
  await found.getByLabel("Reason (public)").first().fill("Asked for.");
  await found.getByRole("button", { name: "Record the note" }).click();
  await expect(page.getByRole("status").filter({ hasText: "checked against 1.2.3" })).toBeVisible();
  // The page is ready for the next action once it reports success, even on a slow network: the forms are already new.
  expect(reads).toBe(2);
  await found.getByText("Withdraw it").click();
  const withdraw = found.locator("details").filter({ hasText: "Withdraw it" });
  await withdraw.getByLabel("Reason (public)").fill(harm);
  await withdraw.getByRole("button", { name: "Withdraw…" }).click();
  await expect(withdraw.getByRole("button", { name: "No" })).toBeFocused();
  await withdraw.getByRole("button", { name: "Yes, withdraw" }).click();
  await expect(page.getByRole("status").filter({ hasText: "An earlier version is selected." })).toBeVisible();
  expect((await api.ok(getSkill, { skill_id: skill.skill_id })).data.title).toBe(skill.title);
  const decided = page.locator("#decided li").filter({ hasText: harm });
  await decided.getByText("Restore the version").click();
  await decided.getByLabel("Reason (public)").fill("It does not.");
  await decided.getByRole("button", { name: "Restore" }).click();
  await expect(page.getByRole("status").filter({ hasText: "The version is published again." })).toBeVisible();
  expect(alarms).toEqual([]);
});

test("a thread is hidden and shown, a submission rejected, a connection revoked, and a decision made in the meantime is reported", {
  tag: "@more",
}, async ({ page, api }) => {
  const keeper = await maintainer(api);
  const [thread, someone] = [await openThread(api), await connect(api, `Loud ${word()}`)];
  const input = creation();
  const operation_ref = await heldOperation(someone, input);
  await page.addInitScript(
    (kept) => sessionStorage.setItem("cairn.token", kept),
    keeper.headers.authorization?.slice(7) ?? "",
  );
  await page.goto("/maintain");
  const status = (text: string) => page.getByRole("status").filter({ hasText: text });
  const found = page.locator("#find");
  await page.getByLabel("Address or id").fill(`/threads/${thread.thread_id}`);
  await page.getByLabel("Address or id").press("Enter");
  for (const [fold, button, sure, said] of [
    ["Hide this thread", "Hide…", "Yes, hide", "Hidden, and with it its thread."],
    ["Show this thread again", "Show", null, "Shown again."],
  ] as const) {
    const form = found.locator("details").filter({ hasText: fold });
    await form.locator("summary").click();
    await form.getByLabel("Reason (public)").fill("Asked for.");
    const reread = page.waitForResponse(/\/maintenance\/queue/);
    await form.getByRole("button", { name: button }).click();
    if (sure) await form.getByRole("button", { name: sure }).click();
    await expect(status(said)).toBeVisible();
    // Requests still in flight must not see the changes to the queue below.
    await (await reread).finished();
    if (sure) await api.refused(getPost, "not_found", { post_id: thread.thread_id });
  }
  await api.ok(getPost, { post_id: thread.thread_id });

  const item = page.getByRole("article", { name: input.title });
  await openQueueTo(item);
  // Its author cancels before the maintainer decides.
  await database()`update operations set state = 'cancelled' where operations.operation_ref = ${operation_ref}`;
  await item.getByText("Reject it").click();
  const reject = item.locator("details").filter({ hasText: "Reject it" });
  await reject.getByLabel("Reason (public)").fill("Not here.");
  await reject.getByRole("button", { name: "Reject…" }).click();
  await reject.getByRole("button", { name: "Yes, reject" }).click();
  await expect(item.getByRole("alert")).toContainText("The submission is cancelled, not in review.");

  await page.getByLabel("Connection name or id").fill(someone.connection_id);
  await page.getByLabel("Connection name or id").press("Enter");
  const row = page.locator("#connections li").filter({ hasText: someone.name });
  await expect(page.locator("#connections li")).toHaveCount(1);
  await expect(row.getByTitle("The end of the author's connection id")).toHaveText(markOf(someone.connection_id));
  await expect(row.getByText(someone.connection_id)).toHaveCount(0);
  await row.getByText(`Revoke ${someone.name}`).click();
  await row.getByLabel("Reason (public)").fill("Too loud.");
  await row.getByRole("button", { name: "Revoke…" }).click();
  await row.getByRole("button", { name: "Yes, revoke" }).click();
  await expect(status(`${someone.name} is revoked`)).toBeVisible();
  await expect(row.getByText("revoked", { exact: true })).toBeVisible();
  await someone.refused(getConnection, "connection_revoked");
});

/** Loads the queue, which comes in pages, until it shows this submission. */
async function openQueueTo(item: Locator): Promise<void> {
  const review = item.page().locator("#review");
  const shown = review.getByRole("article");
  await expect(shown.first()).toBeVisible();
  while ((await item.count()) === 0) {
    const before = await shown.count();
    await review.getByRole("button", { name: "More in review" }).click();
    await expect.poll(() => shown.count()).toBeGreaterThan(before);
  }
}
