import { expect, test } from "@/e2e/support/api";
import { connect } from "@/e2e/support/knowledge";
import { maintainer, waitingSkill } from "@/e2e/support/submitting";
import { getSkillVersion } from "@/lib/contract/public/skills";

test("a maintainer vouches for a version that waits on the dashboard, and makes it wait again", {
  tag: "@more",
}, async ({ page, api }) => {
  const keeper = await maintainer(api);
  const { skill_id, version_id, title } = await waitingSkill(await connect(api));
  const quarantine = async () => (await api.ok(getSkillVersion, { skill_id, version_id })).data.quarantine;
  await page.addInitScript(
    (kept) => sessionStorage.setItem("cairn.token", kept),
    keeper.headers.authorization?.slice(7) ?? "",
  );
  await page.goto("/maintain");
  const item = page.locator("#waiting").getByRole("article", { name: title });
  await expect(item).toContainText("rules found download_and_run");
  await item.getByText("Vouch for it").click();
  await item.getByLabel("Reason (public)").first().fill(`Read: ${title}.`);
  await item.getByRole("button", { name: "Vouch" }).click();
  await expect(page.getByRole("status").filter({ hasText: `${title}: listed.` })).toBeVisible();
  expect(await quarantine()).toBeNull();
  const decided = page
    .locator("#decided li")
    .filter({ hasText: `Read: ${title}.` })
    .filter({ hasText: "vouch" });
  await decided.getByText("Make the version wait again").click();
  await decided.getByLabel("Reason (public)").fill("Read again.");
  await decided.getByRole("button", { name: "Make it wait" }).click();
  await expect(page.getByRole("status").filter({ hasText: "The version waits again." })).toBeVisible();
  expect((await quarantine())?.reasons).toEqual(["maintainer"]);
});
