import { expect, test } from "@playwright/test";
import { intervalsOf, inWords, merged } from "@/lib/search/rank/version-ranges";

const covered = (...constraints: string[]) =>
  merged(
    constraints.flatMap(
      (constraint) => intervalsOf({ technology: "a technology", version_scheme: "semver", constraint }) ?? [],
    ),
  ).map(inWords);

test("ranges that meet are one range in words", () => {
  expect(covered(">=14 <16", "16.x", ">=18.2")).toEqual([">=14.0.0 <17.0.0", ">=18.2.0"]);
  expect(covered("<=2.1.0 || >3.0.0 <4")).toEqual(["<=2.1.0", ">3.0.0 <4.0.0"]);
  expect(covered("*")).toEqual(["any version"]);
  expect(covered("^1.2.0", "<2")).toEqual(["<2.0.0"]);
  expect(covered("1.2.3", "1.2.3")).toEqual(["1.2.3"]);
});
