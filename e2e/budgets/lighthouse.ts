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
 * `npm run lighthouse`: Lighthouse scores of the pages with its defaults (a throttled phone), the median of five runs each.
 * Exits with 1 if a page is below its minimum. `npm run lighthouse -- FOLDER` also writes the reports there.
 */
const RUNS = 5;
const MINIMA = { performance: 97, accessibility: 100, "best-practices": 100, seo: 100 };
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
    console.log(`${"page".padEnd(64)} ${CATEGORIES.map((name) => name.padStart(15)).join("")}   shift   paint`);
    const places = ["/", "/skills", skill, thread, "/ask", "/docs"];
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
  const looks: Array<z.infer<typeof Result>> = [];
  for (let at = 1; at <= RUNS; at += 1)
    looks.push(await look(url, `${place.replace(/\W+/g, "-").replace(/^-|-$/g, "") || "home"}-${at}`));
  const scores = CATEGORIES.map((name) =>
    median(looks.map(({ categories }) => Math.round((categories[name]?.score ?? 0) * 100))),
  );
  const timeOf = (id: string) =>
    median(looks.map(({ audits }) => audits[id]?.numericValue ?? Number.POSITIVE_INFINITY));
  const shift = timeOf("cumulative-layout-shift");
  const paint = `${(timeOf("largest-contentful-paint") / 1_000).toFixed(1)} s`;
  const isGood = CATEGORIES.every((name, at) => (scores[at] ?? 0) >= MINIMA[name]) && shift <= SHIFT_MAX;
  console.log(
    `${place.padEnd(64)} ${scores.map((score) => String(score).padStart(15)).join("")}   ${shift.toFixed(3)}   ${paint}`,
  );
  if (isGood) return;
  process.exitCode = 1;
  const { categories, audits } = looks.at(-1) ?? { categories: {}, audits: {} };
  for (const name of CATEGORIES) {
    for (const { id, weight } of categories[name]?.auditRefs ?? []) {
      const audit = audits[id];
      if (weight > 0 && audit && audit.score !== null && audit.score < 0.9)
        console.log(`    ${name}: ${audit.title} ${audit.displayValue ?? ""}`);
    }
  }
}

function median(values: number[]): number {
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
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
