import type { Page } from "@playwright/test";
import { bringAxe, violations } from "@/e2e/pages/axe";
import { answerLate, drawn, wake } from "@/e2e/pages/fixtures";
import { expect, test } from "@/e2e/support/api";
import { word } from "@/e2e/support/fixtures";
import { addOperation, Caller, connect } from "@/e2e/support/knowledge";
import { maintainer } from "@/e2e/support/submitting";
import { createConnection, getConnection } from "@/lib/contract/public/connections";

const TOKEN = /ck_[A-Za-z0-9_-]{43}/;

async function shownToken(page: Page): Promise<string> {
  const section = page.locator("#token");
  await expect(section).toContainText(TOKEN);
  return TOKEN.exec((await section.textContent()) ?? "")?.[0] ?? "";
}

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a form creates a working token, shown once and in no URL, and a bad name gets a readable error", async ({
    page,
    api,
    context,
  }) => {
    await page.goto("/connect");
    await expect(page.getByText("api/v1/connections/self")).toBeVisible();
    await page.getByLabel("Name").fill("<b>bot</b>");
    await page.getByRole("button", { name: "Make the token" }).click();
    await expect(page.locator("main").getByRole("alert")).toContainText("without angle brackets");
    await expect(page.getByLabel("Name")).toHaveAttribute("aria-invalid", "true");
    await expect(page.getByLabel("Name")).toHaveValue("<b>bot</b>");

    const name = `formed ${word()}`;
    await page.getByLabel("Name").fill(name);
    await page.getByRole("button", { name: "Make the token" }).click();
    const token = await shownToken(page);
    expect(page.url()).not.toContain(token);
    const found = await api.ok(getConnection, {}, { authorization: `Bearer ${token}` });
    expect(found.data).toMatchObject({ name, role: "member" });
    await context.clearCookies();
    await page.reload();
    expect(await page.content()).not.toContain(token);
  });

  test("each client's configuration can be opened, and none contains a token", async ({ page }) => {
    await page.goto("/connect");
    await page.getByRole("link", { name: "With a token" }).click();
    await page.getByText("Cursor", { exact: true }).click();
    await expect(page.getByText(/env:CAIRN_TOKEN/).first()).toBeVisible();
    expect(await page.content()).not.toMatch(TOKEN);
  });
});

test("a token can be created, inspected, changed, cleared of waiting operations and revoked by keyboard", {
  tag: "@more",
}, async ({ page, api }) => {
  // Also on a slow network: the page is ready for the next action once it reports success.
  await answerLate(page, "**/api/v1/connections/self");
  await page.goto("/connect");
  await wake(page);
  const keys = page.keyboard;
  await page.getByLabel("Name").focus();
  await keys.type("keyed");
  await keys.press("Enter");
  const token = await shownToken(page);
  expect(await page.evaluate(() => JSON.stringify(localStorage) + document.cookie)).not.toContain(token);
  await page.getByRole("button", { name: "Manage" }).focus();
  await keys.press("Enter");
  await expect(page.getByRole("heading", { name: "keyed" })).toBeVisible();

  const { data } = await api.ok(getConnection, {}, { authorization: `Bearer ${token}` });
  const caller = new Caller(api, { connection_id: data.connection_id, name: "keyed", token });
  const operation_ref = await addOperation(caller);
  await page.reload();
  await page.getByRole("button", { name: `Cancel ${operation_ref}` }).focus();
  await keys.press("Enter");
  await expect(page.getByText("None: every operation")).toBeVisible();

  // Another program changes the mode in the meantime.
  await caller.setMode("paused");
  await page.getByRole("radio", { name: "read-only" }).focus();
  await keys.press("Space");
  await page.getByRole("button", { name: "Set the mode" }).focus();
  await keys.press("Enter");
  await expect(page.locator("main").getByRole("alert")).toContainText(
    "It is paused now, at revision 2. Your change was not made.",
  );
  await expect(page.getByRole("radio", { name: "paused" })).toBeChecked();
  await page.getByRole("radio", { name: "read-only" }).check();
  await page.getByRole("button", { name: "Set the mode" }).click();
  await expect(page.getByRole("status").filter({ hasText: "read-only, at revision 3" })).toBeVisible();
  expect((await caller.ok(getConnection)).data.control.mode).toBe("read-only");

  await page.getByRole("button", { name: "Revoke it…" }).focus();
  await keys.press("Enter");
  await expect(page.getByRole("button", { name: "Cancel", exact: true })).toBeFocused();
  await keys.press("Shift+Tab");
  await keys.press("Enter");
  await expect(page.locator("main").getByRole("alert")).toContainText("The connection is revoked");
  await caller.refused(getConnection, "connection_revoked");
  await page.getByRole("button", { name: "Forget it" }).click();
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain(token);
});

