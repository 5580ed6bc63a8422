import { expect, test } from "@playwright/test";
import fc from "fast-check";
import semver from "semver";
import type { ApplicabilityEntry } from "@/lib/contract/primitives";
import { normaliseTechnology } from "@/lib/contract/technology-aliases";
import { type CallerEntry, constraintParses, guessEntry, judgeApplicability } from "@/lib/search/rank/applicability";

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

test("a prerelease is not inside a range that ends below its release", () => {
  const cases: ReadonlyArray<[version: string, range: string, isInside: boolean]> = [
    ["15.0.0-canary.5", ">=14.0.0 <15.0.0", false],
    ["15.0.0-canary.5", "<15.0.0", false],
    ["15.0.0-canary.5", ">=14 <15", false],
    ["15.0.0-canary.5", "^14.0.0", false],
    ["15.0.0-canary.5", ">=15.0.0-canary.1 <15.0.0", true],
    ["15.0.0-canary.5", "<15.0.0-rc.1", true],
    ["15.0.0-canary.5", ">=14.0.0 <15.0.1", true],
    ["15.0.0-canary.5", ">=14.0.0 <16.0.0", true],
    ["14.3.0-rc.2", "<14.3.0", false],
    ["14.3.0-rc.2", "<14.3.0 || >=15", false],
    ["14.2.0-beta.1", ">=14.0.0 <15.0.0", true],
    ["2.0.0-alpha", "~1.9.0 || <2.0.0", false],
    ["5.0.0-dev.20250101", ">4.9.0 <5.0.0", false],
  ];
  for (const scheme of ["exact", "semver"] as const)
    expect(cases.map(([at, range]) => [at, range, cell([scheme, at], ["semver", range]) === "compatible"])).toEqual(
      cases,
    );
});

