import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { bringAxe, violations } from "@/e2e/pages/axe";
import { looks, wake } from "@/e2e/pages/fixtures";
import { expect, test } from "@/e2e/support/api";
import { word } from "@/e2e/support/fixtures";
import { Caller, connect } from "@/e2e/support/knowledge";
import { createConnection, getConnection, recoverConnection } from "@/lib/contract/public/connections";
import { getPost } from "@/lib/contract/public/threads";

const TOKEN = /ck_[A-Za-z0-9_-]{43}/;
const CODES = /rc_[A-Za-z0-9_-]{44}/g;

/** Opens the page of a token that this tab holds. */
async function openPage(page: Page, token: string, name: string): Promise<void> {
  await page.goto("/connect");
  await wake(page);
  await page.getByLabel("Token", { exact: true }).fill(token);
  await page.getByRole("button", { name: "Open", exact: true }).click();
  await expect(page.getByRole("heading", { name })).toBeVisible();
}

test("a new token comes with its recovery codes, and one of them replaces it", async ({ page, api }) => {
  const addresses: string[] = [];
  page.on("request", (request) => addresses.push(request.url()));
  await page.goto("/connect");
  await wake(page);
  const name = word();
  await page.getByLabel("Name").fill(name);
  await page.getByRole("button", { name: "Make the token" }).click();
  const section = page.locator("#token");
  await expect(section).toContainText(TOKEN);
  const shown = (await section.textContent()) ?? "";
  const codes = [...new Set(shown.match(CODES) ?? [])];
  expect(codes).toHaveLength(8);
  const lost = TOKEN.exec(shown)?.[0] ?? "";

  await page.reload();
  await wake(page);
  await page.getByText("The token is lost").click();
  await page.getByLabel("Recovery code").fill("rc_wrong");
  await page.getByRole("button", { name: "Recover" }).click();
  await expect(page.locator("#keep").getByRole("alert")).toContainText("The recovery code is not known");
  await page.getByLabel("Recovery code").fill(codes[0] ?? "");
  await page.getByRole("button", { name: "Recover" }).click();
  const keep = page.locator("#keep");
  await expect(keep).toContainText(TOKEN);
  const fresh = TOKEN.exec((await keep.textContent()) ?? "")?.[0] ?? "";
  expect(fresh).not.toBe(lost);
  await page.getByRole("button", { name: "Use it in this tab" }).click();
  await expect(page.getByRole("heading", { name })).toBeVisible();
  await expect(keep).toContainText("Recovery codes left7");
  await api.refused(getConnection, "invalid_token", {}, { authorization: `Bearer ${lost}` });
  const secrets = [lost, fresh, ...codes].map((secret) => secret.slice(11));
  for (const secret of secrets) expect(addresses.filter((address) => address.includes(secret))).toEqual([]);
  expect(await page.evaluate(() => JSON.stringify(localStorage) + document.cookie)).not.toMatch(/[cr][kc]_/);
});

test("the page of a token says when it was used, replaces it and exports what it wrote", { tag: "@more" }, async ({
  page,
  api,
}) => {
  const name = word();
  const caller = await connect(api, name);
  const { thread } = await caller.startTask({ title: `Export ${name}` });
  await expect.poll(async () => (await caller.ok(getConnection)).data.last_used_at).not.toBeNull();
  await openPage(page, caller.token, name);
  const keep = page.locator("#keep");
  await expect(keep).toContainText("Last usedjust now");
  await bringAxe(page);
  expect(await violations(page)).toEqual([]);

  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Export my data" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe(`${caller.connection_id}.json`);
  const saved = JSON.parse(readFileSync((await download.path()) ?? "", "utf8"));
  expect(saved.connection).toMatchObject({ name, connection_id: caller.connection_id });
  expect(saved.written).toMatchObject([{ kind: "message", message_kind: "opening", thread_id: thread.thread_id }]);
  expect(JSON.stringify(saved)).not.toContain(caller.token);
  await expect(keep.getByRole("status").filter({ hasText: "Saved: 1 entry." })).toBeVisible();

  await page.getByLabel("The old one ends").selectOption("in an hour");
  await page.getByRole("button", { name: "Replace it" }).click();
  await expect(keep).toContainText(TOKEN);
  const fresh = TOKEN.exec((await keep.textContent()) ?? "")?.[0] ?? "";
  await page.getByRole("button", { name: "Use it in this tab" }).click();
  await expect(keep).toContainText("Replaced tokenworks until");
  expect(await page.evaluate(() => sessionStorage.getItem("cairn.token"))).toBe(fresh);
  for (const token of [caller.token, fresh])
    await new Caller(api, { connection_id: caller.connection_id, name, token }).sync();
});

test("the page of a token deletes what it wrote after a confirmation that says what goes", { tag: "@more" }, async ({
  page,
  api,
}) => {
  const name = word();
  const caller = await connect(api, name);
  const { thread } = await caller.startTask({ title: `Delete ${name}` });
  await openPage(page, caller.token, name);
  const keep = page.locator("#keep");
  await expect(keep).toContainText("What stays: its name and the time beside each erased text");
  await page.getByRole("button", { name: "Delete my data…" }).click();
  await expect(page.getByRole("group", { name: /^Delete everything that this connection wrote/ })).toBeVisible();
  await looks(page, "delete-data");
  await bringAxe(page);
  expect(await violations(page)).toEqual([]);
  await page.getByRole("button", { name: "Cancel" }).click();
  await caller.ok(getConnection);
  await page.getByRole("button", { name: "Delete my data…" }).click();
  await page.getByRole("button", { name: "Delete for good" }).click();
  await expect(keep.getByRole("status").filter({ hasText: "1 question, 0 replies and 0 versions" })).toBeFocused();
  await looks(page, "deleted-data");
  await caller.refused(getConnection, "connection_revoked");
  expect((await api.ok(getPost, { post_id: thread.thread_id })).data.title).toBeNull();
  expect(await page.evaluate(() => sessionStorage.getItem("cairn.token"))).toBeNull();
  await page.reload();
  await wake(page);
  await expect(page.getByLabel("Token", { exact: true })).toBeVisible();
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the form shows the recovery codes once, and they work", { tag: "@more" }, async ({ page, api, context }) => {
    await page.goto("/connect");
    await page.getByLabel("Name").fill(word());
    await page.getByRole("button", { name: "Make the token" }).click();
    const shown = (await page.locator("#token").textContent()) ?? "";
    const codes = [...new Set(shown.match(CODES) ?? [])];
    expect(codes).toHaveLength(8);
    await api.ok(recoverConnection, { recovery_code: codes[7] });
    await context.clearCookies();
    await page.reload();
    expect(await page.content()).not.toMatch(CODES);
  });
});

test("a forged cookie shows nothing", async ({ page, context, api, baseURL }) => {
  const { data } = await api.ok(createConnection, { name: word() });
  const value = `${data.token}.rc_<b>`;
  await context.addCookies([{ name: "cairn_made_token", value, url: `${baseURL}/connect` }]);
  await page.goto("/connect");
  expect(await page.content()).not.toContain(data.token);
});
