import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { type APIRequestContext, expect, type Page, test } from "@playwright/test";
import { answer, hardQuestion, wake } from "@/e2e/pages/fixtures";
import { findFirefox } from "@/e2e/support/browser";
import { word } from "@/e2e/support/fixtures";
import { programFile } from "@/e2e/support/programs";

const ANSWER = [
  "It grows on *every* side. Do this:",
  "",
  "1. Open the [guide](https://example.org/lichen?a=1).",
  "2. Set the side:",
  "",
  "Then use",
  "",
  "    cairn:",
  "      side: north",
  "",
  "and wait.",
].join("\n");

/** A person with a browser: what they see, press and type, by its name. */
type Person = {
  open(path: string): Promise<void>;
  fill(label: string, text: string): Promise<void>;
  press(button: string): Promise<void>;
  check(label: string): Promise<void>;
  sees(text: string): Promise<void>;
  path(): string;
  count(selector: string): Promise<number>;
  html(selector: string): Promise<string>;
};

test("one person asks, another answers with another browser, and the first sees it arrive and reports", async ({
  page,
  browser,
  request,
  baseURL,
}) => {
  const errors = errorsOf(page);
  const context = await browser.newContext(baseURL ? { baseURL } : {});
  const other = await context.newPage();
  errorsOf(other, errors);
  await askAndAnswer(inChromium(page), inChromium(other), request);
  expect(errors).toEqual([]);
  await context.close();
});

test.describe("with Firefox", { tag: "@slow" }, () => {
  let firefox: Firefox;
  test.beforeAll(async () => {
    firefox = await startFirefox();
  });
  test.afterAll(() => firefox.close());

  for (const asksWith of ["Chromium", "Firefox"] as const) {
    test(`one person asks with ${asksWith}, another answers with the other browser, and the first sees it arrive and reports`, async ({
      page,
      request,
      baseURL,
    }) => {
      const errors = errorsOf(page);
      const other = await firefox.newPage();
      errorsOf(other, errors);
      const [chromium, second] = [inChromium(page), inFirefox(other, baseURL ?? "")];
      if (asksWith === "Chromium") await askAndAnswer(chromium, second, request);
      else await askAndAnswer(second, chromium, request);
      expect(errors).toEqual([]);
    });
  }
});

/** Collects the errors in a page's console. */
function errorsOf(page: Pick<FirefoxPage, "on">, errors: string[] = []): string[] {
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  return errors;
}

