import { expect, test } from "@playwright/test";
import fc from "fast-check";
import semver from "semver";
import type { ApplicabilityEntry } from "@/lib/contract/primitives";
import { guessEntry, judgeApplicability, normaliseTechnology } from "@/lib/search/applicability";

const entry = (
  technology: string,
  version_scheme: ApplicabilityEntry["version_scheme"],
  constraint: string,
): ApplicabilityEntry => ({
  technology,
  version_scheme,
  constraint,
});
const verdict = (caller: ApplicabilityEntry[], skill: ApplicabilityEntry[]) =>
  judgeApplicability(caller, skill).verdict;

const cell = (
  caller: [ApplicabilityEntry["version_scheme"], string],
  skill: [ApplicabilityEntry["version_scheme"], string],
) => verdict([entry("zod", ...caller)], [entry("zod", ...skill)]);

test("two ranges fit when they have a version in common", () => {
  expect(cell(["semver", "^4.1"], ["semver", ">=4 <5"])).toBe("compatible");
  expect(cell(["semver", "^3"], ["semver", ">=4 <5"])).toBe("incompatible");
  expect(cell(["semver", "^1 || ^3"], ["semver", "2.x"])).toBe("incompatible");
});

test("prereleases count, and a caret ends below the next major's prereleases", () => {
  expect(cell(["semver", "5.0.0-beta.2"], ["semver", ">=5.0.0-beta.1 <6"])).toBe("compatible");
  expect(cell(["semver", "3.0.0-rc.1"], ["semver", "^2.4.0"])).toBe("incompatible");
});

test("an exact version is matched against a range, from either side", () => {
  expect(cell(["exact", "v20.19.1"], ["semver", "^20"])).toBe("compatible");
  expect(cell(["semver", "^20"], ["exact", "22.1.0"])).toBe("incompatible");
  expect(cell(["exact", "20.19"], ["semver", "^20"])).toBe("unknown");
});

test("two exact versions are compared as text", () => {
  expect(cell(["exact", " Debian 12 "], ["exact", "debian 12"])).toBe("compatible");
  expect(cell(["exact", "v1.2.3"], ["exact", "1.2.3"])).toBe("incompatible");
});

test("constraints that cannot be compared are compatible only when they are equal", () => {
  expect(cell(["unknown", "noble"], ["unknown", "Noble"])).toBe("compatible");
  expect(cell(["unknown", "24.04 LTS"], ["semver", ">=24"])).toBe("unknown");
  expect(cell(["semver", "latest"], ["semver", "^4"])).toBe("unknown");
});

test("entries of one technology are alternatives on both sides", () => {
  const skill = [entry("vue", "semver", "^2"), entry("Vue.js", "semver", "^3")];
  expect(verdict([entry("vuejs", "semver", "3.4.0")], skill)).toBe("compatible");
  expect(verdict([entry("vue", "semver", "^1"), entry("vue", "semver", "^2.7")], skill)).toBe("compatible");
  expect(verdict([entry("vue", "semver", "^4")], skill)).toBe("incompatible");
});

test("one incompatible technology outweighs compatible ones, and technologies named by one side decide nothing", () => {
  const skill = [entry("react", "semver", "^19"), entry("next.js", "semver", ">=16 <17")];
  expect(verdict([entry("react", "semver", "19.0.0"), entry("next", "semver", "15.1.0")], skill)).toBe("incompatible");
  expect(verdict([entry("react", "semver", "19.0.0")], skill)).toBe("compatible");
  expect(verdict([entry("svelte", "semver", "5.0.0")], skill)).toBe("unconstrained");
  expect(verdict([], skill)).toBe("unconstrained");
  expect(verdict([entry("react-dom", "semver", "^17")], [entry("react", "semver", "^18")])).toBe("unconstrained");
});

test("each entry says which of the caller's entries decided, and why", () => {
  const judged = judgeApplicability(
    [entry("NextJS", "semver", "15.0.0")],
    [entry("next.js", "semver", ">=16"), entry("zod", "semver", "^4")],
  );
  expect(judged.entries[0]).toMatchObject({ verdict: "incompatible", matched: { technology: "NextJS" } });
  expect(judged.entries[0]?.reason).toContain("no version in common");
  expect(judged.entries[1]).toMatchObject({ verdict: "unconstrained", matched: null });
});

test("all names of a technology are one name", () => {
  expect(new Set(["Next.js", " nextjs ", "NEXT"].map(normaliseTechnology)).size).toBe(1);
  expect(normaliseTechnology("Postgres")).toBe(normaliseTechnology("PostgreSQL"));
  expect(normaliseTechnology("react-dom")).not.toBe(normaliseTechnology("react"));
});

test("a version named in passing is a range when it parses as one", () => {
  expect(guessEntry("node", "22")).toEqual(entry("node", "semver", "22"));
  expect(guessEntry("ubuntu", "jammy")).toEqual(entry("ubuntu", "exact", "jammy"));
  expect(guessEntry("node").constraint).toBe("*");
});

const version = fc.tuple(fc.nat(9), fc.nat(9), fc.nat(9)).map((parts) => parts.join("."));
const range = fc.oneof(
  version.map((text) => `^${text}`),
  version.map((text) => `~${text}`),
  fc.tuple(version, version).map(([low, high]) => `>=${low} <${high}`),
  version.map((text) => `>=${text}`),
);

test("a version inside both ranges makes them compatible, whatever the ranges", () => {
  fc.assert(
    fc.property(range, range, version, (caller, skill, witness) => {
      const both = [caller, skill].every((one) => semver.satisfies(witness, one, { includePrerelease: true }));
      if (both) expect(cell(["semver", caller], ["semver", skill])).toBe("compatible");
      const inside = semver.satisfies(witness, skill, { includePrerelease: true });
      expect(cell(["exact", witness], ["semver", skill])).toBe(inside ? "compatible" : "incompatible");
    }),
    { numRuns: 500 },
  );
});

test("the verdict of two ranges does not depend on the side they stand on", () => {
  fc.assert(
    fc.property(range, range, (a, b) =>
      expect(cell(["semver", a], ["semver", b])).toBe(cell(["semver", b], ["semver", a])),
    ),
    { numRuns: 300 },
  );
});

test("no constraint makes it throw", () => {
  const scheme = fc.constantFrom<ApplicabilityEntry["version_scheme"]>("exact", "semver", "unknown");
  const any = fc.record({
    technology: fc.string({ minLength: 1, maxLength: 20 }),
    version_scheme: scheme,
    constraint: fc.string({ minLength: 1, maxLength: 200 }),
  });
  fc.assert(
    fc.property(fc.array(any, { maxLength: 3 }), fc.array(any, { maxLength: 3 }), (caller, skill) => {
      expect(["compatible", "incompatible", "unknown", "unconstrained"]).toContain(verdict(caller, skill));
    }),
    { numRuns: 500 },
  );
});
