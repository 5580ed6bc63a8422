import { defineConfig, devices, type Project } from "@playwright/test";
import { BROWSER_FLAGS } from "@/e2e/support/browser";
import { seedProperties } from "@/e2e/support/rounds";

/** The stack of a single frame is ": " and that frame's line; a non-empty name would precede it. */
const NAMELESS = { name: "", message: "" } as Error;
const NAMELESS_PREFIX = "Error: ".length;

lookUpOwnFramesOnly();
seedProperties();

/** `npm test` starts the product and passes its URL; by hand, the tests use the one that `npm start` runs. */
const baseURL = process.env.CAIRN_TEST_URL ?? "http://localhost:3000";
/** For a test that starts a product or a program of its own. */
const OWN_PRODUCT_MS = 300_000;

/**
 * Tests tagged `@slow` measure time or start programs of their own: they run one at a time. Tests tagged `@more` are
 * like the others, but dear. Both run in projects of their own, and only in `npm run test:all`.
 */
function byTag(project: Project & { name: string }, tags = ["slow"]): Project[] {
  const alone = { timeout: OWN_PRODUCT_MS, workers: 1 };
  return [
    { ...project, grepInvert: new RegExp(tags.map((tag) => `@${tag}`).join("|")) },
    ...tags.map((tag) => ({
      ...project,
      name: `${project.name}-${tag}`,
      grep: new RegExp(`@${tag}`),
      ...(tag === "slow" && alone),
    })),
  ];
}

export default defineConfig({
  testDir: "..",
  // The build removes folders while the files of the unit tests are looked for.
  respectGitIgnore: true,
  outputDir: "../test-results",
  forbidOnly: Boolean(process.env.CI),
  retries: 0,
  // Patience, not a verdict: a busy machine can be many times slower than a quiet one.
  timeout: 120_000,
  expect: { timeout: 60_000 },
  globalTimeout: 60 * 60_000,
  reporter: "list",
  use: { baseURL },
  projects: [
    ...byTag({
      name: "unit",
      testMatch: ["{lib,db,components}/**/*.test.ts", "e2e/{costs,project,samples}/**/*.test.ts"],
    }),
    // The seeded library: before other tests publish, because their texts change word weights.
    ...byTag({ name: "seeded", testMatch: ["e2e/seeded/**/*.test.ts"] }),
    ...byTag({ name: "database", testMatch: ["e2e/database/**/*.test.ts"] }),
    ...byTag({ name: "api", testMatch: ["e2e/api/**/*.test.ts"] }),
    ...byTag(
      {
        name: "pages",
        testMatch: ["e2e/pages/**/*.test.ts"],
        fullyParallel: true,
        use: {
          ...devices["Desktop Chrome"],
          launchOptions: { executablePath: process.env.CHROMIUM_PATH, args: BROWSER_FLAGS },
          screenshot: "only-on-failure",
          // A new process of the browser for each test costs more than the test's page.
          reuseContext: true,
          contextOptions: { reducedMotion: "reduce" },
        },
      },
      ["more", "slow"],
    ),
    // Third-party programs against the running product.
    { name: "conformance", testMatch: ["e2e/conformance/**/*.test.ts"], timeout: OWN_PRODUCT_MS },
    // Each endpoint through Next's route handlers, beside our own server.
    { name: "api-next", testMatch: ["e2e/next/**/*.test.ts"], timeout: OWN_PRODUCT_MS },
    // The size of each page's scripts.
    { name: "budgets", testMatch: ["e2e/budgets/**/*.test.ts"], timeout: OWN_PRODUCT_MS },
    // Each test kills and starts its own products: one at a time.
    { name: "faults", testMatch: ["e2e/faults/**/*.test.ts"], timeout: OWN_PRODUCT_MS, workers: 1 },
  ],
});

/**
 * Playwright records a stack for every step and fixture of every test and looks up each frame in its source map. Only
 * our own frames have a useful one; looking up the others took an eighth of the CPU time of short tests.
 */
function lookUpOwnFramesOnly(): void {
  const lookUp = Error.prepareStackTrace;
  if (!lookUp) return;
  Error.prepareStackTrace = (error, frames) => {
    const lines = frames.map((frame) =>
      isForeign(frame) ? `\n    at ${frame}` : lookUp(NAMELESS, [frame]).slice(NAMELESS_PREFIX),
    );
    return `${error.name}: ${error.message}${lines.join("")}`;
  };
}

function isForeign(frame: NodeJS.CallSite): boolean {
  return /^node:|\/node_modules\//.test(frame.getFileName() ?? "node:");
}
