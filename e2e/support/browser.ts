import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chromium } from "@playwright/test";

/** The headless shell first: it renders the same pages with less than half of the CPU time. */
const SYSTEM_BROWSERS = [
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/**
 * The browser for the page tests: CHROMIUM_PATH, else Playwright's own, else a system browser, else one that is
 * installed now. Throws with instructions if there is none; page tests are never skipped.
 */
export function findBrowser(say: (line: string) => void = console.log): string {
  const chosen = process.env.CHROMIUM_PATH;
  if (chosen) {
    if (existsSync(chosen)) return chosen;
    throw new Error(`CHROMIUM_PATH names ${chosen}, which does not exist.`);
  }
  const files = [chromium.executablePath(), ...SYSTEM_BROWSERS];
  if (!firstOf(files)) {
    say("No Chromium found: installing one (npx playwright install chromium).");
    attempt("npx", ["playwright", "install", "chromium"]);
  }
  const missing = "The page tests need Chromium and none could be installed. Install one, or set CHROMIUM_PATH to it.";
  return foundOrInstalled(files, "chromium-headless-shell", missing, say);
}

/** Root needs no-sandbox; the other flags prevent network traffic except with the pages under test. */
export const BROWSER_FLAGS = [
  "--no-sandbox",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
  "--disable-dev-shm-usage",
];

/**
 * The first of these files that exists, now or after the installation of a package of Debian. Throws `missing` if none
 * does.
 */
export function foundOrInstalled(
  files: readonly string[],
  debian: string,
  missing: string,
  say: (line: string) => void = console.log,
): string {
  const found = firstOf(files);
  if (found) return found;
  installFromDebian(debian, say);
  const installed = firstOf(files);
  if (installed) return installed;
  throw new Error(missing);
}

function firstOf(files: readonly string[]): string | undefined {
  return files.find((file) => existsSync(file));
}

/** Installs a package of Debian, as root; elsewhere it does nothing. The caller looks whether it is there then. */
export function installFromDebian(name: string, say: (line: string) => void = console.log): void {
  if (process.getuid?.() !== 0 || !existsSync("/etc/debian_version")) return;
  say(`Installing the package of the system: apt-get install ${name}.`);
  attempt("apt-get", ["update"]);
  attempt("apt-get", ["install", "-y", "--no-install-recommends", name]);
}

/** Runs an installation. Failures are for the caller to notice, by looking for what should be installed. */
function attempt(command: string, args: string[]): void {
  spawnSync(command, args, {
    stdio: ["ignore", "ignore", "inherit"],
    timeout: 300_000,
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  });
}