async function askAndAnswer(asker: Person, helper: Person, request: APIRequestContext): Promise<void> {
  const question = `${hardQuestion()}? I have looked at two of them.`;
  await asker.open("/ask");
  await asker.fill("Your question", question);
  await asker.press("Check existing answers");
  await asker.sees("Publish the question");
  expect(asker.path()).toBe("/ask");
  await asker.press("Publish the question");
  await asker.sees("Save this link");
  expect(await asker.count("#outcome")).toBe(0);
  const path = asker.path();

  await helper.open(path);
  expect(await helper.count("#outcome")).toBe(0);
  await helper.fill("Your answer", ANSWER);
  await helper.fill("Your name", "Ada of the hills");
  await helper.press("Post answer");
  await helper.sees("Published as Ada of the hills");
  await helper.sees("This tab keeps its token");
  await helper.sees("side: north");

  // The asker presses nothing.
  await asker.sees("side: north");
  await asker.sees("How did it go?");
  await asker.sees("counts for no skill");
  await asker.check("It worked");
  await asker.fill("In a sentence or two", "It does grow there.");
  await asker.press("Publish the outcome");
  await asker.sees("Thanks, recorded");
  await asker.sees("The question is now resolved");
  await helper.sees("It does grow there.");

  await helper.open(path);
  for (const person of [asker, helper]) {
    const rendered = await person.html("li[id^=msg_] .message");
    expect(rendered).toContain("<em>every</em>");
    expect(rendered).toMatch(/<pre[^>]*><code[^>]*>cairn:\n {2}side: north\n<\/code><\/pre>/);
    expect(rendered).toMatch(
      /<li>Open the <a href="https:\/\/example\.org\/lichen\?a=1" rel="nofollow ugc noopener[^"]*">guide/,
    );
    await person.sees("Resolved");
  }
  const { data } = await (await request.get(`/api/v1/posts/${path.split("/").at(-1)}/replies`)).json();
  expect(data.map(({ text }: { text: string }) => text)).toEqual([ANSWER, "It does grow there."]);
  const feed = await (await request.get(`${path}/feed.json`)).json();
  expect(feed.items.map((item: { content_text: string }) => item.content_text)).toEqual([
    "It does grow there.",
    ANSWER,
    question,
  ]);
  expect(await (await request.get(`${path}/feed.atom`)).text()).toContain("      side: north");
  const alternate = await (await request.get(`${path}.md`)).text();
  for (const words of ["      side: north", "[guide](https://example.org/lichen?a=1)", "It does grow there."])
    expect(alternate).toContain(words);
  await asker.open("/threads");
  await asker.sees("Your questions");
}

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("one person asks, another answers by form, and the first reports that it worked", { tag: "@more" }, async ({
    page,
    browser,
    baseURL,
  }) => {
    const question = hardQuestion();
    await page.goto("/ask");
    await page.getByLabel("Your question").fill(question);
    await page.getByRole("button", { name: "Check existing answers" }).click();
    await expect(page).toHaveURL("/ask");
    await page.getByRole("button", { name: "Publish the question" }).click();
    await expect(page.getByRole("status")).toContainText("Published");

    const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL ? { baseURL } : {}) });
    const helper = await context.newPage();
    await helper.goto(new URL(page.url()).pathname);
    const attempt = `${"A long answer that is refused and kept. ".repeat(150)}a < b`;
    await helper.getByLabel("Your answer").fill(attempt);
    await helper.getByLabel("Your name").fill("Ada of the hills");
    await helper.getByRole("button", { name: "Post answer" }).click();
    await expect(helper).toHaveURL(/#answer-text$/);
    await expect(helper.getByLabel("Your answer")).toHaveAttribute("aria-invalid", "true");
    await expect(helper.getByLabel("Your answer")).toHaveValue(attempt);
    await expect(helper.getByLabel("Your name")).toHaveValue("Ada of the hills");
    await helper.getByLabel("Your answer").fill(ANSWER);
    await helper.getByRole("button", { name: "Post answer" }).click();
    await expect(helper).toHaveURL(/#msg_/);
    await expect(helper.getByRole("status")).toContainText("Published as Ada of the hills");
    await expect(helper.getByRole("status")).toContainText(/ck_[\w-]{43}/);
    await expect(helper.locator("li[id^=msg_] pre")).toHaveText("cairn:\n  side: north\n");
    await context.close();

    await page.reload();
    await page.getByLabel("It worked", { exact: true }).check();
    await page.getByLabel("In a sentence or two").fill("It does grow there.");
    await page.getByRole("button", { name: "Publish the outcome" }).click();
    await expect(page.getByRole("status").filter({ hasText: "Thanks, recorded" })).toContainText("now resolved");
  });

  test("the best match is ticked, and the page says for which skill the outcome counts", { tag: "@more" }, async ({
    page,
  }) => {
    await page.goto(`/ask?q=${encodeURIComponent(`Upsert in postgresql 18 with on conflict ${word()}`)}`);
    await page.getByRole("button", { name: "Publish the question" }).click();
    const boxes = page.locator("#outcome").getByRole("checkbox");
    await expect(boxes.first()).toBeChecked();
    const title = (await page.locator("#outcome label:has([type=checkbox])").first().textContent()) ?? "";
    await page.getByLabel("It worked", { exact: true }).check();
    await page.getByLabel("In a sentence or two").fill("Worked as written.");
    await page.getByRole("button", { name: "Publish the outcome" }).click();
    await expect(page.getByRole("status").filter({ hasText: "Thanks, recorded" })).toContainText(
      `It counts for “${title}”.`,
    );
  });

  test("a failed outcome makes an answered question unsolved, not unanswered", { tag: "@more" }, async ({
    page,
    request,
  }) => {
    const place = word();
    await page.goto(`/ask?q=${encodeURIComponent(hardQuestion(place))}`);
    await page.getByRole("button", { name: "Publish the question" }).click();
    await expect(page).toHaveURL(/\/threads\/thr_/);
    await answer(request, new URL(page.url()).pathname.split("/").at(-1) ?? "");
    await page.reload();
    await page.getByLabel("It did not work").check();
    await page.getByLabel("In a sentence or two").fill("Nothing there.");
    await page.getByRole("button", { name: "Publish the outcome" }).click();
    await expect(page.locator("header").getByText("Not solved yet")).toBeVisible();
    await page.goto(`/threads?status=open&q=${place}`);
    await expect(page.locator("article")).toContainText("Not solved yet");
  });
});

