import { expect, type Page, test } from "@playwright/test";
import { bringAxe, violations } from "@/e2e/pages/axe";
import { answer, answerHere, ask, hardQuestion, touch, wake } from "@/e2e/pages/fixtures";
import { letKeyExpire, word } from "@/e2e/support/fixtures";

/** Assembled here, so that secret scanners do not report this file. */
const SECRET = ["ghp", "aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3zA5"].join("_");

const text = (page: Page) => page.getByLabel("Your answer");
const post = (page: Page) => page.getByRole("button", { name: "Post answer" });

/** Opens a new thread's page with its scripts running. */
async function openThread(page: Page): Promise<string> {
  const { thread_id } = await ask(page.request, hardQuestion());
  await page.goto(`/threads/${thread_id}`);
  await touch(page);
  await expect(page.getByText("0 of 8,000 characters")).toBeVisible();
  return thread_id;
}

test("what cannot be posted is marked where it is, and replaced on request", async ({ page }) => {
  await openThread(page);
  await text(page).fill("Use `pnpm` if a < b:\n```\nrun(a)\n```\nzero\u200bwidth");
  const marks = page.locator("main mark");
  await expect(marks).toHaveText(["`", "`", "<", "`", "`", "`", "`", "`", "`", "\u200b"]);
  const at = (locator: ReturnType<Page["locator"]>) =>
    locator.evaluate((element) => element.getBoundingClientRect().toJSON());
  const [field, mark] = [await at(text(page)), await at(marks.nth(2))];
  expect(mark.top).toBeGreaterThan(field.top);
  expect(mark.bottom).toBeLessThan(field.bottom);
  await expect(text(page)).toHaveAttribute("aria-invalid", "true");
  await expect(page.getByText("Remove “<” and backticks before posting: lines 1, 2, 4.")).toBeVisible();
  await page.getByRole("button", { name: "Replace them for me" }).click();
  await page.getByRole("button", { name: "Remove invisible characters" }).click();
  await expect(text(page)).toHaveValue("Use pnpm if a less than b:\n\n    run(a)\n\nzerowidth");
  await expect(marks).toHaveCount(0);
  await page.getByLabel("Your name").fill("Ada");
  await post(page).click();
  await expect(page.locator("li[id^=msg_] pre")).toHaveText("run(a)\n");
});

test("a pasted text that is too long is kept whole, marked and refused, in each form", { tag: "@more" }, async ({
  page,
}) => {
  const long = "word ".repeat(2_000).trim();
  await openThread(page);
  await paste(text(page));
  await expect(page.getByText("Too long by 1,999: the marked end does not fit.")).toBeVisible();
  await expect(page.locator("main mark")).toHaveText([long.slice(8_000)]);
  await page.getByLabel("Your name").fill("Ada");
  await post(page).click();
  await expect(page.locator("main").getByRole("alert")).toContainText("up to 8,000 characters");
  await expect(text(page)).toHaveValue(long);

  await page.goto("/ask");
  await touch(page);
  await paste(page.getByLabel("Your question"));
  await page.getByRole("button", { name: "Check existing answers" }).click();
  await expect(page).toHaveURL("/ask");
  await expect(page.getByRole("alert").first()).toContainText("up to 500 characters");
  await expect(page.getByLabel("Your question")).toHaveValue(long);
  await expect(page.getByText("9,999 of 500 characters")).toBeVisible();

  async function paste(field: ReturnType<Page["getByLabel"]>): Promise<void> {
    await field.focus();
    await page.keyboard.insertText(long);
    await expect(field).toHaveValue(long);
  }
});

test("a draft survives a reload, going back and a lost network, in this browser only, and goes when it is posted", {
  tag: "@more",
}, async ({ page, context, browser, baseURL }) => {
  const thread_id = await openThread(page);
  await text(page).fill("My draft\n\n    with code");
  await page.getByLabel("Your name").fill("Ada");
  await page.reload();
  await wake(page);
  await expect(text(page)).toHaveValue("My draft\n\n    with code");
  await page.goto("/threads");
  await page.goBack();
  await wake(page);
  await expect(text(page)).toHaveValue("My draft\n\n    with code");
  // The browser may restore the text itself; the count shows that the form works without the network.
  await expect(page.getByText("23 of 8,000 characters")).toBeVisible();

  await page.getByLabel("Your name").fill("Ada");
  await context.setOffline(true);
  await post(page).click();
  await expect(page.locator("main").getByRole("alert")).toContainText("No answer came");
  await expect(text(page)).toHaveValue("My draft\n\n    with code");
  const other = await browser.newContext(baseURL ? { baseURL } : {});
  const stranger = await other.newPage();
  await stranger.goto(`/threads/${thread_id}`);
  await touch(stranger);
  await expect(stranger.getByText("0 of 8,000 characters")).toBeVisible();
  await expect(text(stranger)).toHaveValue("");
  await other.close();

  await context.setOffline(false);
  await post(page).click();
  await expect(page.getByText("Published as Ada")).toBeVisible();
  await page.reload();
  await touch(page);
  await expect(page.getByText("You post as Ada")).toBeVisible();
  await expect(text(page)).toHaveValue("");
});

