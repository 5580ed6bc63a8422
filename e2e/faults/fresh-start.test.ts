import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Browser, chromium, expect, test } from "@playwright/test";
import { Api } from "@/e2e/support/api";
import { BROWSER_FLAGS, findBrowser } from "@/e2e/support/browser";
import { type App, beginApp, cleanUp, throwAwayFolder } from "@/e2e/support/product";
import { getLiveness } from "@/lib/contract/public/meta";
import { searchPost } from "@/lib/contract/public/search";
import { PROJECT_ROOT } from "@/lib/start/instance-layout";
import { type Lock, lockHolder, takeLock } from "@/lib/start/lock";
import { freePort } from "@/lib/start/ports";

/** A clone without a build. It lies inside the project, whose packages it uses. */
const clone = path.join(PROJECT_ROOT, ".cairn", `fresh-start-${process.pid}`);
const BUILD_LOCK = path.join(clone, ".cairn/build.lock");
const HOME = path.join(clone, "app/page.tsx");
/** The parts of `app/` without which the home page builds in a quarter of the time. */
const LEFT_OUT = ["api", "ask", "connect", "docs", "documents", "maintain", "problems", "skills", "status", "threads"];
const PARTS = ["app", "components", "db", "docs", "lib", "public", "next.config.mjs", "package.json", "tsconfig.json"];
/** A start here is one of several on the machine, with a build beside it. */
const API_MS_MAX = 90_000;
const PAGES_MS_MAX = 150_000;
/** The callers look for refused requests, not for the throughput. */
const PAUSE_MS = 50;

/** Embedded engines of its own. The tests share the data, so only the first one fills a library. */
const folder = throwAwayFolder("fresh-start");
const engines = { folder, environment: { DATABASE_URL: "", CAIRN_SECRET: "", MEILI_URL: "", MEILI_KEY: "" } };
let port: number;
let browser: Browser;
let running: App | null = null;

test.beforeAll(async () => {
  mkdirSync(clone, { recursive: true });
  for (const part of PARTS) cpSync(path.join(PROJECT_ROOT, part), path.join(clone, part), { recursive: true });
  for (const name of LEFT_OUT) rmSync(path.join(clone, "app", name), { recursive: true });
  port = await freePort();
  browser = await chromium.launch({ executablePath: findBrowser(), args: BROWSER_FLAGS });
});
test.afterEach(async () => {
  await running?.stop();
  running = null;
});
test.afterAll(async () => {
  await browser.close();
  rmSync(clone, { recursive: true, force: true });
  await cleanUp(folder);
});

test("a fresh start refuses politely, answers the API before the pages are built, and then shows them", async () => {
  const build = await holdBuild();
  const { app, ready } = begin();
  const api = new Api(app.url);

  expect(await firstStatus(app)).toBe(503);
  const [early, mcp, readiness, live, page] = await Promise.all([
    api.get("/api/v1/skills?limit=1"),
    api.post("/api/v1/mcp", {}),
    api.get("/api/health/ready"),
    api.ok(getLiveness),
    fetch(app.url, { headers: { accept: "text/html" } }),
  ]);
  for (const refused of [early, mcp, readiness]) expect(api.problemOf(refused).code).toBe("unavailable");
  expect(JSON.parse(readiness.text)).toMatchObject({ data: { status: "starting" } });
  expect(live.data.status).toBe("live");
  expect([page.status, page.headers.get("retry-after")]).toEqual([503, "1"]);
  expect(await page.text()).toContain("<h1>Starting…</h1>");

  await answers(api);
  expect(existsSync(path.join(clone, ".next"))).toBe(false);
  expect(await statusOf(app, "/index.md")).toBe(200);
  expect(await statusOf(app, "/", "text/markdown")).toBe(200);
  expect(api.problemOf(await api.get("/skills")).code).toBe("unavailable");
  expect((await api.ok(getLiveness)).data.status).toBe("live");
  const building = await api.get("/api/health/ready");
  expect(api.problemOf(building).code).toBe("unavailable");
  expect(JSON.parse(building.text)).toMatchObject({ data: { status: "building_pages" } });

  const visitor = await browser.newPage();
  expect((await visitor.goto(app.url))?.status()).toBe(503);
  await expect(visitor.getByRole("heading", { name: "Building pages…" })).toBeVisible();
  await expect(visitor.getByRole("listitem").first()).toHaveAttribute("aria-current", "step");
  const callers = keepAsking(app);
  build.release();
  // Without a reload by the test.
  await expect(visitor.getByRole("navigation", { name: "Main" })).toBeVisible({ timeout: PAGES_MS_MAX });
  await ready;
  expect(await callers.finish()).toEqual([]);
  expect(await statusOf(app, "/", "text/html")).toBe(200);
  expect(await statusOf(app, "/api/health/ready")).toBe(200);
  expect(app.log()).toMatch(/The API answers at \S+ after [\s\S]*Cairn is ready at [\s\S]*Ctrl-C stops everything/);
  await visitor.close();
  api.close();
  expect(await app.stop()).toBe(0);
});

