import { gzipSync } from "node:zlib";
import { buildEmptyApp } from "@/e2e/budgets/empty-app";
import { skillAndThread, withProduct } from "@/e2e/budgets/measured-product";

/**
 * `npm run budgets`: the JavaScript that each page loads first, compressed, beyond an empty page of the same Next and
 * React built in the same run. Exits with 1 if a page exceeds its budget.
 */
const OTHERS_BYTES_MAX = 14_000;
const SKILL_BYTES_MAX = 25_000;
const THREAD_BYTES_MAX = 28_000;
const PAGES = [
  "/",
  "/skills",
  "/skills?q=upsert",
  "/threads",
  "/ask",
  "/ask?q=upsert",
  "/connect",
  "/docs",
  "/docs?q=append+key",
  "/docs/api/knowledge",
  "/problems",
  "/problems/withdrawn",
  "/status",
  "/maintain",
  "/nothing/here",
];

const empty = await emptyPage();
console.log(`An empty page: ${kilobytes(empty)} of JavaScript, compressed.\n`);
await withProduct(async (base) => {
  const { skill, version, thread } = await skillAndThread(base);
  const rows = [
    ...[skill, version].map((path) => ({ path, allowed: SKILL_BYTES_MAX })),
    { path: thread, allowed: THREAD_BYTES_MAX },
    ...PAGES.map((path) => ({ path, allowed: OTHERS_BYTES_MAX })),
  ];
  let over = 0;
  console.log(`${"page".padEnd(64)} ${"all".padStart(9)} ${"above".padStart(9)} ${"may be".padStart(9)}`);
  for (const { path, allowed } of rows) {
    const all = await firstLoad(base, path);
    const above = all - empty;
    over += Number(above > allowed);
    const mark = above > allowed ? "  over" : "";
    console.log(
      `${path.padEnd(64)} ${kilobytes(all).padStart(9)} ${kilobytes(above).padStart(9)} ${kilobytes(allowed).padStart(9)}${mark}`,
    );
  }
  console.log(over === 0 ? "\nEvery page is within its budget." : `\n${over} pages are over.`);
  process.exitCode = over === 0 ? 0 : 1;
});

async function emptyPage(): Promise<number> {
  const { html, script } = buildEmptyApp();
  return scriptsIn(html).reduce((sum, src) => sum + gzipSync(script(src)).length, 0);
}

/** Every script that the HTML loads or preloads, as for a browser without a cache. */
async function firstLoad(base: string, path: string): Promise<number> {
  const html = await (await fetch(new URL(path, base), { headers: { accept: "text/html" } })).text();
  const sizes = scriptsIn(html).map(async (src) => {
    const response = await fetch(new URL(src, base));
    if (!response.ok) throw new Error(`${path} loads ${src}, which answers ${response.status}.`);
    return gzipSync(Buffer.from(await response.arrayBuffer())).length;
  });
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

/** Scripts for browsers without module support are excluded: no current browser loads them. */
function scriptsIn(html: string): string[] {
  const tags = html.match(/<(?:script|link)\b[^>]*>/g) ?? [];
  const sources = tags
    .filter((tag) => !/ nomodule/i.test(tag))
    .flatMap((tag) => / (?:src|href)="([^"]+\.js(?:\?[^"]*)?)"/.exec(tag)?.[1] ?? []);
  return [...new Set(sources)];
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1_000).toFixed(1)} kB`;
}
