import { expect, test } from "@/e2e/support/api";
import { publishSkill, word } from "@/e2e/support/fixtures";
import { connect } from "@/e2e/support/knowledge";
import { creation, heldOperation, maintainer } from "@/e2e/support/submitting";

test("the moderation dashboard counts and links each queue, and shows and focuses a result where it was decided", {
  tag: "@more",
}, async ({ page, api }) => {
  const keeper = await maintainer(api);
  const someone = await connect(api, `Quiet ${word()}`);
  const skill = await publishSkill();
  for (const input of [creation(), creation()]) await heldOperation(someone, input);
  await page.addInitScript(
    (kept) => sessionStorage.setItem("cairn.token", kept),
    keeper.headers.authorization?.slice(7) ?? "",
  );
  await page.goto("/maintain");
  const review = page.getByRole("region", { name: /^In review (more than )?\d/ });
  const waiting = review.getByRole("article");
  await expect(waiting.first()).toBeVisible();
  const more = (await review.getByRole("button", { name: "More in review" }).count()) > 0;
  const count = `${more ? "more than " : ""}${await waiting.count()}`;
  await expect(review.getByRole("heading", { level: 2 })).toHaveText(`In review ${count}`);
  await expect(page.getByRole("link", { name: `In review (${count})` })).toHaveAttribute("href", "#review");
  const ways = review.getByRole("navigation", { name: "Pending submissions" }).getByRole("link");
  await expect(ways).toHaveCount(await waiting.count());
  await ways.last().click();
  await expect(waiting.last()).toBeInViewport();

  await page.getByLabel("Address or id").fill(skill.skill_id);
  await page.getByLabel("Address or id").press("Enter");
  await page.getByText("Withdraw it").click();
  const form = page.locator("#find details").filter({ hasText: "Withdraw it" });
  await form.getByLabel("Reason (public)").fill("Asked for.");
  await form.getByRole("button", { name: "Withdraw…" }).press("Enter");
  await form.getByRole("button", { name: "No" }).press("Enter");
  await expect(form.getByRole("button", { name: "Withdraw…" })).toBeFocused();
  await page.keyboard.press("Enter");
  await form.getByRole("button", { name: "Yes, withdraw" }).press("Enter");
  const said = page.locator("#find").getByRole("status");
  await expect(said).toHaveText("Withdrawn. No version of the skill is selected now.");
  await expect(said).toBeFocused();
  await expect(said).toBeInViewport();
  // The result is visible even far down the page.
  const decided = page.locator("#decided li").filter({ hasText: skill.version_id });
  await decided.getByText("Restore the version").click();
  await decided.getByLabel("Reason (public)").fill("Asked again.");
  await decided.getByRole("button", { name: "Restore" }).click();
  const restored = page.locator("#decided").getByRole("status");
  await expect(restored).toContainText("again. It is not selected automatically.");
  await expect(restored).toBeFocused();
  await expect(restored).toBeInViewport();
  await expect(said).toHaveText("");
});