test("a start that is stopped while it builds the pages ends cleanly, and so does its build", async () => {
  writeFileSync(HOME, `${readFileSync(HOME, "utf8")}\nexport const changed = true;\n`);
  const build = await holdBuild();
  const { app } = begin();
  expect(await firstStatus(app), "with data, where the engines start at once").toBe(503);
  await answers(new Api(app.url));
  const log = path.join(folder, `app-${port}`, "logs/build.log");
  rmSync(log, { force: true });
  build.release();
  const begins = () => existsSync(log) && readFileSync(log, "utf8").includes("Creating an optimized");
  await expect.poll(begins, { timeout: API_MS_MAX }).toBe(true);
  expect(await app.stop()).toBe(0);
  expect(lockHolder(BUILD_LOCK)).toBeNull();
  expect(app.log()).toContain("Stopped. The data stays.");
});

test("when the build fails, the API answers on, pages say so, and the terminal says why", async () => {
  writeFileSync(HOME, "export default function Home( {\n");
  const build = await holdBuild();
  const { app, ready } = begin();
  const api = new Api(app.url);
  await answers(api);
  build.release();
  await ready;
  await api.ok(searchPost, QUESTION);
  // The file holds the output of earlier starts too.
  const said = app.log().slice(app.log().lastIndexOf("Starting Cairn."));
  expect(said).toMatch(/next build failed:[\s\S]*page\.tsx[\s\S]*The pages could not be built\.[\s\S]*build\.log/);
  expect(said).not.toContain("Cairn is ready at");
  const readiness = await fetch(`${app.url}/api/health/ready`);
  expect([readiness.status, (await readiness.json()).data.status]).toEqual([503, "pages_failed"]);
  const page = await fetch(app.url, { headers: { accept: "text/html" } });
  const text = await page.text();
  expect([page.status, text.includes("<h1>The pages could not be built</h1>")]).toEqual([503, true]);
  expect(text).not.toContain(clone);
  api.close();
  expect(await app.stop()).toBe(0);
});

const QUESTION = { q: "how do I insert or update a row in postgres", preview: true };

function begin(): ReturnType<typeof beginApp> {
  const begun = beginApp({ engines, port, root: clone });
  begun.ready.catch(() => {});
  running = begun.app;
  return begun;
}

/** Makes builds of the clone wait until `release`. */
function holdBuild(): Promise<Lock> {
  return takeLock(BUILD_LOCK, { waitFor: [], waitMs: 0 });
}

/** The status of the first answer. */
async function firstStatus(app: App): Promise<number | null> {
  let status: number | null = null;
  const look = async () => {
    status = await statusOf(app, "/api/v1/skills?limit=1");
    return status !== null;
  };
  await expect.poll(look, { intervals: [20], timeout: API_MS_MAX }).toBe(true);
  return status;
}

/** Resolves when a search has results. */
function answers(api: Api): Promise<void> {
  const found = async () => {
    const answer = await api.post(searchPost.path, QUESTION).catch(() => null);
    return answer?.status === 200 && JSON.parse(answer.text).data.results.length > 0;
  };
  return expect.poll(found, { intervals: [100], timeout: API_MS_MAX }).toBe(true);
}

function statusOf(app: App, at: string, accept = "*/*"): Promise<number | null> {
  return fetch(`${app.url}${at}`, { headers: { accept } }).then(
    async (answer) => {
      await answer.arrayBuffer();
      return answer.status;
    },
    () => null,
  );
}

/** Asks the API one request after the other. `finish` returns the answers other than 200. */
function keepAsking(app: App): { finish(): Promise<(number | null)[]> } {
  let finishing = false;
  const others: (number | null)[] = [];
  const asking = (async () => {
    while (!finishing) {
      const status = await statusOf(app, "/api/v1/skills?limit=1");
      if (status !== 200) others.push(status);
      await sleep(PAUSE_MS);
    }
  })();
  return {
    async finish() {
      finishing = true;
      await asking;
      return others;
    },
  };
}
