import { expect, test } from "@playwright/test";
import { answerHere, ask, hardQuestion, sign, touch } from "@/e2e/pages/fixtures";
import { database, threadsAsking, word } from "@/e2e/support/fixtures";

/** Details that only programs understand. */
const FOR_PROGRAMS = /`|\berrors\b|\bPOST\b|\/api\/|next_cursor|request again/;

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a visitor without results asks, sees related skills, publishes, and reports the outcome", async ({
    page,
    context,
  }) => {
    const question = hardQuestion();
    await page.goto(`/skills?q=${encodeURIComponent(question)}&technology=zzyzx`);
    await page.getByRole("link", { name: "Ask a question" }).click();
    await expect(page.getByLabel("Your question")).toHaveValue(question);
    await expect(page.getByRole("blockquote")).toHaveText(question);
    await expect(page.getByText("stays open until someone answers")).toBeVisible();

    await page.getByRole("button", { name: "Publish the question" }).click();
    await expect(page).toHaveURL(/\/threads\/thr_[A-Za-z0-9_-]{22}$/);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(question);
    const path = new URL(page.url()).pathname;
    const [key] = (await context.cookies(page.url())).filter((cookie) => cookie.name === "cairn_append_key");
    expect(key).toMatchObject({ path, httpOnly: true, sameSite: "Strict" });
    expect(await context.cookies(new URL("/threads", page.url()).href)).toEqual([]);
    expect(await page.content()).not.toContain(key?.value);
    await expect(page.getByRole("status")).toContainText("Save this link");
    await expect(page.getByRole("button", { name: "Publish the outcome" })).toHaveCount(0);

    await answerHere(page);
    await page.getByLabel("It worked in part").check();
    await page.getByLabel("In a sentence or two").fill("The second half worked.");
    await page.getByRole("button", { name: "Publish the outcome" }).click();
    await expect(page).toHaveURL(/#msg_/);
    const replies = page.locator("li[id^=msg_]");
    await expect(replies.last()).toContainText("The second half worked.");
    await expect(replies.last()).toContainText("It worked in part");
  });

  test("an answer from the library links to asking anyway", async ({ page }) => {
    await page.goto("/ask?q=How+do+I+upsert+rows+in+PostgreSQL");
    await expect(page.getByText("with the library’s answer as the first reply")).toBeVisible();
    await expect(page.getByRole("button", { name: "Publish the question" })).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole("list", { name: "Other matches" }).getByRole("listitem")).toHaveCount(2);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole("link", { name: "Ask anyway" }).click();
    await expect(page.getByRole("button", { name: "Publish the question" })).toBeInViewport();
  });

  test("an outcome with markup is refused, and the form keeps the text", async ({ page }) => {
    await page.goto(`/ask?q=${encodeURIComponent(hardQuestion())}`);
    await page.getByRole("button", { name: "Publish the question" }).click();
    await answerHere(page);
    const attack = "<img src=x onerror=alert(1)> and more";
    await page.getByLabel("It worked", { exact: true }).check();
    await page.getByLabel("In a sentence or two").fill(attack);
    await page.getByRole("button", { name: "Publish the outcome" }).click();
    await expect(page.getByRole("alert")).toContainText("must not contain");
    await expect(page.getByLabel("In a sentence or two")).toHaveValue(attack);
    await expect(page.locator("li[id^=msg_]").filter({ hasText: "and more" })).toHaveCount(0);
    await expect(page.locator("main img")).toHaveCount(0);
  });

  test("a question with a secret is refused before it can be published", async ({ page }) => {
    // Assembled here, so that secret scanners do not report this file.
    const token = ["ghp", "aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3zA5"].join("_");
    const response = await page.goto(`/ask?q=${encodeURIComponent(`why is ${token} refused`)}`);
    expect(response?.status()).toBe(422);
    await expect(page.getByRole("alert")).toContainText("The text is not safe to publish");
    await expect(page.getByLabel("Your question")).toHaveAttribute("aria-invalid", "true");
    await expect(page.getByLabel("Your question")).toHaveAccessibleDescription(
      /This looks like it holds a GitHub token \(characters 8 to 47\)\. Remove it, then send the text again\./,
    );
    expect(await page.locator("main").textContent()).not.toMatch(FOR_PROGRAMS);
    await expect(page.getByRole("button", { name: "Publish the question" })).toHaveCount(0);
  });
});

for (const javaScriptEnabled of [false, true]) {
  test.describe(`${javaScriptEnabled ? "with" : "without"} the scripts of the page`, () => {
    test.use({ javaScriptEnabled });

    test("a refused outcome form keeps all fields and links to the wrong one", {
      tag: javaScriptEnabled ? "@more" : [],
    }, async ({ page }) => {
      const untilHydrated = async () => {
        if (javaScriptEnabled) await expect(sign(page)).toBeVisible();
      };
      await page.goto(`/ask?q=${encodeURIComponent(`Upsert in postgresql 18 with on conflict ${word()}`)}`);
      await page.getByRole("button", { name: "Publish the question" }).click();
      await touch(page);
      await untilHydrated();
      const form = page.locator("#outcome form");
      const tried = form.getByRole("checkbox").first();
      const part = page.getByLabel("It worked in part");
      const text = page.getByLabel("In a sentence or two");
      await part.check();
      await tried.check();
      await text.fill("a < b");
      await page.getByRole("button", { name: "Publish the outcome" }).click();
      await expect(page).toHaveURL(/#outcome-text$/);
      await untilHydrated();
      await expect(text).toHaveAttribute("aria-invalid", "true");
      await expect(text).toHaveAccessibleDescription(/^Describe in a sentence how it went\. The text must not contain/);
      await expect(text).toBeFocused();
      await expect(text).toHaveValue("a < b");
      await expect(part).toBeChecked();
      await expect(tried).toBeChecked();

      // Browsers block a form without a selected option; the server refuses it too.
      await form.evaluate((element) => {
        for (const box of element.querySelectorAll("input[type=radio]")) box.removeAttribute("name");
      });
      await text.fill("It worked after all.");
      await page.getByRole("button", { name: "Publish the outcome" }).click();
      await expect(page).toHaveURL(/#outcome-choice$/);
      await expect(form.getByRole("radio").first()).toBeFocused();
      await expect(form.getByRole("group", { name: "Outcome" })).toHaveAccessibleDescription(
        "Choose one of the three outcomes.",
      );
      await expect(text).toHaveValue("It worked after all.");
      await part.check();
      await page.getByRole("button", { name: "Publish the outcome" }).click();
      await expect(page).toHaveURL(/#msg_/);
    });
  });
}

for (const [what, spoil, title] of [
  ["has expired", "expires_at = now_ms()", "The append key has expired"],
  ["has no replies left", "replies_used = 20", "The append key is used up"],
] as const) {
  test(`an outcome shows an error if its key ${what} in the meantime`, { tag: "@more" }, async ({ page }) => {
    await page.goto(`/ask?q=${encodeURIComponent(hardQuestion())}`);
    await page.getByRole("button", { name: "Publish the question" }).click();
    await answerHere(page);
    await page.getByLabel("It worked", { exact: true }).check();
    await page.getByLabel("In a sentence or two").fill("Worked here.");
    const thread_id = new URL(page.url()).pathname.split("/").at(-1) ?? "";
    await database().unsafe(`update append_keys set ${spoil} where append_keys.thread_id = $1`, [thread_id]);
    await page.getByRole("button", { name: "Publish the outcome" }).click();
    await expect(page.locator("#outcome").getByRole("alert")).toContainText(title);
    await expect(page.locator("#outcome").getByRole("alert")).toContainText("Ask again");
  });
}

test("text typed before the page's scripts load is kept", { tag: "@more" }, async ({ page }) => {
  let arrive = () => {};
  await page.route("**/_next/static/chunks/*.js", async (route) => {
    await arrived;
    await route.continue();
  });
  let arrived = Promise.resolve();
  const typed = async (label: string, text: string) => {
    const field = page.getByLabel(label);
    const before = await field.inputValue();
    await field.focus();
    await page.keyboard.press("Control+End");
    await page.keyboard.type(text);
    arrive();
    await expect(sign(page)).toBeVisible();
    await expect(field).toHaveValue(before + text);
    expect(before).not.toBe("");
  };
  const late = () => {
    arrived = new Promise((resolve) => {
      arrive = resolve;
    });
  };
  late();
  await page.goto(`/ask?q=${encodeURIComponent(hardQuestion())}`);
  await typed("Your question", " in winter");

  await page.getByRole("button", { name: "Publish the question" }).click();
  await answerHere(page);
  await page.getByLabel("It worked", { exact: true }).check();
  await page.getByLabel("In a sentence or two").fill("a < b");
  late();
  await page.getByRole("button", { name: "Publish the outcome" }).click();
  await expect(page).toHaveURL(/#outcome-text$/);
  await typed("In a sentence or two", ", and more");
});

test("previewing a question publishes nothing", { tag: "@more" }, async ({ page }) => {
  const question = hardQuestion();
  await page.goto(`/ask?q=${encodeURIComponent(question)}`);
  await expect(page.getByRole("button", { name: "Publish the question" })).toBeVisible();
  expect(await threadsAsking(question)).toBe(0);
});

test("only the browser that asked sees the outcome form", async ({ page, request }) => {
  const thread = await ask(request, hardQuestion());
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
    const thread = await ask(request, hardQuestion());
    const cookie = `cairn_append_key=${thread.append_key}`;
    const outcome = await request.post(`/threads/${thread.thread_id}/outcome`, {
      headers: { ...headers, cookie },
      form: { outcome: "resolved", text: "Forged." },
      maxRedirects: 0,
    });
    expect(outcome.status()).toBe(403);
    const question = await request.post("/ask/publish", {
      headers,
      form: { q: hardQuestion() },
      maxRedirects: 0,
    });
    expect(question.status()).toBe(403);
    const looked = await request.post("/ask/look", { headers, form: { q: "Forgery" }, maxRedirects: 0 });
    expect(looked.status()).toBe(403);
    const answered = await request.post(`/threads/${thread.thread_id}/answer`, {
      headers,
      form: { body: "Forged.", name: "Forger" },
      maxRedirects: 0,
    });
    expect(answered.status()).toBe(403);
    expect(await (await request.get(`/api/v1/posts/${thread.thread_id}/replies`)).text()).not.toContain("Forged.");
  });
}

test("a non-browser client may submit the forms with its own key", async ({ request }) => {
  const asked = hardQuestion();
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
  const thread = await ask(request, hardQuestion());
  const other = await ask(request, hardQuestion());
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
