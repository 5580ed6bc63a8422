import { expect, test } from "@playwright/test";
import { answer, ask, hardQuestion, permalink } from "@/e2e/pages/fixtures";
import { database, publishSkill } from "@/e2e/support/fixtures";

test.use({ javaScriptEnabled: false });

const reportsOf = async (subject_id: string) => [
  ...(await database()<{ reason: string; note: string | null }[]>`
    select r.reason, r.note
    from reports r
    where r.subject_id = ${subject_id}`),
];

test("a version, a question and a reply are each reported by a link and a form", { tag: "@more" }, async ({
  page,
  request,
}) => {
  const skill = await publishSkill();
  const { thread_id } = await ask(request, hardQuestion());
  await answer(request, thread_id);
  await page.goto(`/threads/${thread_id}`);
  const reply = page.locator("li[id^=msg_]").filter({ hasText: "Look at the north side." });
  const reply_id = String(await reply.getAttribute("id"));
  for (const [path, name, id] of [
    [permalink(skill), "Report this version", skill.version_id],
    [`/threads/${thread_id}`, "Report this question", thread_id],
    [`/threads/${thread_id}`, "Report this reply", reply_id],
  ] as const) {
    await page.goto(path);
    await page.getByRole("link", { name }).last().click();
    await expect(page).toHaveURL(/\/report\?/);
    await page.getByLabel("It does harm").check();
    await page.getByLabel("Where and why").fill("Line 3.");
    await page.getByRole("button", { name: "Send the report" }).click();
    await expect(page.getByText("Thank you, the report has arrived")).toBeVisible();
    expect(await reportsOf(id), name).toEqual([{ reason: "harmful", note: "Line 3." }]);
    await page.getByRole("link", { name: /^(Read what you report|Look at the skill again)$/ }).click();
    await expect(page).toHaveURL(new RegExp(`${path}(#|$)`));
  }
});

test("a note that cannot be sent stays in the form with its error", async ({ page, request }) => {
  const { thread_id } = await ask(request, hardQuestion());
  await page.goto(`/report?post_id=${thread_id}`);
  await page.getByLabel("It is wrong").check();
  await page.getByLabel("Where and why").fill("a < b");
  await page.getByRole("button", { name: "Send the report" }).click();
  await expect(page.getByText("Write the note in up to 1,000 characters")).toBeVisible();
  await expect(page.getByLabel("Where and why")).toHaveValue("a < b");
  await expect(page.getByLabel("It is wrong")).toBeChecked();
  expect(await reportsOf(thread_id)).toEqual([]);
});

test("an address that names nothing to report is not found", async ({ request }) => {
  for (const query of ["?skill_id=skl_1", "?reply_id=msg_AAAAAAAAAAAAAAAAAAAAAA"])
    expect((await request.get(`/report${query}`)).status(), query).toBe(404);
});
