import { expect, test } from "@playwright/test";
import { ask, hardQuestion } from "@/e2e/pages/cast";

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a visitor who finds nothing asks, sees what is known, publishes, and reports the outcome", async ({
    page,
    context,
  }) => {
    const question = hardQuestion(`Norway ${Date.now()}`);
    await page.goto(`/skills?q=${encodeURIComponent(question)}&technology=zzyzx`);
    await page.getByRole("link", { name: "Ask in public" }).click();
    await expect(page.getByLabel("Your question")).toHaveValue(question);
    await expect(page.getByRole("blockquote")).toHaveText(question);

    await page.getByRole("button", { name: "Publish the question" }).click();
    await expect(page).toHaveURL(/\/threads\/thr_[A-Za-z0-9_-]{22}$/);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(question);
    const path = new URL(page.url()).pathname;
    const [key] = (await context.cookies(page.url())).filter((cookie) => cookie.name === "cairn_append_key");
    expect(key).toMatchObject({ path, httpOnly: true, sameSite: "Strict" });
    expect(await context.cookies(new URL("/threads", page.url()).href)).toEqual([]);
    expect(await page.content()).not.toContain(key?.value);

    await page.getByLabel("It worked in part").check();
    await page.getByLabel("In a sentence or two").fill("The second half worked.");
    await page.getByRole("button", { name: "Publish the outcome" }).click();
    await expect(page).toHaveURL(/#msg_/);
    const replies = page.locator("li[id^=msg_]");
    await expect(replies.last()).toContainText("The second half worked.");
    await expect(replies.last()).toContainText("It worked in part");
  });

  test("an outcome with markup is refused, and what was written is still there", async ({ page }) => {
    await page.goto(`/ask?q=${encodeURIComponent(hardQuestion(`Sweden ${Date.now()}`))}`);
    await page.getByRole("button", { name: "Publish the question" }).click();
    const attack = "<img src=x onerror=alert(1)> and more";
    await page.getByLabel("It worked", { exact: true }).check();
    await page.getByLabel("In a sentence or two").fill(attack);
    await page.getByRole("button", { name: "Publish the outcome" }).click();
    await expect(page.getByRole("alert")).toContainText("must not contain");
    await expect(page.getByLabel("In a sentence or two")).toHaveValue(attack);
    await expect(page.locator("li[id^=msg_]").filter({ hasText: "and more" })).toHaveCount(0);
    await expect(page.locator("main img")).toHaveCount(0);
  });

  test("a question with a secret is refused before there is anything to publish", async ({ page }) => {
    // Put together here, so that no scanner takes this file for a leak.
    const token = ["ghp", "aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3zA5"].join("_");
    const response = await page.goto(`/ask?q=${encodeURIComponent(`why is ${token} refused`)}`);
    expect(response?.status()).toBe(422);
    await expect(page.getByRole("alert")).toContainText("The text is not safe to publish");
    await expect(page.getByRole("button", { name: "Publish the question" })).toHaveCount(0);
  });
});

test("looking at a question publishes nothing", async ({ page, request }) => {
  const question = hardQuestion(`Finland ${Date.now()}`);
  await page.goto(`/ask?q=${encodeURIComponent(question)}`);
  await expect(page.getByRole("button", { name: "Publish the question" })).toBeVisible();
  expect(await (await request.get("/threads?status=open")).text()).not.toContain(question);
});

test("only the browser that asked sees the outcome form", async ({ page, request }) => {
  const thread = await ask(request, hardQuestion("Scotland"));
  await page.goto(`/threads/${thread.thread_id}`);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByRole("button", { name: "Publish the outcome" })).toHaveCount(0);
});

const FOREIGN: Record<string, Record<string, string>> = {
  "another site": { "sec-fetch-site": "cross-site", origin: "https://other.example" },
  "a subdomain": { "sec-fetch-site": "same-site", origin: "http://evil.localhost:3000" },
  "an older browser on another site": { origin: "https://other.example" },
  "a page without an origin": { origin: "null" },
  "another site, whatever its origin says": { "sec-fetch-site": "cross-site", origin: "http://localhost:3000" },
  "another site that hides its origin": { "sec-fetch-site": "cross-site" },
};
for (const [name, headers] of Object.entries(FOREIGN)) {
  test(`forms sent by ${name} are refused`, async ({ request }) => {
    const thread = await ask(request, hardQuestion("Wales"));
    const cookie = `cairn_append_key=${thread.append_key}`;
    const outcome = await request.post(`/threads/${thread.thread_id}/outcome`, {
      headers: { ...headers, cookie },
      form: { outcome: "resolved", text: "Forged." },
      maxRedirects: 0,
    });
    expect(outcome.status()).toBe(403);
    const question = await request.post("/ask/publish", {
      headers,
      form: { q: hardQuestion("Forgery") },
      maxRedirects: 0,
    });
    expect(question.status()).toBe(403);
    expect(await (await request.get(`/api/v1/posts/${thread.thread_id}/replies`)).text()).not.toContain("Forged.");
  });
}

test("a program that is no browser may send the forms with a key of its own", async ({ request }) => {
  const asked = hardQuestion("England");
  const question = await request.post("/ask/publish", { form: { q: asked }, maxRedirects: 0 });
  expect(question.status()).toBe(303);
  const thread = String(question.headers().location);
  expect(thread).toMatch(/^\/threads\/thr_/);
  const [, cookie = ""] = /(cairn_append_key=[^;]+)/.exec(question.headers()["set-cookie"] ?? "") ?? [];
  const outcome = await request.post(`${thread}/outcome`, {
    headers: { cookie },
    form: { outcome: "resolved", text: "Sent by a program." },
    maxRedirects: 0,
  });
  expect(outcome.status()).toBe(303);
  expect(outcome.headers().location).toContain(`${thread}/replies/msg_`);
  expect(await (await request.get(thread)).text()).toContain("Sent by a program.");
});

test("an outcome without the key of the thread is refused", async ({ request, baseURL }) => {
  const thread = await ask(request, hardQuestion("Ireland"));
  const other = await ask(request, hardQuestion("Ireland, again"));
  for (const cookie of ["", `cairn_append_key=${other.append_key}`, "cairn_append_key=ak_x"]) {
    const origin = new URL(baseURL ?? "").origin;
    const response = await request.post(`/threads/${thread.thread_id}/outcome`, {
      headers: { origin, "sec-fetch-site": "same-origin", cookie },
      form: { outcome: "resolved", text: "Forged." },
      maxRedirects: 0,
    });
    expect(response.status()).toBe(303);
    expect(response.headers().location).toBe(`/threads/${thread.thread_id}#outcome`);
  }
  expect(await (await request.get(`/api/v1/posts/${thread.thread_id}/replies`)).text()).not.toContain("Forged.");
});
