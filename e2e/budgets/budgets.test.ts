import { gzipSync } from "node:zlib";
import { expect, test } from "@playwright/test";
import { buildEmptyApp } from "@/e2e/budgets/empty-app";
import { skillAndThread } from "@/e2e/budgets/measured-product";

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

/**
 * The JavaScript that each page loads first, compressed, beyond an empty page of the same Next and React built in the same
 * run. `npm run budgets` runs only this.
 */
test("no page loads more JavaScript than its budget", async ({ baseURL }) => {
  const empty = await emptyPage();
  const { skill, version, thread } = await skillAndThread(baseURL ?? "");
  const rows = [
    ...[skill, version].map((path) => ({ path, allowed: SKILL_BYTES_MAX })),
    { path: thread, allowed: THREAD_BYTES_MAX },
    ...PAGES.map((path) => ({ path, allowed: OTHERS_BYTES_MAX })),
  ];
  const over: string[] = [];
  console.log(`An empty page: ${kilobytes(empty)} of JavaScript, compressed; each page above it, and what it may be:`);
  for (const { path, allowed } of rows) {
    const above = (await firstLoad(baseURL ?? "", path)) - empty;
    const line = `${path.padEnd(64)} ${kilobytes(above).padStart(9)} ${kilobytes(allowed).padStart(9)}`;
    console.log(line);
    if (above > allowed) over.push(line);
  }
  expect(over).toEqual([]);
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
