import { expect, test } from "@playwright/test";
import { touch } from "@/e2e/pages/fixtures";

for (const path of ["/%E0%A4%A", "/skills?q=100%", "/threads/%ff"]) {
  test(`the malformed address ${path} shows an error page with links onward`, { tag: "@more" }, async ({ page }) => {
    const answer = await page.goto(path);
    expect([answer?.status(), answer?.headers()["content-type"], answer?.headers()["cache-control"]]).toEqual([
      400,
      "text/html; charset=utf-8",
      expect.stringContaining("no-store"),
    ]);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("This address cannot be read");
    await expect(page).toHaveTitle("This address cannot be read · Cairn");
    await expect(page.getByText("Check the address for stray percent signs.")).toBeVisible();
    await expect(page.locator('meta[name="robots"]').first()).toHaveAttribute("content", /noindex/);
    await touch(page);
    await page.getByRole("link", { name: "Search skills" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Skills" })).toBeVisible();
  });
}

test("a form sent to a page that accepts none shows an error page with the allowed methods", async ({ page }) => {
  await page.goto("/skills");
  const sent = page.waitForResponse((response) => response.request().method() === "POST");
  await page.evaluate(() => {
    const form = document.createElement("form");
    form.method = "post";
    form.action = "/skills";
    document.body.append(form);
    form.submit();
  });
  const answer = await sent;
  expect([answer.status(), await answer.headerValue("allow")]).toEqual([405, "GET, HEAD, OPTIONS"]);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("This page accepts no forms");
  await expect(page.getByText("Nothing was stored.")).toBeVisible();
});

test("programs get the same errors as JSON, and the API always returns JSON", async ({ request }) => {
  for (const [path, accept] of [
    ["/skills/%ff", "*/*"],
    ["/skills/%ff", "application/json, text/html;q=0.5"],
    ["/skills/%ff", ""],
    ["/api/v1/skills/%ff", "text/html"],
  ]) {
    const answer = await request.get(path ?? "", { headers: { accept: accept ?? "" } });
    const type = answer.headers()["content-type"];
    expect([path, accept, answer.status(), type]).toEqual([path, accept, 400, "application/problem+json"]);
    expect((await answer.json()).code).toBe("malformed_request");
  }
});
