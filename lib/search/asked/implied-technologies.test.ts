import { expect, test } from "@playwright/test";
import { impliedBy } from "@/lib/search/asked/implied-technologies";
import { guessEntry } from "@/lib/search/rank/applicability";

const CASES: Array<[named: string[], implied: string]> = [
  [["next.js 14"], "react ^18.2.0"],
  [["nextjs 14.2.3"], "react ^18.2.0"],
  [["next.js >=13 <15"], "react ^18.2.0"],
  [["next.js 12"], "react ^17.0.2 || ^18.0.0"],
  [["next.js ^11.1"], "react ^17.0.2"],
  [["nuxt 2"], "vue ^2.0.0"],
  [["nuxt 4.1.0"], "vue ^3.0.0"],
  [["spring boot 3.3"], "spring ^6.0.0"],
  [["next.js 14", "zod 4"], "react ^18.2.0"],
  // Both lines of React are possible.
  [["next.js 15"], ""],
  [["next.js >=14"], ""],
  [["next.js"], ""],
  [["next.js nightly"], ""],
  [["next.js 14", "react 19"], ""],
  [["react 18"], ""],
  [["zod 4"], ""],
];
for (const [named, implied] of CASES)
  test(`${named.join(" and ")} implies ${implied || "nothing"}`, () => {
    const entries = named.map((text) => {
      const [, technology = "", version] = /^(spring boot|\S+)(?: (.*))?$/.exec(text) ?? [];
      return guessEntry(technology, version);
    });
    expect(
      impliedBy(entries)
        .map(({ technology, constraint }) => `${technology} ${constraint}`)
        .join(),
    ).toBe(implied);
  });
