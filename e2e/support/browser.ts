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
const SYSTEM_FIREFOX = ["/usr/bin/firefox-esr", "/usr/bin/firefox", "/Applications/Firefox.app/Contents/MacOS/firefox"];

/** Root needs no-sandbox; the other flags prevent network traffic except with the pages under test. */
export const BROWSER_FLAGS = [
  "--no-sandbox",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
  "--disable-dev-shm-usage",
];

/** The browser for the page tests: CHROMIUM_PATH, else Playwright's own, else a system browser, else one installed now. */
export function findBrowser(): string {
  const files = [chromium.executablePath(), ...SYSTEM_BROWSERS];
  if (!process.env.CHROMIUM_PATH && !files.some(existsSync)) {
    console.log("No Chromium found: installing one (npx playwright install chromium).");
    attempt("npx", ["playwright", "install", "chromium"]);
  }
  return chosenOrFound("CHROMIUM_PATH", "Chromium", files, "chromium-headless-shell");
}

/** The Firefox for the tests with two browsers: FIREFOX_PATH, else the system's, else Debian's, installed now. */
export function findFirefox(): string {
  return chosenOrFound("FIREFOX_PATH", "Firefox", SYSTEM_FIREFOX, "firefox-esr");
}

/** Throws with instructions if there is none: page tests are never skipped. */
function chosenOrFound(variable: string, name: string, files: readonly string[], debian: string): string {
  const chosen = process.env[variable];
  if (chosen && !existsSync(chosen)) throw new Error(`${variable} names ${chosen}, which does not exist.`);
  const missing = `The page tests need ${name} and none could be installed. Install one, or set ${variable} to it.`;
  return chosen || foundOrInstalled(files, debian, missing);
}

/**
 * The first of these files that exists, now or after the installation of a package of Debian. Throws `missing` if none
 * does.
 */
export function foundOrInstalled(files: readonly string[], debian: string, missing: string): string {
  const first = () => files.find((file) => existsSync(file));
  const found = first();
  if (found) return found;
  installFromDebian(debian);
  const installed = first();
  if (installed) return installed;
  throw new Error(missing);
}

/** Installs a package of Debian, as root; elsewhere it does nothing. The caller looks whether it is there then. */
export function installFromDebian(name: string): void {
  if (process.getuid?.() !== 0 || !existsSync("/etc/debian_version")) return;
  console.log(`Installing the package of the system: apt-get install ${name}.`);
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
