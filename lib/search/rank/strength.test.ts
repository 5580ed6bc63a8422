import { expect, test } from "@playwright/test";
import { normaliseTechnology } from "@/lib/contract/technology-aliases";
import { builtOn } from "@/lib/search/query/technology-table";
import { isForOtherTechnology, strengthOf, technologiesCounted, weakWithoutMatch } from "@/lib/search/rank/strength";

test("a hit is strong from the threshold for answers on, and weak where it only shares words", () => {
  const confidences = [0, 0.019, 0.02, 0.499, 0.5, 1];
  expect(confidences.map(strengthOf)).toEqual(["weak", "weak", "fair", "fair", "strong", "strong"]);
});

test("every hit is weak where none counts as a match", () => {
  const strengths = (...confidences: number[]) =>
    weakWithoutMatch(confidences.map((confidence) => ({ confidence, strength: strengthOf(confidence) }))).map(
      ({ strength }) => strength,
    );
  expect(strengths(0.099, 0.05)).toEqual(["weak", "weak"]);
  expect(strengths(0.1, 0.05, 0.01)).toEqual(["fair", "fair", "weak"]);
  expect(strengths()).toEqual([]);
});

const isOther = (named: string[], ...technologies: string[]) =>
  isForOtherTechnology(technologiesCounted(named.map(normaliseTechnology)), technologies.map(normaliseTechnology));

const ROWS: Array<[named: string[], technologies: string[], isOther: boolean]> = [
  [["django"], ["next.js"], true],
  [["next.js"], ["next.js"], false],
  [["NextJS"], ["Next.js"], false],
  [["next.js"], ["react"], false],
  [["next"], ["react-dom"], false],
  [["next.js"], ["node.js"], true],
  [["react"], ["next.js"], true],
  [["next.js"], ["node.js", "next.js"], false],
  [["nuxt"], ["vue"], false],
  [["django", "next.js"], ["react"], false],
  [["django"], [], false],
  [[], ["next.js"], false],
];

for (const [named, technologies, expected] of ROWS)
  test(`a skill for ${technologies.join(", ") || "no technology"} is ${expected ? "for another one" : "no other"} when ${named.join(", ") || "nothing"} is named`, () => {
    expect(isOther(named, ...technologies)).toBe(expected);
  });

test("the table of what is built on what uses the names that everything is stored under", () => {
  const names = [...builtOn].flatMap(([name, others]) => [name, ...others]);
  expect(names.map(normaliseTechnology)).toEqual(names);
  for (const [name, others] of builtOn) expect(others, name).not.toContain(name);
});
