import { parseArgs } from "node:util";
import { chromium, type Page } from "@playwright/test";
import { z } from "zod";
import { growLibrary } from "@/e2e/bench/scene";
import { withProduct } from "@/e2e/budgets/measured-product";
import { BROWSER_FLAGS, findBrowser } from "@/e2e/support/browser";
import { listSkills } from "@/lib/contract/public/skills";

const HELP = `Usage: npm run typing -- [--versions N] [--queries N]

Types into the search box of the home page like a person, in a browser, and measures how long after the last key its
results stand in the page. Asks the product at CAIRN_TEST_URL as it is, else one of its own with a library grown to N versions.
`;
/**
 * Runs in the page: records when the list has settled for the text in the box. Passed as text, because the compiler
 * adds markers to functions.
 */
const WATCH = `
  window.stopWatching?.();
  window.settled = null;
  let keyAt = 0, text = "";
  const observer = new MutationObserver(() => {
    const list = document.querySelector("search [role=listbox]");
    if (list?.ariaBusy !== "false" || window.settled?.text === text) return;
    const [forText, since] = [text, keyAt];
    requestAnimationFrame(() => {
      window.settled = { text: forText, wait: performance.now() - since };
      window.onSettled?.();
    });
  });
  const onInput = (event) => { keyAt = event.timeStamp; text = event.target.value.trim(); };
  addEventListener("input", onInput, true);
  observer.observe(document.body, { subtree: true, childList: true, attributes: true });
  window.settledFor = (wanted) =>
    new Promise((resolve) => {
      window.onSettled = () => window.settled?.text === wanted && resolve(window.settled.wait);
      window.onSettled();
    });
  window.stopWatching = () => { observer.disconnect(); removeEventListener("input", onInput, true); };
`;
/** Interval between two keys: about 120 words a minute. */
const KEY_MS = 100;
const { values: options } = parseArgs({
  options: {
    versions: { type: "string", default: "0" },
    queries: { type: "string", default: "40" },
    help: { type: "boolean", default: false },
  },
});

if (options.help) process.stdout.write(HELP);
else
  await withProduct(async (base, databaseUrl) => {
    if (databaseUrl !== null) await growLibrary(databaseUrl, Number(options.versions));
    await measure(base);
  });

async function measure(base: string): Promise<void> {
  const queries = await queriesFrom(base, Number(options.queries));
  const browser = await chromium.launch({ executablePath: findBrowser(), args: BROWSER_FLAGS });
  try {
    const page = await browser.newPage();
    await page.goto(base);
    const waits: number[] = [];
    // The first query hits cold caches in several places and is not counted.
    for (const [place, query] of ["warm up", ...queries].entries()) {
      const wait = await typeAndWait(page, query);
      if (place > 0) waits.push(wait);
    }
    const sorted = waits.toSorted((a, b) => a - b);
    const at = (share: number) => `${(sorted[Math.floor((sorted.length - 1) * share)] ?? 0).toFixed(0)} ms`;
    console.log(
      `From the last key to its results, ${sorted.length} queries: p50 ${at(0.5)}  p90 ${at(0.9)}  max ${at(1)}`,
    );
  } finally {
    await browser.close();
  }
}

/** Distinct beginnings of sentences from the library. */
async function queriesFrom(base: string, count: number): Promise<string[]> {
  const found: string[] = [];
  let cursor: string | null = null;
  while (found.length < count) {
    const address = `${base}/api/v1/skills?sort=updated&limit=100${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ""}`;
    const { data, next_cursor } = listSkills.output.parse(await (await fetch(address)).json());
    for (const { description } of data) found.push(description.replaceAll(/\W+/g, " ").slice(0, 24).trim());
    cursor = next_cursor;
    if (!cursor) break;
  }
  return [...new Set(found)].slice(0, count);
}

/** Milliseconds from the last key to the frame that shows the results for the whole text. */
async function typeAndWait(page: Page, query: string): Promise<number> {
  const box = page.getByLabel("Search skills and threads");
  await box.fill("");
  await page.evaluate(WATCH);
  await box.pressSequentially(query, { delay: KEY_MS });
  return z.number().parse(await page.evaluate(`window.settledFor(${JSON.stringify(query)})`));
}
