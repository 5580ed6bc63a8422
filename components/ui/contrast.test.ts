import { readFileSync } from "node:fs";
import { expect, test } from "@playwright/test";

const css = readFileSync("app/globals.css", "utf8");
const dark = css.slice(css.indexOf("prefers-color-scheme: dark"), css.indexOf("@theme"));
const light = css.slice(0, css.indexOf("@media"));

/** Text tokens and the background tokens they appear on. */
const PAIRS: Array<[text: string, ground: string]> = [
  ...["paper", "surface", "sunken"].flatMap((ground) =>
    ["ink", "ink-soft", "ink-faint", "moss", "moss-strong", "amber", "rust"].map((text): [string, string] => [
      text,
      ground,
    ]),
  ),
  ["on-moss", "moss"],
  ["moss-strong", "moss-wash"],
  ["ink-soft", "moss-wash"],
  ["ink-soft", "amber-wash"],
  ["ink-soft", "rust-wash"],
  ["amber", "amber-wash"],
  ["rust", "rust-wash"],
  ["ink", "moss-mark"],
  ["ink", "rust-mark"],
  ["ink", "mark"],
  ["ink-soft", "mark"],
];
/** Colours of rules and edges, which never have text on them. */
const LINES = ["line", "line-strong"];

function colourOf(token: string, scheme: "light" | "dark"): string {
  const pattern = new RegExp(`--${token}: (#[0-9a-f]{6});`);
  const found = (scheme === "dark" && pattern.exec(dark)?.[1]) || pattern.exec(light)?.[1];
  if (!found) throw new Error(`There is no colour ${token}.`);
  return found;
}

/** WCAG 2.2: relative luminance of a colour. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

test("every text has enough contrast with its background, in light and in dark", () => {
  const weak = (["light", "dark"] as const).flatMap((scheme) =>
    PAIRS.flatMap(([text, ground]) => {
      const both = [text, ground].map((token) => luminance(colourOf(token, scheme)));
      const contrast = (Math.max(...both) + 0.05) / (Math.min(...both) + 0.05);
      return contrast < 4.5 ? [`${text} on ${ground} in ${scheme}: ${contrast.toFixed(2)}`] : [];
    }),
  );
  expect(weak).toEqual([]);
});

test("every colour is in a pair, or never has text on it", () => {
  const tokens = [...css.matchAll(/--color-([a-z-]+): var/g)].map(([, name]) => name);
  expect([...new Set([...PAIRS.flat(), ...LINES])].sort()).toEqual(tokens.sort());
});
