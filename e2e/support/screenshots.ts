import { mkdirSync } from "node:fs";
import path from "node:path";
import { type Browser, chromium } from "@playwright/test";
import { BROWSER_FLAGS, findBrowser } from "@/e2e/support/browser";

/**
 * Writes a screenshot of every page, in light and dark, at 320 and 1,280 px, to `screenshots/` (or the folder in the
 * first argument). Uses the service at CAIRN_TEST_URL, or http://localhost:3000.
 */
const base = process.env.CAIRN_TEST_URL ?? "http://localhost:3000";
const folder = path.resolve(process.argv[2] ?? "screenshots");
const only = process.argv[3];

const browser = await chromium.launch({ executablePath: findBrowser(), args: BROWSER_FLAGS });
mkdirSync(folder, { recursive: true });
const pages = Object.entries(await places(browser)).filter(([name]) => !only || name.startsWith(only));
for (const colorScheme of ["light", "dark"] as const) {
  for (const width of [320, 1_280]) {
    const context = await browser.newContext({
      colorScheme,
      viewport: { width, height: 800 },
      reducedMotion: "reduce",
    });
    const page = await context.newPage();
    for (const [name, place] of pages) {
      await page.goto(new URL(place, base).href);
      await page.screenshot({ path: path.join(folder, `${name}-${colorScheme}-${width}.png`), fullPage: true });
    }
    await context.close();
  }
}
await browser.close();
process.stdout.write(`${pages.length * 4} pictures in ${folder}\n`);

/** The pages to capture. Those of skills and threads are found as a visitor finds them: by the links of the lists. */
async function places(browserToUse: Browser): Promise<Record<string, string>> {
  const page = await browserToUse.newPage();
  const linksOf = async (list: string, prefix: string) => {
    await page.goto(new URL(list, base).href);
    return page
      .locator(`main a[href^="${prefix}"]`)
      .evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
  };
  const [skill = "/skills"] = await linksOf("/skills?q=postgres-upsert", "/skills/skl_");
  const [version = skill] = await linksOf(skill, `${skill.split("/", 3).join("/")}/versions/`);
  const [open = "/threads"] = await linksOf("/threads?status=open", "/threads/thr_");
  const [answered = "/threads"] = await linksOf("/threads?status=answered", "/threads/thr_");
  await page.close();
  return {
    home: "/",
    skills: "/skills",
    technologies: "/technologies",
    sources: "/sources",
    "skills-search": "/skills?q=postgres",
    "skills-none": "/skills?q=zzzzzz",
    skill,
    version,
    "skill-versions": `${skill}/versions`,
    "skill-compare": `${skill}/compare`,
    "skill-provenance": `${skill}/provenance`,
    "skill-decisions": `${skill}/decisions`,
    "skill-raw": `${skill}/raw`,
    threads: "/threads",
    "threads-empty": "/threads?technology=zzzzzz",
    "thread-open": open,
    "thread-answered": answered,
    ask: "/ask",
    "ask-preview": "/ask?q=How%20do%20I%20upsert%20rows%20in%20PostgreSQL",
    connect: "/connect",
    status: "/status",
    dashboard: "/maintain",
    docs: "/docs",
    "docs-api": "/docs/api",
    "docs-api-area": "/docs/api/threads",
    "docs-glossary": "/docs/glossary",
    "docs-search": "/docs?q=append+key",
    "docs-why": "/docs/why",
    "docs-client": "/docs/client",
    "docs-mcp": "/docs/mcp",
    "docs-ranking": "/docs/ranking",
    problems: "/problems",
    problem: "/problems/append_key_exhausted",
    "not-found": "/nothing/here",
  };
}