test("an answer with a secret is refused with its place, and the tab's token posts the next attempt", {
  tag: "@more",
}, async ({ page }) => {
  await openThread(page);
  await text(page).fill(`It says ${SECRET} here`);
  await page.getByLabel("Your name").fill("Ada");
  await post(page).click();
  await expect(page.locator("main").getByRole("alert")).toContainText("(characters 9 to 48)");
  await expect(page.locator("main mark")).toHaveText([SECRET]);
  await expect(page.getByText("You post as Ada")).toBeVisible();
  await text(page).fill("It says nothing here");
  await post(page).click();
  await expect(page.locator("li[id^=msg_]")).toContainText("It says nothing here");
  await page.getByRole("button", { name: "Write another answer" }).click();
  await text(page).fill("A second one");
  await post(page).click();
  await expect(page.locator("li[id^=msg_]")).toHaveCount(2);
  const marks = page.locator("li[id^=msg_] [title*='connection id']");
  await expect(marks).toHaveCount(2);
  await expect(marks.last()).toHaveText((await marks.first().textContent()) ?? "");
});

test("an outcome's draft survives the expiry of the key", { tag: "@more" }, async ({ page }) => {
  await page.goto(`/ask?q=${encodeURIComponent(hardQuestion())}`);
  await page.getByRole("button", { name: "Publish the question" }).click();
  await answerHere(page);
  await touch(page);
  await expect(page.getByText("0 of 1,000 characters")).toBeVisible();
  await page.getByLabel("In a sentence or two").fill("It worked on the second day.");
  await letKeyExpire(new URL(page.url()).pathname.split("/").at(-1) ?? "");
  await page.reload();
  await touch(page);
  await expect(page.getByLabel("Your text, kept in this browser")).toHaveValue("It worked on the second day.");
});

for (const [width, height] of [
  [320, 640],
  [1_280, 900],
  // Too short to scroll: the page gets room at its end.
  [1_280, 2_400],
] as const)
  test(`a reply that arrives while somebody writes in ${width} x ${height} px is shown and announced, and the form stays`, {
    tag: "@more",
  }, async ({ page, request }) => {
    await page.setViewportSize({ width, height });
    const thread_id = await openThread(page);
    await text(page).fill("I am writing");
    await expect(page.getByText("12 of 8,000 characters")).toBeVisible();
    await page.evaluate(() => document.fonts.ready);
    const top = () => text(page).evaluate((field) => field.getBoundingClientRect().top);
    const before = await top();
    const replies = page.locator("li[id^=msg_]");
    for (const [count, words] of [
      [1, "First!"],
      [2, "The second grows on the north side. ".repeat(30)],
    ] as const) {
      await answer(request, thread_id, words);
      await expect(replies).toHaveCount(count);
      await expect(replies.last()).toContainText(words.trim());
      await expect(page.locator("#news[aria-live=polite]")).toContainText(/new repl/);
      // What the answer changes elsewhere, such as the state in the head, comes after it.
      await expect(page.getByRole("main")).toContainText(count === 1 ? "1 reply" : "2 replies");
      expect(Math.abs((await top()) - before)).toBeLessThan(1);
      await expect(text(page)).toBeFocused();
    }
    await page.keyboard.type(", still");
    await expect(text(page)).toHaveValue("I am writing, still");
  });

test("a question is not in the address; a shared address with one works", { tag: "@more" }, async ({ page }) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.goto("/ask");
  await page.getByLabel("Your question").fill(`why is ${SECRET} refused`);
  await page.getByRole("button", { name: "Check existing answers" }).click();
  await expect(page.getByRole("alert").first()).toContainText("(characters 8 to 47)");
  await expect(page).toHaveURL("/ask");
  expect(asked.filter((url) => url.includes(SECRET))).toEqual([]);
  const question = hardQuestion();
  await page.getByLabel("Your question").fill(question);
  await page.getByRole("button", { name: "Check again" }).click();
  await page.getByRole("link", { name: "Link to this question" }).click();
  await expect(page).toHaveURL(/\/ask\?q=Which/);
  await expect(page.getByLabel("Your question")).toHaveValue(question);
  await expect(page.getByRole("button", { name: "Publish the question" })).toBeVisible();
});

