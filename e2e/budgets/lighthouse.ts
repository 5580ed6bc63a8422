import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { chromium } from "@playwright/test";
import lighthouse from "lighthouse";
import { skillAndThread, withProduct } from "@/e2e/budgets/measured-product";
import { BROWSER_FLAGS, findBrowser } from "@/e2e/support/browser";
import { freePort } from "@/lib/local/ports";

/**
 * `npm run lighthouse`: what Lighthouse thinks of the pages, as it looks at them by default (a telephone, slowed down).
 * Ends with 1 when a page has less than it must. `npm run lighthouse -- FOLDER` also writes the reports there.
 */
const SCORE_MIN = 95;
const SHIFT_MAX = 0.02;
const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"] as const;

const folder = process.argv[2];
const port = await freePort();
const browser = await chromium.launch({
  executablePath: findBrowser(),
  args: [...BROWSER_FLAGS, `--remote-debugging-port=${port}`],
});
try {
  await withProduct(async (base) => {
    const { skill, thread } = await skillAndThread(base);
    console.log(`${"page".padEnd(64)} ${CATEGORIES.map((name) => name.padStart(15)).join("")}   shift`);
    const places = ["/", "/skills", skill, thread];
    // The first visit of a page loads and fills what later ones find ready.
    for (const place of places) await fetch(new URL(place, base)).then((response) => response.text());
    for (const place of places) await judge(base, place);
  });
} finally {
  await browser.close();
}

async function judge(base: string, place: string): Promise<void> {
  const url = new URL(place, base).href;
  const result = await lighthouse(url, { port, output: "html", logLevel: "error", onlyCategories: [...CATEGORIES] });
  if (!result) throw new Error(`Lighthouse said nothing about ${url}.`);
  const { categories, audits } = result.lhr;
  const scores = CATEGORIES.map((name) => Math.round((categories[name]?.score ?? 0) * 100));
  const shift = audits["cumulative-layout-shift"]?.numericValue ?? Number.POSITIVE_INFINITY;
  const isGood = scores.every((score) => score >= SCORE_MIN) && shift <= SHIFT_MAX;
  console.log(
    `${place.padEnd(64)} ${scores.map((score) => String(score).padStart(15)).join("")}   ${shift.toFixed(3)}`,
  );
  if (!isGood) process.exitCode = 1;
  for (const name of CATEGORIES) {
    for (const { id, weight } of categories[name]?.auditRefs ?? []) {
      const audit = audits[id];
      if (weight > 0 && audit && audit.score !== null && audit.score < 0.9)
        console.log(`    ${name}: ${audit.title} ${audit.displayValue ?? ""}`);
    }
  }
  if (folder) {
    mkdirSync(folder, { recursive: true });
    const name = place.replace(/\W+/g, "-").replace(/^-|-$/g, "") || "home";
    writeFileSync(path.join(folder, `${name}.html`), [result.report].flat().join("\n"));
  }
}
