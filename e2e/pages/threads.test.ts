import { expect, test } from "@/e2e/support/api";
import { openThread, word } from "@/e2e/support/fixtures";
import { searchPost } from "@/lib/contract/public/search";
import { createReply } from "@/lib/contract/public/threads";

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("threads are filtered by words, technology, age and status, with counts and with every filter in the URL", async ({
    page,
    api,
  }) => {
    const [technology, subject] = [word(), word()];
    const { data } = await api.ok(searchPost, { q: `${subject} never ${word()}`, technology });
    const resolved = await openThread(api, `${subject} once ${word()}`);
    await api.ok(createReply, {
      post_id: resolved.thread_id,
      append_key: resolved.append_key,
      outcome: "resolved",
      text: "It did.",
    });
    await page.goto("/threads");
    await page.getByLabel("Search threads").fill(subject);
    await page.getByLabel(/^Asked/).selectOption("day");
    await page.getByRole("button", { name: "Filter" }).click();
    const rows = page.getByRole("article");
    await expect(rows).toHaveCount(2);
    await expect(rows.filter({ hasText: "1 reply" })).toHaveText(/asked (just now|\d+ minutes? ago)$/);
    const tabs = page.getByRole("navigation", { name: "Status" });
    await expect(tabs).toHaveText(/Open\s*1.*Answered\s*0.*Resolved\s*1/);
    await tabs.getByRole("link", { name: "Resolved" }).click();
    await expect(rows).toHaveCount(1);
    await expect(page.getByLabel("Search threads")).toHaveValue(subject);
    await rows.getByRole("link").click();
    await page.goBack();
    await expect(page).toHaveURL(/status=resolved/);
    await expect(page.getByLabel(/^Asked/)).toHaveValue("day");
    await page.getByLabel("Technology").fill(technology);
    await page.getByRole("button", { name: "Filter" }).click();
    await expect(page.getByText("No thread fits these filters")).toBeVisible();
    await page.goBack();
    await expect(rows).toHaveCount(1);
    await expect(page.getByLabel("Technology")).toHaveValue("");

    await page.goto(`/threads?status=open&technology=${technology}`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Open questions");
    await expect(rows.getByRole("link")).toHaveAttribute("href", new URL(data.canonical_url ?? "").pathname);
    await page.goto(`/threads?technology=${technology}&age=older`);
    await expect(rows).toHaveCount(0);
    await page.getByRole("link", { name: "Clear filters" }).click();
    await expect(page).toHaveURL(/\/threads$/);
  });
});

/** Filters that a list does not have, and what its page says was ignored. */
const IGNORED: [path: string, said: string][] = [
  ["/threads?status=bogus", "status=bogus"],
  ["/threads?status=Open", "status=Open"],
  ["/threads?status=closed&age=century", "status=closed, age=century"],
  ["/threads?age=bogus&status=answered", "age=bogus"],
  ["/threads?sort=votes", "sort=votes"],
  ["/threads?order=oldest&technology=next.js", "order=oldest"],
  [`/threads?age=${"w".repeat(100)}`, `age=${"w".repeat(40)}`],
  ["/threads?status=%3Cb%3E", "status=<b>"],
  ["/skills?sort=bogus", "sort=bogus"],
  ["/skills?reviewed=bogus&technology=zod", "reviewed=bogus"],
];

test("a filter that does not exist is ignored in every list, and the page says so", { tag: "@more" }, async ({
  page,
  api,
}) => {
  await openThread(api);
  for (const [path, said] of IGNORED) {
    expect((await page.goto(path))?.status(), path).toBe(422);
    const alert = page.locator("main").getByRole("alert");
    await expect(alert, path).toHaveText(`Ignored, because there is no such filter: ${said}.`);
    // The other filters hold.
    if (path.includes("status=answered"))
      await expect(page.getByRole("navigation", { name: "Status" }).locator("[aria-current]")).toHaveText(/^Answered/);
    else if (path.includes("technology=")) await expect(page.getByLabel("Technology").first()).not.toHaveValue("");
    else expect(await page.locator("main article").count(), path).toBeGreaterThan(0);
  }
  for (const path of ["/threads?status=&age=&sort=", "/skills?sort=&reviewed=", "/threads?utm_source=x&page=2"])
    expect((await page.goto(path))?.status(), path).toBe(200);
  expect((await page.goto(`/threads?q=${"w".repeat(501)}`))?.status()).toBe(422);
  await expect(page.locator("main").getByRole("alert")).toContainText("This search is too long");
});

test("the markdown alternate of a list and its endpoint refuse a filter that does not exist", async ({ page }) => {
  const lists = ["/threads", "/api/v1/posts"].flatMap((path) =>
    ["status=bogus", "age=bogus"].map((filter) => [path, filter]),
  );
  for (const [path = "", filter = ""] of [...lists, ["/skills", "sort=bogus"], ["/skills", "reviewed=bogus"]]) {
    const address = `${path}${path.startsWith("/api") ? "" : ".md"}?${filter}`;
    expect((await page.request.get(address)).status(), address).toBe(422);
  }
});

test("the status page shows the state of each part and question statistics for named periods", {
  tag: "@more",
}, async ({ page }) => {
  await page.goto("/status");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^All systems operational$|^Degraded performance$/);
  for (const part of ["Database", "Search engine", "Worker", "Search index"]) {
    await expect(page.getByRole("term").filter({ hasText: part })).toHaveCount(1);
  }
  const figures = page.getByRole("table");
  await expect(figures.getByRole("columnheader", { name: "7 days" })).toBeVisible();
  await expect(figures.getByRole("columnheader", { name: "30 days" })).toBeVisible();
  await expect(figures.getByRole("row", { name: /^Answered by anyone/ })).toContainText(/\d+% \(\d+\)|none asked/);
});
