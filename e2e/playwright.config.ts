import { defineConfig, devices } from "@playwright/test";
import { BROWSER_FLAGS } from "@/e2e/support/browser";
import { lookUpOwnFramesOnly } from "@/e2e/support/own-frames";
import { seedProperties } from "@/e2e/support/property-seed";

lookUpOwnFramesOnly();
seedProperties();

/** `npm test` starts the product and passes its URL; by hand, the tests use the one that `npm start` runs. */
const server = process.env.CAIRN_TEST_URL ?? "http://localhost:3000";
const next = process.env.CAIRN_TEST_NEXT_URL ?? server;

export default defineConfig({
  testDir: "..",
  // The build removes folders while the files of the unit tests are looked for.
  respectGitIgnore: true,
  outputDir: "../test-results",
  forbidOnly: Boolean(process.env.CI),
  retries: 0,
  // Nearly all need less than 10 s on two free cores; a busy machine can be many times slower.
  timeout: 90_000,
  globalTimeout: 45 * 60_000,
  expect: { timeout: 7_000 },
  reporter: "list",
  projects: [
    // Third-party programs against the running product: early, while the library is small.
    { name: "conformance", testMatch: ["e2e/conformance/**/*.test.ts"], use: { baseURL: server } },
    {
      name: "unit",
      testMatch: ["{lib,db,components}/**/*.test.ts", "e2e/{costs,project,samples}/**/*.test.ts"],
    },
    // The seeded library: first and alone, because texts that other tests publish change word weights.
    { name: "seeded", testMatch: ["e2e/seeded/**/*.test.ts"], use: { baseURL: server } },
    // Tests of the database, the index and the command line run once, because they do not depend on the adapter.
    { name: "database", testMatch: ["e2e/database/**/*.test.ts"], use: { baseURL: server } },
    { name: "api", testMatch: ["e2e/api/**/*.test.ts"], use: { baseURL: server } },
    // The same tests against Next's route handlers instead of our own server.
    { name: "api-next", testMatch: ["e2e/api/**/*.test.ts"], use: { baseURL: next } },
    {
      name: "pages",
      testMatch: ["e2e/pages/**/*.test.ts"],
      timeout: 180_000,
      expect: { timeout: 30_000 },
      use: {
        ...devices["Desktop Chrome"],
        baseURL: server,
        launchOptions: { executablePath: process.env.CHROMIUM_PATH, args: BROWSER_FLAGS },
        screenshot: "only-on-failure",
      },
    },
    // Each test kills and starts its own products: one at a time, with long timeouts.
    { name: "faults", testMatch: ["e2e/faults/**/*.test.ts"], timeout: 240_000, workers: 1 },
  ],
});
