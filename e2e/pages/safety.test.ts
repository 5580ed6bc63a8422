import { expect, test } from "@playwright/test";
import { ask, hardQuestion, reply, starterSkill, touch } from "@/e2e/pages/fixtures";

test("markup in a reply is refused, and text that looks dangerous is shown as text", async ({ page, request }) => {
  const thread = await ask(request, hardQuestion());
  const refused = await reply(request, thread, "<script>alert(1)</script>");
  expect(refused.status).toBe(422);
  const texts = [
    "javascript:alert(1) is only text",
    "&lt;script&gt;alert(1)&lt;/script&gt;",
    "{{constructor.constructor('alert(1)')()}} \" onmouseover=\"alert(1)",
  ];
  for (const text of texts) expect((await reply(request, thread, text)).status).toBe(201);

  const alarms: string[] = [];
  page.on("dialog", (dialog) => {
    alarms.push(dialog.message());
    void dialog.dismiss();
  });
  page.on("console", (message) => {
    if (message.text().includes("Content Security Policy")) alarms.push(message.text());
  });
  await page.goto(`/threads/${thread.thread_id}`);
  for (const text of texts) await expect(page.getByText(text, { exact: true })).toBeVisible();
  expect(alarms).toEqual([]);
});

test("a search query is never markup in the page that shows it", { tag: "@more" }, async ({ page }) => {
  const alarms: string[] = [];
  page.on("dialog", (dialog) => {
    alarms.push(dialog.message());
    void dialog.dismiss();
  });
  const attack = '"><img src=x onerror=alert(1)><script>alert(2)</script>';
  for (const path of ["/skills?q=", "/ask?q=", "/skills?technology=", "/threads?technology="]) {
    await page.goto(path + encodeURIComponent(attack));
    await expect(page.locator("main img")).toHaveCount(0);
    await expect(page.locator("main")).toBeVisible();
  }
  expect(alarms).toEqual([]);
});

test("a page runs only scripts with its own nonce and loads nothing from other origins", async ({
  page,
  request,
  baseURL,
}) => {
  const { path } = await starterSkill(request, "postgres-upsert");
  const elsewhere: string[] = [];
  page.on("request", (sent) => {
    if (new URL(sent.url()).origin !== new URL(baseURL ?? "").origin) elsewhere.push(sent.url());
  });
  const [first, second] = [await page.goto(path), await page.reload()];
  const policies = [first, second].map((response) => response?.headers()["content-security-policy"] ?? "");
  const nonces = policies.map((policy) => /'nonce-([^']+)'/.exec(policy)?.[1]);
  expect(nonces[0]).toBeTruthy();
  expect(nonces[0]).not.toBe(nonces[1]);
  const html = (await second?.text()) ?? "";
  const scripts = html.match(/<script\b[^>]*>/g) ?? [];
  expect(scripts.length).toBeGreaterThan(0);
  for (const script of scripts) expect(script).toContain(`nonce="${nonces[1]}"`);
  expect(elsewhere).toEqual([]);
});

test("if even the layout fails, the reader sees an error page in the usual style with links onward", async ({
  page,
}) => {
  // The layout cannot read its data, and the error page has a button.
  await page.addInitScript(() => {
    const get = () => {
      throw new Error("Nobody knows.");
    };
    Object.defineProperty(window, "searchKeysOff", { get, set: () => {} });
    const create = document.createElement;
    document.createElement = (name: string) => {
      if (name === "button") throw new Error("There are no buttons.");
      return create.call(document, name);
    };
  });
  await page.goto("/status");
  const paper = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await touch(page);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Something went wrong on our side");
  expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(paper);
  await expect(page).toHaveTitle("Something went wrong · Cairn");
  await page.getByRole("link", { name: "Home", exact: true }).click();
  await expect(page).toHaveURL("/");
});