test("keyboard focus stays in place after each button and when a button disappears", { tag: "@more" }, async ({
  page,
  api,
}) => {
  const { token } = await connect(api, "held");
  await page.addInitScript((kept) => sessionStorage.setItem("cairn.token", kept), token);
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let sent = 0;
  await page.route("**/api/knowledge/v2/controls", async (route) => {
    sent += 1;
    await released;
    await drawn(page);
    await route.continue();
  });
  await page.goto("/connect");
  const press = async (name: string) => {
    await page.getByRole("button", { name }).focus();
    await page.keyboard.press("Enter");
  };
  await wake(page);
  const section = page.getByRole("region", { name: "Manage token" });
  await page.getByRole("radio", { name: "paused" }).check();
  await press("Set the mode");
  await expect.poll(() => sent).toBe(1);
  // One press is enough: presses during a pending request are ignored.
  await page.keyboard.press("Enter");
  release();
  await expect(page.getByRole("status").filter({ hasText: "paused, at revision 1" })).toBeVisible();
  expect(sent).toBe(1);
  await expect(page.getByRole("button", { name: "Set the mode" })).toBeFocused();
  await press("Revoke it…");
  await expect(page.getByRole("button", { name: "Cancel", exact: true })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Revoke it…" })).toBeFocused();
  await press("Revoke it…");
  await press("Revoke permanently");
  await expect(section.getByRole("alert")).toContainText("The connection is revoked");
  await expect(section).toBeFocused();
  await press("Forget it");
  await expect(section.getByLabel("Token", { exact: true })).toBeVisible();
  await expect(section).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(section.getByLabel("Token", { exact: true })).toBeFocused();
});

test("an unknown token is not stored, and stays in its field with an error", { tag: "@more" }, async ({
  page,
  api,
}) => {
  for (const [path, label, action] of [
    ["/connect", "Token", "Open"],
    ["/maintain", "A maintainer’s token", "Open the dashboard"],
  ] as const) {
    await page.goto(path);
    const field = page.getByLabel(label, { exact: true });
    await field.fill(`ck_${"x".repeat(43)}`);
    await page.getByRole("button", { name: action, exact: true }).click();
    await expect(field).toHaveAttribute("aria-invalid", "true");
    await expect(field).toHaveAccessibleDescription(
      "The token is not known. Check that you pasted all of it. For a lost token, use a recovery code on the page for tokens, or make a new one.",
    );
    await expect(field).toBeFocused();
    await expect(field).toHaveValue(/^ck_x+$/);
    await expect(page.getByRole("button", { name: /^Forget/ })).toHaveCount(0);
    expect(await page.evaluate(() => sessionStorage.length), path).toBe(0);
  }
  const { data } = await api.ok(createConnection, { name: `pasted ${word()}` });
  await page.goto("/connect");
  await page.getByLabel("Token", { exact: true }).fill(data.token ?? "");
  await page.getByRole("button", { name: "Open", exact: true }).click();
  await expect(page.getByRole("heading", { name: data.name })).toBeVisible();
  await expect(page.getByRole("button", { name: "Forget it" })).toBeVisible();
});

test("each invalid field of a new token has its own readable error", { tag: "@more" }, async ({ page }) => {
  await page.goto("/connect");
  const [name, homepage] = [page.getByLabel("Name"), page.getByLabel("Home page")];
  const make = page.getByRole("button", { name: "Make the token" });
  await wake(page);
  await expect(page.getByLabel("Token", { exact: true })).toBeVisible();
  await name.fill("a <b>");
  await homepage.fill("http://insecure.example");
  await make.click();
  await expect(name).toHaveAccessibleDescription(/^Give a name in plain prose, without angle brackets/);
  await expect(homepage).toHaveAccessibleDescription(/^The home page must be an https address of a domain/);
  await expect(name).toBeFocused();
  await name.fill("fine");
  await make.click();
  await expect(homepage).toBeFocused();
  await expect(name).not.toHaveAttribute("aria-invalid");
  await bringAxe(page);
  expect(await violations(page)).toEqual([]);
  await homepage.fill("");
  await name.fill("Cairn library");
  await make.click();
  await expect(name).toHaveAccessibleDescription(/^This name is reserved for the service and its maintainers/);
  await name.fill("fine");
  await make.click();
  await shownToken(page);
});

test("if part of the page can no longer be loaded, the page says so there and keeps a token that is shown once", {
  tag: "@more",
}, async ({ page, api }) => {
  await page.goto("/connect");
  await wake(page);
  await page.getByLabel("Name").fill(`late ${word()}`);
  await page.getByRole("button", { name: "Make the token" }).click();
  const token = await shownToken(page);
  // As after a new build, or without a network.
  await page.context().route("**/_next/static/chunks/**", (route) => route.abort());
  await page.getByRole("button", { name: "Manage" }).click();
  await expect(page.locator("#keep").getByRole("alert")).toContainText("This part of the page could not be loaded");
  expect(await shownToken(page)).toBe(token);
  await page.context().unrouteAll();
  await page.reload();
  await expect(page.locator("#keep").getByRole("heading", { name: /^late / })).toBeVisible();

  const keeper = await maintainer(api, `Late ${word()}`);
  await page.goto("/maintain");
  await page.getByRole("button", { name: "Forget the token" }).click();
  await page.context().route("**/_next/static/chunks/**", (route) => route.abort());
  await page.getByLabel("A maintainer’s token").fill(keeper.token);
  await page.getByRole("button", { name: "Open the dashboard" }).click();
  await expect(page.locator("main").getByRole("alert")).toContainText("This part of the page could not be loaded");
  await expect(page.getByText(`You act as ${keeper.name}, in public.`)).toBeVisible();
});

test("a form on another site cannot create a token", async ({ request }) => {
  const senders: Array<Record<string, string>> = [
    { "sec-fetch-site": "cross-site" },
    { origin: "https://other.example" },
    { origin: "null" },
  ];
  for (const headers of senders) {
    const answer = await request.post("/connect/token", { headers, form: { name: "forged" }, maxRedirects: 0 });
    expect(answer.status()).toBe(403);
  }
});

test("a non-browser client creates a token with the form", async ({ request }) => {
  const answer = await request.post("/connect/token", { form: { name: "own program" }, maxRedirects: 0 });
  expect([answer.status(), answer.headers().location]).toEqual([303, "/connect#token"]);
  expect(answer.headers()["set-cookie"]).toMatch(/=ck_[\w-]+(?:\.rc_[\w-]+){8}; Path=\/connect;/);
});
