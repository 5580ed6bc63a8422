import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "@playwright/test";
import type axeCore from "axe-core";
import type { RunOptions } from "axe-core";

const SOURCE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/**
 * The accessible name starts with the visible label (WCAG 2.5.3). axe calls the rule experimental and disables it by
 * default.
 */
const LABEL_IN_NAME = "label-content-name-mismatch";

/** The global that the script below defines in the page. */
declare const axe: typeof axeCore;

/** Loads axe into the open page; it stays until navigation. */
export async function bringAxe(page: Page): Promise<void> {
  await page.evaluate(SOURCE);
}

/**
 * Hides repeated elements: elements with the same classes, in parents with the same classes, whose contents also match.
 * One of them is enough for checks of appearance alone, and hidden elements cost nothing.
 */
export async function hideAlike(page: Page): Promise<void> {
  await page.evaluate(() => {
    const known = new Set<string>();
    /** Whether the whole subtree has been seen before. */
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
 * axe's violations in the page's current state, one line per rule. `only` selects one rule, `not` excludes one. Only
 * violations leave the page, because the list of passes is megabytes.
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
