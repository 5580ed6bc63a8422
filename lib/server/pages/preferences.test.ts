import { expect, test } from "@playwright/test";
import { prefersMarkdown, prefersPage } from "@/lib/server/pages/preferences";

test("markdown is for those who would rather have it than HTML", () => {
  for (const accept of [
    "text/markdown",
    "text/markdown, text/html",
    "text/markdown, text/html;q=0.9, */*;q=0.1",
    "text/html;q=0.4, text/markdown;q=0.5",
    "TEXT/MARKDOWN",
  ]) {
    expect(prefersMarkdown(accept), accept).toBe(true);
  }
  for (const accept of [
    undefined,
    "",
    "*/*",
    "text/*",
    "text/html",
    "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8",
    "text/html, text/markdown",
    "text/html;q=0.5, text/markdown;q=0.4",
    "text/markdown;q=0",
    "text/markdown;q=0, */*",
    "application/json",
  ]) {
    expect(prefersMarkdown(accept), accept).toBe(false);
  }
});

test("a refusal is a page for browsers that show one, and JSON for everybody else", () => {
  for (const accept of ["text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", "text/html"]) {
    expect(prefersPage(accept), accept).toBe(true);
  }
  for (const accept of [undefined, "", "*/*", "application/json, text/html;q=0.5", "application/problem+json, */*"]) {
    expect(prefersPage(accept), accept).toBe(false);
  }
});
