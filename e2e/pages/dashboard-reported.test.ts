import { bringAxe, violations } from "@/e2e/pages/axe";
import { expect, test } from "@/e2e/support/api";
import { addInsight, openThread, publishSkill } from "@/e2e/support/fixtures";
import { connect, from } from "@/e2e/support/knowledge";
import { maintainer } from "@/e2e/support/submitting";
import { createReport } from "@/lib/contract/public/reports";
import { getPost, listReplies } from "@/lib/contract/public/threads";

test("the dashboard groups reports by subject with their evidence, and decides them", { tag: "@more" }, async ({
  page,
  api,
}) => {
  const [keeper, reporter, author] = [await maintainer(api), await connect(api), await connect(api)];
  const [harmful, harmless, thread] = [await publishSkill(), await publishSkill(), await openThread(api)];
  const { connection_id } = author;
  const reply_id = await addInsight(thread.thread_id, { connection_id, body: "Buy pills." });
  const subjects = [
    { kind: "skill_version", skill_id: harmful.skill_id, version_id: harmful.version_id },
    { kind: "skill_version", skill_id: harmless.skill_id, version_id: harmless.version_id },
    { kind: "reply", post_id: thread.thread_id, reply_id },
  ];
  for (const subject of subjects) {
    await reporter.ok(createReport, { subject, reason: "harmful", note: "Line 3 deletes files." });
    for (const address of ["203.0.113.5", "198.51.100.5"])
      await api.ok(createReport, { subject, reason: "spam" }, from(address));
  }
  await page.addInitScript((token) => sessionStorage.setItem("cairn.token", token), keeper.token);
  await page.goto("/maintain");
  const section = page.getByRole("region", { name: /^Reported/ });
  const more = section.getByRole("button", { name: "More reports" });
  const item = section.getByRole("article", { name: harmful.title });
  await expect(async () => {
    if ((await item.count()) === 0) await more.click({ timeout: 1_000 });
    expect(await item.count()).toBe(1);
  }).toPass();
  await expect(item).toContainText("harmful × 1");
  await expect(item).toContainText("spam × 2");
  await expect(item).toContainText("1 with a token, 2 without, 3 networks, weight");
  await expect(item).toContainText("Line 3 deletes files.");
  await expect(item.getByRole("link", { name: harmful.title })).toHaveAttribute(
    "href",
    `/skills/${harmful.skill_id}/versions/${harmful.version_id}`,
  );
  await bringAxe(page);
  expect(await violations(page)).toEqual([]);

  await item.getByText("Withdraw the version").click();
  await item.getByRole("textbox", { name: "Reason (public)" }).last().fill("It deletes files.");
  await item.getByRole("button", { name: "Withdraw…" }).click();
  await item.getByRole("button", { name: "Yes, withdraw" }).click();
  const said = page.locator("#reported").getByRole("status");
  await expect(said).toHaveText(`${harmful.title}: withdrawn.`);
  await expect(item).toHaveCount(0);

  const other = section.getByRole("article", { name: harmless.title });
  await expect(async () => {
    if ((await other.count()) === 0) await more.click({ timeout: 1_000 });
    expect(await other.count()).toBe(1);
  }).toPass();
  await other.getByText("Dismiss the reports").click();
  await other.getByRole("textbox", { name: "Reason (public)" }).first().fill("It deletes what it made.");
  await other.getByRole("button", { name: "Dismiss" }).click();
  await expect(said).toHaveText(`${harmless.title}: 3 reports dismissed.`);
  const news = (await reporter.drain()).map((each) => (each.kind === "report" ? [each.decision, each.reason] : []));
  expect(news).toEqual([
    ["withdrawn", "It deletes files."],
    ["dismissed", "It deletes what it made."],
  ]);

  const title = String((await api.ok(getPost, { post_id: thread.thread_id })).data.title);
  const reply = section.getByRole("article", { name: title });
  await expect(async () => {
    if ((await reply.count()) === 0) await more.click({ timeout: 1_000 });
    expect(await reply.count()).toBe(1);
  }).toPass();
  await reply.getByText("Hide the reply").click();
  await reply.getByRole("textbox", { name: "Reason (public)" }).last().fill("Spam.");
  await reply.getByRole("button", { name: "Hide…" }).click();
  await reply.getByRole("button", { name: "Yes, hide" }).click();
  await expect(said).toHaveText(`A reply in ${title}: hidden.`);
  expect((await api.ok(listReplies, { post_id: thread.thread_id })).data).toEqual([]);
});
