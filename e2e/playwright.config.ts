import { defineConfig, devices } from "@playwright/test";
import { BROWSER_FLAGS } from "@/e2e/support/browser";
import { lookUpOwnFramesOnly } from "@/e2e/support/own-frames";
import { seedProperties } from "@/e2e/support/property-seed";

lookUpOwnFramesOnly();
seedProperties();

/** `npm test` starts the product and says where; by hand, the tests ask the one that `npm start` runs. */
const server = process.env.CAIRN_TEST_URL ?? "http://localhost:3000";
const next = process.env.CAIRN_TEST_NEXT_URL ?? server;

export default defineConfig({
  testDir: "..",
  outputDir: "../test-results",
  forbidOnly: Boolean(process.env.CI),
  retries: 0,
  timeout: 30_000,
  globalTimeout: 45 * 60_000,
  expect: { timeout: 7_000 },
  reporter: "list",
  projects: [
    // Programs of others against the running product: early, while the library is small.
    { name: "conformance", testMatch: ["e2e/conformance/**/*.test.ts"], use: { baseURL: server } },
    {
      name: "unit",
      testMatch: ["lib/**/*.test.ts", "db/**/*.test.ts", "components/**/*.test.ts", "e2e/costs/**/*.test.ts"],
    },
    // The library as it is seeded: first and alone, because what other tests publish changes what a word is worth.
    { name: "seeded", testMatch: ["e2e/seeded/**/*.test.ts"], use: { baseURL: server } },
    // Asked of the database, the index and the command line, not of an interface: once, whichever adapter answers.
    { name: "database", testMatch: ["e2e/database/**/*.test.ts"], use: { baseURL: server } },
    { name: "api", testMatch: ["e2e/api/**/*.test.ts"], use: { baseURL: server } },
    // The same promises, kept by Next's route handlers instead of our own server.
    { name: "api-next", testMatch: ["e2e/api/**/*.test.ts"], use: { baseURL: next } },
    {
      name: "pages",
      testMatch: ["e2e/pages/**/*.test.ts"],
      use: {
        ...devices["Desktop Chrome"],
        baseURL: server,
        launchOptions: { executablePath: process.env.CHROMIUM_PATH, args: BROWSER_FLAGS },
        screenshot: "only-on-failure",
      },
    },
    // Each kills and starts products of its own: one at a time, and slow ones may take their time.
    { name: "faults", testMatch: ["e2e/faults/**/*.test.ts"], timeout: 240_000, workers: 1 },
  ],
});