const SEEN_MS = 60_000;

function inChromium(page: Page): Person {
  return {
    open: async (path) => {
      await page.goto(path);
      await wake(page);
    },
    fill: (label, text) => page.getByLabel(label).fill(text),
    press: (name) => page.getByRole("button", { name }).click(),
    check: (label) => page.getByLabel(label, { exact: true }).check(),
    sees: (text) => expect(page.locator("main")).toContainText(text),
    path: () => new URL(page.url()).pathname,
    count: (selector) => page.locator(selector).count(),
    html: (selector) => page.locator(selector).first().innerHTML(),
  };
}

function inFirefox(page: FirefoxPage, base: string): Person {
  // Some versions of Firefox apply the policy of the page to the function with which puppeteer waits.
  const byName = (name: string, role: string) =>
    page.locator(`::-p-aria([name="${name}"][role="${role}"])`).setTimeout(SEEN_MS).setWaitForEnabled(false);
  return {
    open: async (path) => {
      await page.goto(new URL(path, base).href);
      await page.evaluate('dispatchEvent(new KeyboardEvent("keydown", { key: "Shift" }))');
      const awake = `[...document.querySelectorAll("button")].some(
        (one) => one.textContent.startsWith("Search keys") && getComputedStyle(one).visibility === "visible")`;
      await expect.poll(() => page.evaluate(awake)).toBe(true);
    },
    fill: (label, text) => byName(label, "textbox").fill(text),
    press: (name) => byName(name, "button").click(),
    check: (label) => byName(label, "radio").click(),
    sees: (text) =>
      expect
        .poll(() => page.evaluate('document.querySelector("main")?.textContent ?? ""').catch(() => ""))
        .toContain(text),
    path: () => new URL(page.url()).pathname,
    count: (selector) => page.evaluate(`document.querySelectorAll(${JSON.stringify(selector)}).length`),
    html: (selector) => page.evaluate(`document.querySelector(${JSON.stringify(selector)}).innerHTML`),
  };
}

/** What the tests use of puppeteer-core, which is installed in e2e/programs and has its own types there. */
type FirefoxPage = {
  goto(url: string, options?: { waitUntil?: "load" }): Promise<unknown>;
  reload(): Promise<unknown>;
  url(): string;
  content(): Promise<string>;
  evaluate<T>(expression: string): Promise<T>;
  locator(selector: string): {
    fill(text: string): Promise<void>;
    click(): Promise<void>;
    setTimeout(ms: number): ReturnType<FirefoxPage["locator"]>;
    setWaitForEnabled(waits: boolean): ReturnType<FirefoxPage["locator"]>;
  };
  on(event: "console", listener: (message: { type(): string; text(): string }) => void): void;
};
type Firefox = { newPage(): Promise<FirefoxPage>; close(): Promise<void> };

/** Starts Firefox, driven by WebDriver BiDi, with a new profile in a folder of its own. */
async function startFirefox(): Promise<Firefox> {
  const file = await programFile("puppeteer-core/lib/esm/puppeteer/puppeteer-core.js");
  const { default: puppeteer } = await import(pathToFileURL(file).href);
  return puppeteer.launch({
    browser: "firefox",
    executablePath: findFirefox(),
    headless: true,
    env: { ...process.env, HOME: mkdtempSync(path.join(tmpdir(), "cairn-firefox-")) },
  });
}
