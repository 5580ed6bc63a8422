import { existsSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { foundOrInstalled } from "@/e2e/support/browser";
import { programFile } from "@/e2e/support/programs";

const SYSTEM_FIREFOX = ["/usr/bin/firefox-esr", "/usr/bin/firefox", "/Applications/Firefox.app/Contents/MacOS/firefox"];

/**
 * The Firefox for the tests with two browsers: FIREFOX_PATH, else the system's, else Debian's, installed now. Throws with
 * instructions if there is none; these tests are never skipped.
 */
export function findFirefox(say: (line: string) => void = console.log): string {
  const chosen = process.env.FIREFOX_PATH;
  if (chosen) {
    if (existsSync(chosen)) return chosen;
    throw new Error(`FIREFOX_PATH names ${chosen}, which does not exist.`);
  }
  const missing = "The page tests need Firefox and none could be installed. Install one, or set FIREFOX_PATH to it.";
  return foundOrInstalled(SYSTEM_FIREFOX, "firefox-esr", missing, say);
}

/** What the tests use of puppeteer-core, which is installed in e2e/programs and has its own types there. */
export type FirefoxPage = {
  goto(url: string, options?: { waitUntil?: "load" }): Promise<unknown>;
  reload(): Promise<unknown>;
  url(): string;
  content(): Promise<string>;
  evaluate<T>(expression: string): Promise<T>;
  locator(selector: string): {
    fill(text: string): Promise<void>;
    click(): Promise<void>;
    setTimeout(ms: number): ReturnType<FirefoxPage["locator"]>;
    setWaitForEnabled(waits: boolean): ReturnType<FirefoxPage["locator"]>;
  };
  on(event: "console", listener: (message: { type(): string; text(): string }) => void): void;
};
export type Firefox = { newPage(): Promise<FirefoxPage>; close(): Promise<void> };

/** Starts Firefox, driven by WebDriver BiDi, with a new profile in a folder of its own. */
export async function startFirefox(): Promise<Firefox> {
  const file = await programFile("puppeteer-core/lib/esm/puppeteer/puppeteer-core.js");
  const { default: puppeteer } = await import(pathToFileURL(file).href);
  return puppeteer.launch({
    browser: "firefox",
    executablePath: findFirefox(),
    headless: true,
    env: { ...process.env, HOME: mkdtempSync(path.join(tmpdir(), "cairn-firefox-")) },
  });
}
