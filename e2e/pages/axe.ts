import type { Page } from "@playwright/test";
import axeCore, { type RunOptions } from "axe-core";

/** What the script below leaves in the page. */
declare const axe: typeof axeCore;

/** Brings axe into the open page; it stays until the page is left. */
export async function bringAxe(page: Page): Promise<void> {
  await page.evaluate(axeCore.source);
}

/**
 * What axe finds wrong in the page as it looks now, one line for each rule. `only` names the rules to ask; `except` selects
 * what is left out. Only what is wrong is carried out of the page: the list of all that is right is megabytes.
 */
export async function violations(page: Page, { only, except = [] }: { only?: string[]; except?: string[] } = {}) {
  const options: RunOptions = { resultTypes: ["violations"], ...(only && { runOnly: only }) };
  return page.evaluate(
    async ([given, left]) => {
      const found = await axe.run(left.length > 0 ? { exclude: left } : document, given);
      return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
    },
    [options, except] as const,
  );
}