test("a distribution's build is judged as its version, and Java 1.8 as Java 8", () => {
  const fits = (technology: string, caller: string, skill: string) =>
    verdict([guessEntry(technology, caller)], [entry(technology, "semver", skill)]);
  const cases: ReadonlyArray<[technology: string, caller: string, skill: string, verdict: string]> = [
    ["kubernetes", "v1.31.2-gke.1115000", ">=1.31.2 <1.32", "compatible"],
    ["kubernetes", "v1.31.2-rc.1", ">=1.31.2 <1.32", "incompatible"],
    ["kubernetes", "1.30.4+k3s1", "1.30.4", "compatible"],
    ["kubernetes", "1.29.3", "v1.29.3-eks-abc", "compatible"],
    ["kubernetes", "v1.30.0-eks-036c24b", "<1.30.0", "incompatible"],
    ["nginx", "1:1.24.0-2+deb12u1", "^1.24.0", "compatible"],
    ["postgresql", "17.2-1.pgdg120+1", ">=17.2", "compatible"],
    ["mysql", "8.0.36-0ubuntu0.22.04.1", ">=8.0.36", "compatible"],
    ["java", "1.8", ">=8 <9", "compatible"],
    ["java", "1.8.0_392", ">=8 <9", "compatible"],
    ["java", "8", "1.8", "compatible"],
    ["java", "11", ">=1.8 <1.9", "incompatible"],
    ["go", "1.8", ">=8 <9", "incompatible"],
  ];
  expect(cases.map(([name, caller, skill]) => [name, caller, skill, fits(name, caller, skill)])).toEqual(cases);
  expect(cell(["exact", "v1.31.2-gke.1"], ["exact", "1.31.2"])).toBe("compatible");
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

test("a technology named without a version is covered or not, and never compared", () => {
  const zod = [entry("zod", "semver", "^4"), entry("zod", "exact", "noble"), entry("zod", "unknown", "next")];
  for (const one of zod) expect(verdict([guessEntry("Zod")], [one])).toBe("version_not_given");
  expect(verdict([guessEntry("zod")], [])).toBe("unconstrained");
  expect(verdict([guessEntry("zod")], [entry("react", "semver", "^19")])).toBe("unconstrained");
  expect(judgeApplicability([guessEntry("zod")], zod.slice(0, 1)).entries[0]?.reason).toBe(
    "You named no version of zod.",
  );
});

test("compatible outweighs a version not given, which outweighs unknown", () => {
  const skill = [entry("zod", "semver", "^4"), entry("react", "unknown", "next")];
  const [noZod, zod, react] = [guessEntry("zod"), entry("zod", "semver", "4.1.0"), guessEntry("react", "19.0.0")];
  expect(verdict([noZod, react], skill)).toBe("version_not_given");
  expect(verdict([zod, guessEntry("react")], skill)).toBe("compatible");
  expect(verdict([noZod, zod], skill)).toBe("compatible");
  expect(verdict([entry("zod", "semver", "^3"), guessEntry("react")], skill)).toBe("incompatible");
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
  expect(guessEntry("ubuntu", "jammy")).toEqual(entry("ubuntu", "unknown", "jammy"));
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

test("every verdict gives its reason in one sentence", () => {
  const reason = (
    caller: [ApplicabilityEntry["version_scheme"], string],
    skill: [ApplicabilityEntry["version_scheme"], string],
  ) => {
    const [first] = judgeApplicability([entry("zod", ...caller)], [entry("zod", ...skill)]).entries;
    return `${first?.verdict}: ${first?.reason}`;
  };
  expect(reason(["unknown", " Noble "], ["unknown", "noble"])).toBe("compatible: Both say noble.");
  expect(reason(["unknown", "a"], ["exact", "b"])).toBe("unknown: a and b cannot be compared.");
  expect(reason(["exact", "a"], ["unknown", "b"])).toBe("unknown: a and b cannot be compared.");
  expect(reason(["exact", "1 "], ["exact", "1"])).toBe("compatible: Both say 1.");
  expect(reason(["exact", "2"], ["exact", "1"])).toBe("incompatible: The skill is for exactly 1, you have 2.");
  expect(reason(["semver", "^4.1"], ["semver", ">=4 <5"])).toBe("compatible: ^4.1 and >=4 <5 have versions in common.");
  expect(reason(["semver", "^3"], ["semver", "^4"])).toBe("incompatible: ^3 and ^4 have no version in common.");
  expect(reason(["exact", "4.0"], ["semver", "^4"])).toBe(
    "unknown: 4.0 is not a semantic version, so ^4 cannot be checked.",
  );
  expect(reason(["exact", "4.0.1"], ["semver", "^4"])).toBe("compatible: 4.0.1 lies inside ^4.");
  expect(reason(["semver", "^4"], ["exact", "5.0.0"])).toBe("incompatible: 5.0.0 lies outside ^4.");
  expect(reason(["exact", "5.0.0-rc.1"], ["semver", ">=4"])).toBe("compatible: 5.0.0-rc.1 lies inside >=4.");
  expect(judgeApplicability([], [entry("zod", "exact", "1")]).entries).toEqual([
    { ...entry("zod", "exact", "1"), verdict: "unconstrained", matched: null, reason: "You named no version of zod." },
  ]);
});

test("of the caller's alternatives the one that helps most decides, and of equal ones the first", () => {
  const matched = (...constraints: string[]) => {
    const caller = constraints.map((constraint) => entry("zod", "semver", constraint));
    return judgeApplicability(caller, [entry("zod", "semver", "^4")]).entries[0]?.matched?.constraint;
  };
  expect(matched("^3", "latest", "^4.1", "^4.2")).toBe("^4.1");
  expect(matched("^3", "latest", "^2")).toBe("latest");
  expect(matched("^3", "^2")).toBe("^3");
  expect(matched()).toBeUndefined();
});

test("an unknown technology outweighs an unconstrained one, and a compatible one outweighs both", () => {
  const skill = [entry("a", "semver", "^1"), entry("b", "semver", "^1"), entry("c", "semver", "^1")];
  expect(verdict([entry("a", "unknown", "x")], skill)).toBe("unknown");
  expect(verdict([entry("a", "unknown", "x"), entry("b", "semver", "1.2.0")], skill)).toBe("compatible");
  expect(verdict([entry("a", "unknown", "x"), entry("b", "semver", "2.0.0")], skill)).toBe("incompatible");
  expect(judgeApplicability([], [])).toEqual({ verdict: "unconstrained", entries: [] });
});

test("a constraint parses when it means what its scheme says", () => {
  expect(constraintParses(entry("a", "semver", " >=4 <5 "))).toBe(true);
  for (const constraint of ["latest", "", "  "]) {
    expect(constraintParses(entry("a", "semver", constraint)), constraint).toBe(false);
    for (const scheme of ["exact", "unknown"] as const)
      expect(constraintParses(entry("a", scheme, constraint))).toBe(true);
  }
  expect(guessEntry("node", "  22 ")).toEqual(entry("node", "semver", "22"));
  expect(guessEntry("node", "  ")).toEqual({ ...entry("node", "semver", "*"), no_version: true });
});

test("a technology's name is compared without case, outer blanks and the way it spells accents", () => {
  expect(normaliseTechnology("  Ruby   On\tRails ")).toBe("ruby on rails");
  expect(normaliseTechnology("Café".normalize("NFD"))).toBe("café".normalize("NFC"));
});

test("an implied version makes a version unfit, but never fit", () => {
  const caller: CallerEntry[] = [
    { technology: "next.js", version_scheme: "semver", constraint: "14" },
    { technology: "react", version_scheme: "semver", constraint: "^18.2.0", implied: true },
  ];
  const react = (constraint: string) => ({ technology: "react", version_scheme: "semver" as const, constraint });
  const next = { technology: "next.js", version_scheme: "semver" as const, constraint: ">=14 <15" };
  const verdict = (...skill: ApplicabilityEntry[]) => judgeApplicability(caller, skill).verdict;
  expect(verdict(react(">=19 <20"))).toBe("incompatible");
  expect(verdict(react(">=18 <19"))).toBe("unconstrained");
  expect(verdict(react(">=19 <20"), react(">=18 <19"))).toBe("unconstrained");
  expect(verdict(next, react(">=18 <19"))).toBe("compatible");
  expect(verdict(next, react(">=19"))).toBe("incompatible");
  expect(judgeApplicability(caller, [react(">=18 <19")]).entries[0]).toMatchObject({ matched: null });
  expect(judgeApplicability(caller, [react(">=19 <20")]).entries[0]?.reason).toBe(
    "What you named runs only with react ^18.2.0, not >=19 <20.",
  );
});
