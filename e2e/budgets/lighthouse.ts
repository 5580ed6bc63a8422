import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { chromium } from "@playwright/test";
import { z } from "zod";
import { skillAndThread, withProduct } from "@/e2e/budgets/measured-product";
import { BROWSER_FLAGS, findBrowser } from "@/e2e/support/browser";
import { freePort } from "@/lib/start/ports";

/**
 * `npm run lighthouse`: Lighthouse scores of the pages with its defaults (a throttled phone). Exits with 1 if a page is
 * below its minimum. `npm run lighthouse -- FOLDER` also writes the reports there.
 */
const SCORE_MIN = 95;
const SHIFT_MAX = 0.02;
/** Downloaded on demand: it needs 150 MB that nothing else uses. The last release line that runs on Node 20. */
const LIGHTHOUSE = "lighthouse@12.8.2";
const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"] as const;

const Audit = z.object({
  title: z.string(),
  score: z.number().nullable(),
  displayValue: z.string().optional(),
  numericValue: z.number().optional(),
});
const Result = z.object({
  categories: z.record(
    z.string(),
    z.object({ score: z.number().nullable(), auditRefs: z.array(z.object({ id: z.string(), weight: z.number() })) }),
  ),
  audits: z.record(z.string(), Audit),
});

const run = promisify(execFile);
const kept = process.argv[2];
const folder = kept ? path.resolve(kept) : mkdtempSync(path.join(tmpdir(), "lighthouse-"));
mkdirSync(folder, { recursive: true });
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
    // The first visit of a page fills the caches for later ones.
    for (const place of places) await fetch(new URL(place, base)).then((response) => response.text());
    for (const place of places) await judge(base, place);
  });
} finally {
  await browser.close();
  if (!kept) rmSync(folder, { recursive: true, force: true });
}

async function judge(base: string, place: string): Promise<void> {
  const url = new URL(place, base).href;
  const { categories, audits } = await look(url, place.replace(/\W+/g, "-").replace(/^-|-$/g, "") || "home");
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
}

async function look(url: string, name: string): Promise<z.infer<typeof Result>> {
  const base = path.join(folder, name);
  const wanted = [
    `--only-categories=${CATEGORIES.join(",")}`,
    "--output=json",
    "--output=html",
    `--output-path=${base}`,
  ];
  await run("npx", ["--yes", LIGHTHOUSE, url, `--port=${port}`, "--quiet", ...wanted], {
    env: { ...process.env, CI: "1" },
  });
  return Result.parse(JSON.parse(readFileSync(`${base}.report.json`, "utf8")));
}
