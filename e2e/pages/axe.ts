import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "@playwright/test";
import type axeCore from "axe-core";
import type { RunOptions } from "axe-core";

const SOURCE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What is read out begins with what is seen (WCAG 2.5.3). axe calls the rule experimental and leaves it out unless asked. */
const LABEL_IN_NAME = "label-content-name-mismatch";

/** What the script below leaves in the page. */
declare const axe: typeof axeCore;

/** Brings axe into the open page; it stays until the page is left. */
export async function bringAxe(page: Page): Promise<void> {
  await page.evaluate(SOURCE);
}

/**
 * Hides what stands on the page more than once: elements of the same classes in places of the same classes, whose insides
 * are all alike too. One of them is enough for whatever depends on looks alone, and hidden ones cost nothing.
 */
export async function hideAlike(page: Page): Promise<void> {
  await page.evaluate(() => {
    const known = new Set<string>();
    /** Whether all of it has been seen before. */
    const walk = (element: Element, place: string): boolean => {
      const own = `${place}>${element.tagName}.${element.getAttribute("class") ?? ""}[${element.getAttribute("aria-current") ?? ""}]`;
      const wasKnown = known.has(own);
      known.add(own);
      const inside = [...element.children].map((child) => walk(child, own));
      const isAlike = wasKnown && !inside.includes(false);
      if (isAlike) element.setAttribute("data-alike", "");
      return isAlike;
    };
    walk(document.body, "");
    const sheet = new CSSStyleSheet();
    sheet.replaceSync("[data-alike] { display: none !important }");
    document.adoptedStyleSheets = [sheet];
  });
}

/**
 * What axe finds wrong in the page as it looks now, one line for each rule. `only` names the one rule to ask, `not` one to leave out. Only what is wrong is carried out of the page: the list of all that is right is megabytes.
 */
export async function violations(page: Page, { only, not }: { only?: string; not?: string } = {}) {
  const options: RunOptions = {
    resultTypes: ["violations"],
    ...(only
      ? { runOnly: only }
      : { rules: { [LABEL_IN_NAME]: { enabled: true }, ...(not && { [not]: { enabled: false } }) } }),
  };
  return page.evaluate(async (given) => {
    const found = await axe.run(document, given);
    return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
  }, options);
}
