import { ask, hardQuestion, looks, reply } from "@/e2e/pages/fixtures";
import { expect, test } from "@/e2e/support/api";
import { word } from "@/e2e/support/fixtures";

/** A thread of this browser: its key is in the cookie that the form for questions leaves. */
test("whoever asked takes back the outcome and the question, without scripts", async ({
  browser,
  request,
  baseURL,
}) => {
  const [mark, said] = [word(), `It ${word()}.`];
  const thread = await ask(request, hardQuestion(mark));
  await reply(request, thread, said, "resolved");
  const address = `/threads/${thread.thread_id}`;
  const context = await browser.newContext({ baseURL, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(address);
  await expect(page.getByText("Take back this")).toHaveCount(0);

  await context.addCookies([
    { name: "cairn_append_key", value: thread.append_key, domain: new URL(baseURL ?? "").hostname, path: address },
  ]);
  await page.goto(address);
  const item = page.locator("li[id^=msg_]").filter({ hasText: said });
  await item.getByText("Take back this reply").click();
  await looks(page, "open");
  await item.getByRole("button", { name: "Erase the reply" }).click();
  await expect(page.getByText("Taken back by its author.")).toBeVisible();
  await expect(page.getByText(said)).toHaveCount(0);

  await page.goto(address);
  await page.getByText("Take back this question").click();
  await page.getByRole("button", { name: "Erase the question" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("A question that its author took back");
  await expect(page.getByText("Its text was erased")).toBeVisible();
  expect(await page.content()).not.toContain(mark);
  await expect(page.getByText("Take back this question")).toHaveCount(0);
  await looks(page, "erased");
  await context.close();
});
