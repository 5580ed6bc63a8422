import { readdirSync } from "node:fs";
import path from "node:path";

const FILES = /^source-(sans-3|code-pro)-latin-wght-normal\..*\.woff2$/;

/** What makes a browser fetch the faces of every page along with the styles that name them, so that they are there for the first words. */
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
    // Tests of the server run without built pages.
    return [];
  }
}
