import { readdirSync } from "node:fs";
import path from "node:path";

const FILES = /^source-(sans-3|code-pro)-latin-wght-normal\..*\.woff2$/;

/**
 * Preload links for the fonts of every page. Browsers then fetch them along with the stylesheets, in time for the first
 * text.
 */
export function fontPreloads(): string {
  return built()
    .filter((name) => FILES.test(name))
    .map(
      (name) => `<link rel="preload" as="font" type="font/woff2" crossorigin="" href="/_next/static/media/${name}"/>`,
    )
    .join("");
}

function built(): string[] {
  try {
    return readdirSync(path.resolve(".next/static/media"));
  } catch {
    // Server tests run without built pages.
    return [];
  }
}
