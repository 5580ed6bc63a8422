import { expect, test } from "@playwright/test";
import fc from "fast-check";
import semver from "semver";
import { compare, contains, intersects, parseRange, parseVersion } from "@/lib/command/projects/ranges";

const OPTIONS = { includePrerelease: true } as const;
const number = fc.integer({ min: 0, max: 3 });
const pre = fc.constantFrom("", "", "", "-0", "-alpha", "-rc.1", "-rc.2", "-alpha.beta");
const whole = fc.tuple(number, number, number, pre).map(([x, y, z, end]) => `${x}.${y}.${z}${end}`);
const part = fc.oneof(
  whole,
  number.map(String),
  fc.tuple(number, number).map(([x, y]) => `${x}.${y}`),
  fc.tuple(number, number).map(([x, y]) => `${x}.${y}.x`),
  fc.constantFrom("1.*", "v1.2.3"),
);
const operator = fc.constantFrom("", "=", ">", ">=", "<", "<=", "~", "^", "~>", ">= ", "^ ");
const comparator = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(operator, part).map(([before, at]) => `${before}${at}`) },
  { weight: 1, arbitrary: fc.constantFrom("*", "x", "X.x") },
);
const alternative = fc.oneof(
  fc.array(comparator, { minLength: 1, maxLength: 3 }).map((each) => each.join(" ")),
  fc.tuple(part, part).map(([low, high]) => `${low} - ${high}`),
);
const range = fc.array(alternative, { minLength: 1, maxLength: 2 }).map((each) => each.join(" || "));

test("every range holds the versions that node-semver says", () => {
  fc.assert(
    fc.property(range, whole, (text, at) => {
      const [read, version] = [parseRange(text), parseVersion(at)];
      expect(read !== null, text).toBe(semver.validRange(text, OPTIONS) !== null);
      if (read && version)
        expect([text, at, contains(read, version)]).toEqual([text, at, semver.satisfies(at, text, OPTIONS)]);
    }),
    { numRuns: 300 },
  );
});

test("two ranges have a version in common where node-semver says so", () => {
  fc.assert(
    fc.property(range, range, (one, other) => {
      const [a, b] = [parseRange(one), parseRange(other)];
      // node-semver says of a range without any version that it meets others.
      if (a?.length && b?.length)
        expect([one, other, intersects(a, b)]).toEqual([one, other, semver.intersects(one, other, OPTIONS)]);
    }),
    { numRuns: 300 },
  );
});

test("versions have the order of node-semver", () => {
  fc.assert(
    fc.property(whole, whole, (one, other) => {
      const [a, b] = [parseVersion(one), parseVersion(other)];
      if (!a || !b) throw new Error(`${one} and ${other} are versions`);
      expect(Math.sign(compare(a, b))).toBe(semver.compare(one, other));
    }),
  );
});

test("what is no version and no range is none", () => {
  for (const text of ["", "latest", "1.2", "1.2.3.4", "workspace:^", "1.2.3 4", "9".repeat(300)])
    expect(parseVersion(text), text).toBeNull();
  for (const text of ["", "latest", "workspace:^1.0.0", "file:../a", "1.2.3.4", ">=1 and <2"])
    expect(parseRange(text), text).toBeNull();
});