test("questions asked in this browser are listed until the list is cleared", { tag: "@more" }, async ({ page }) => {
  const asked = hardQuestion();
  await page.goto(`/ask?q=${encodeURIComponent(asked)}`);
  await page.getByRole("button", { name: "Publish the question" }).click();
  await expect(page).toHaveURL(/\/threads\/thr_/);
  await expect.poll(() => page.evaluate(() => localStorage.getItem("cairn.questions"))).toContain(asked);
  await page.goto("/threads");
  await touch(page);
  const own = page.getByRole("region", { name: "Your questions" });
  await expect(own.getByRole("link", { name: asked })).toBeVisible();
  await own.getByRole("button", { name: "Clear this list" }).click();
  await expect(own).toHaveCount(0);
  await page.reload();
  await wake(page);
  await expect(own).toHaveCount(0);
});

test("the head of a thread shows a short title, the rest, and technologies as asked or inferred", {
  tag: "@more",
}, async ({ page, request }) => {
  const first = `How do I cache a page in ${word()}?`;
  const response = await request.post("/api/v1/search", {
    data: { q: `${first} I use the app router. It is slow.`, technology: "next.js", version: "14.2.3" },
  });
  const { thread } = (await response.json()).data;
  await page.goto(`/threads/${thread.thread_id}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(first);
  await expect(page.locator("main header .message")).toHaveText("I use the app router. It is slow.");
  await expect(page.getByRole("list", { name: "Technologies" }).first()).toHaveText("next.js 14.2.3");
  const subject = word();
  const inferred = await request.post("/api/v1/search", {
    data: { q: `How do I upsert rows in PostgreSQL on ${subject}` },
  });
  const other = (await inferred.json()).data.thread;
  expect(other.technologies).toMatchObject([{ source: "inferred" }]);
  await page.goto(`/threads?q=${subject}`);
  await expect(page.locator("article")).toContainText("(inferred)");
});

test("by keyboard alone a question is asked, answered and reported, and every state is accessible and fits 320 px", {
  tag: "@more",
}, async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 800 });
  await page.goto("/ask");
  await tabTo("Your question");
  await page.keyboard.type(hardQuestion());
  await pressWith("Check existing answers");
  await expect(page.getByRole("button", { name: "Publish the question" })).toBeVisible();
  await pressWith("Publish the question");
  await expect(page.getByRole("status").first()).toContainText("Save this link");
  await isFine("published");

  await tabTo("Add details to your question");
  await page.keyboard.press("Enter");
  await tabTo("Your answer");
  await page.keyboard.type("It is `not` here");
  await expect(page.getByRole("button", { name: "Replace them for me" })).toBeVisible();
  await tabTo("Replace them for me");
  await isFine("marked");
  await page.keyboard.press("Enter");
  await expect(text(page)).toHaveValue("It is not here");
  await tabTo("Your name");
  await page.keyboard.type("Ada");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Published as Ada")).toBeVisible();
  await isFine("answered");

  await page.reload();
  await wake(page);
  await tabTo("It worked");
  await page.keyboard.press("Space");
  await tabTo("In a sentence or two");
  await page.keyboard.type("It works.");
  await isFine("outcome");
  await pressWith("Publish the outcome");
  await expect(page.getByText("Thanks, recorded")).toBeVisible();
  await isFine("thanked");

  async function tabTo(name: string): Promise<void> {
    for (let step = 0; step < 60; step += 1) {
      const label = await page.evaluate(() => {
        const active = document.activeElement;
        return active instanceof HTMLInputElement || active instanceof HTMLTextAreaElement
          ? active.labels?.[0]?.textContent
          : active?.textContent;
      });
      if (label?.startsWith(name) && label.length < name.length + 5) return;
      await page.keyboard.press("Tab");
    }
    throw new Error(`No Tab leads to ${name}.`);
  }
  async function pressWith(name: string): Promise<void> {
    await tabTo(name);
    await page.keyboard.press("Enter");
  }
  async function isFine(state: string): Promise<void> {
    await bringAxe(page);
    await page.emulateMedia({ colorScheme: "dark" });
    expect(await violations(page, { only: "color-contrast" }), `${state}, dark`).toEqual([]);
    await page.emulateMedia({ colorScheme: "light" });
    expect(await violations(page), `${state}, light`).toEqual([]);
    const wider = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(wider, state).toBeLessThanOrEqual(0);
  }
});
