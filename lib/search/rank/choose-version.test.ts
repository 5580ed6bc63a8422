import { expect, test } from "@playwright/test";
import fc from "fast-check";
import semver from "semver";
import type { ApplicabilityEntry } from "@/lib/contract/primitives";
import { judgeApplicability } from "@/lib/search/rank/applicability";
import { covers, isBackport, newestOf, supersededBy, type VersionOfSkill } from "@/lib/search/rank/choose-version";

type Scheme = ApplicabilityEntry["version_scheme"];
const entry = (technology: string, constraint: string, version_scheme: Scheme = "semver"): ApplicabilityEntry => ({
  technology,
  version_scheme,
  constraint,
});
const next = (...ranges: string[]) => ranges.map((range) => entry("next.js", range));
const exactly = (text: string) => [entry("next.js", text, "exact")];

function skill(...applicability: ApplicabilityEntry[][]): VersionOfSkill[] {
  return applicability.map((entries, i) => ({
    version_id: `v${i + 1}`,
    ordinal: String(i + 1),
    is_selected: i === applicability.length - 1,
    applicability: entries,
  }));
}

function replacement(versions: VersionOfSkill[], held: number, caller: ApplicabilityEntry[] = []): string | null {
  const version = versions[held - 1];
  if (!version) throw new Error(`There is no version ${held}.`);
  return supersededBy(version, versions, caller)?.version_id ?? null;
}

const selecting = (versions: VersionOfSkill[], selected: number) =>
  versions.map((version, i) => ({ ...version, is_selected: i === selected - 1 }));

test("a newer version replaces an older one only when it covers its whole range", () => {
  expect(replacement(skill(next("14.x"), next("15.x"), next("16.x")), 1)).toBeNull();
  expect(replacement(skill(next("14.x"), next("14.x")), 1)).toBe("v2");
  expect(replacement(skill(next("14.x"), next(">=14 <17")), 1)).toBe("v2");
  expect(replacement(skill(next(">=14 <17"), next("16.x")), 1)).toBeNull();
  expect(replacement(skill([], []), 1)).toBe("v2");
});

test("of several that cover it the newest counts, and never an older one", () => {
  const versions = skill(next("14.x"), next("14.x"), next("16.x"), next("14.x"), next("16.x"));
  expect([1, 2, 3, 4, 5].map((held) => replacement(versions, held))).toEqual(["v4", "v4", "v5", null, null]);
});

test("every technology that both name must be covered; one that only one names decides nothing", () => {
  const both = [...next("14.x"), entry("react", "^18")];
  expect(covers([...next("14.x"), entry("react", "^18 || ^19")], both)).toBe(true);
  expect(covers([...next("14.x"), entry("react", "^19")], both)).toBe(false);
  expect(covers(next("14.x"), both)).toBe(true);
  expect(covers([entry("vue", "^3")], both)).toBe(true);
  expect(covers([entry(" NextJS ", "^14.0.0")], next("14"))).toBe(true);
});

test("spellings of the same range cover each other, whatever they say of the prereleases at their ends", () => {
  const spellings = ["14", "14.x", "^14", "^14.0.0", ">=14 <15", ">=14.0.0 <15.0.0", "14.0 - 14", "^14.0.0 || 14.2.3"];
  for (const one of spellings)
    for (const other of spellings) expect(covers(next(one), next(other)), `${one} covers ${other}`).toBe(true);
  expect(covers(next("^14 || ^15"), next(">=14.1 <16"))).toBe(true);
  expect(covers(next("^14", "^15"), next(">=14.1 <16"))).toBe(true);
  expect(covers(next("^14"), next("15.0.0-rc.1"))).toBe(false);
  expect(covers(next("^15.0.0"), next(">=15.0.0-rc.1 <15.0.0"))).toBe(true);
  expect(covers(next("*"), next(">=1"))).toBe(true);
});

test("exact versions are versions; other texts are covered by the same text and by every version", () => {
  expect(covers(next("^14"), exactly("v14.2.3"))).toBe(true);
  expect(covers(exactly("14.2.3"), exactly("v14.2.3"))).toBe(true);
  expect(covers(exactly("14.2.3"), next("^14"))).toBe(false);
  expect(covers(exactly("canary"), exactly("Canary "))).toBe(true);
  expect(covers(next("^16"), exactly("canary"))).toBe(false);
  expect(covers(next("*"), exactly("canary"))).toBe(true);
  expect(covers(next("^16"), [entry("next.js", "the newest", "unknown")])).toBe(false);
  expect(covers([entry("next.js", "pages router", "unknown")], next("pages router"))).toBe(true);
  expect(covers(next("not a range"), next("14.x"))).toBe(false);
});

test("a caller who names the technology is sent to the version that search chooses", () => {
  const versions = skill(next("14.x"), next("15.x"), next("16.x"));
  expect(replacement(versions, 1, next("16.1.0"))).toBe("v3");
  expect(replacement(versions, 3, next("14.2.3"))).toBe("v1");
  expect(replacement(versions, 1, next("14.2.3"))).toBeNull();
  expect(replacement(versions, 1, next("12.0.0")), "no version fits").toBeNull();
  expect(replacement(versions, 1, [entry("postgresql", "17")]), "none of its technologies").toBeNull();
  expect(replacement(versions, 3, next(">=14")), "several fit: the selected one").toBeNull();
});

test("after a rollback the selected version is replaced by none", () => {
  const versions = selecting(skill(next("14.x"), next("14.x")), 1);
  expect([1, 2].map((held) => replacement(versions, held))).toEqual([null, null]);
  expect(replacement(versions, 2, next("14.2.0"))).toBe("v1");
  const rolledBack = selecting(skill(next("14.x"), next("14.x"), next("14.x")), 2);
  expect([1, 2, 3].map((held) => replacement(rolledBack, held))).toEqual(["v2", null, null]);
});

test("a backport lies below the selected version in a technology that both name", () => {
  expect(isBackport(next("14.x"), next("16.x"))).toBe(true);
  expect(isBackport(next("<15"), next(">=15"))).toBe(true);
  expect(isBackport(next(">=14.0.0 <15.0.0"), next("15.x"))).toBe(true);
  expect(isBackport(next("12.x", "14.x"), next("15.x", "16.x"))).toBe(true);
  expect(isBackport(next("14.x", "16.x"), next("15.x"))).toBe(false);
  expect(isBackport(next("14 - 15"), next("15.x"))).toBe(false);
  expect(isBackport(next("16.x"), next("14.x"))).toBe(false);
  expect(isBackport(next("14.x"), next("14.x"))).toBe(false);
  expect(isBackport(next("14.x"), [entry("react", "^19")])).toBe(false);
  expect(isBackport([], next("16.x"))).toBe(false);
  expect(isBackport(exactly("14.2.3"), next("^16"))).toBe(true);
  expect(isBackport(exactly("old"), next("^16"))).toBe(false);
  expect(isBackport([...next("14.x"), entry("react", "^19")], [...next("16.x"), entry("react", "^19")])).toBe(true);
});

test("a version that states nothing is not replaced by a backport", () => {
  const versions = selecting(skill([], next("16.x"), next("14.x")), 2);
  expect(replacement(versions, 1)).toBe("v2");
  expect(newestOf(versions.slice(1))?.version_id).toBe("v2");
});

const RANGES = [
  "*",
  "14",
  "14.x",
  "^14.1.0",
  "^14.0.0 || ^16",
  ">=14 <16",
  "<15",
  ">=15",
  "15 - 16",
  ">14.2.3",
  "<=14.2.3",
  "~15.1",
  "15.0.0-rc.2",
  ">=15.0.0-rc.1 <15.0.0",
  ">2 <1",
];
const range = fc.constantFrom(...RANGES);
const ranges = fc.array(range, { minLength: 1, maxLength: 3 });
const VERSIONS = [12, 13, 14, 15, 16, 17].flatMap((major) =>
  [0, 1, 2].flatMap((minor) => [0, 3, 4].map((patch) => `${major}.${minor}.${patch}`)),
);
const fits = (version: string, entries: ApplicabilityEntry[]) =>
  entries.some(({ constraint }) => semver.satisfies(version, constraint, { includePrerelease: true }));

test("what covers fits every version that the covered one fits", () => {
  fc.assert(
    fc.property(ranges, ranges, (newer, older) => {
      if (!covers(next(...newer), next(...older))) return;
      for (const version of VERSIONS)
        if (fits(version, next(...older))) expect(fits(version, next(...newer)), version).toBe(true);
    }),
  );
});

test("a range covers what node-semver calls its subset, and itself", () => {
  fc.assert(
    fc.property(range, range, (newer, older) => {
      if (newer === older || semver.subset(older, newer, { includePrerelease: true }))
        expect(covers(next(newer), next(older))).toBe(true);
    }),
  );
});

test("covering is transitive, and no version is a backport of one that it shares a version with", () => {
  fc.assert(
    fc.property(ranges, ranges, ranges, (a, b, c) => {
      if (covers(next(...a), next(...b)) && covers(next(...b), next(...c)))
        expect(covers(next(...a), next(...c))).toBe(true);
      if (!isBackport(next(...a), next(...b))) return;
      expect(isBackport(next(...b), next(...a))).toBe(false);
      expect(VERSIONS.some((version) => fits(version, next(...a)) && fits(version, next(...b)))).toBe(false);
    }),
  );
});

const anyEntry = fc.record({
  technology: fc.constantFrom("next.js", "NextJS", "react"),
  version_scheme: fc.constantFrom<Scheme>("semver", "exact", "unknown"),
  constraint: fc.oneof(range, fc.constantFrom("14.2.3", "canary", "v15", "14,2")),
});
const anyEntries = fc.array(anyEntry, { maxLength: 4 });

test("whatever the versions, the replacement fits every caller that the held version fits", () => {
  fc.assert(
    fc.property(
      fc.array(anyEntries, { minLength: 1, maxLength: 6 }),
      fc.nat(5),
      fc.nat(5),
      anyEntries,
      (all, at, selected, caller) => {
        const versions = selecting(skill(...all), (selected % all.length) + 1);
        const held = versions[at % all.length];
        if (!held) return;
        const found = supersededBy(held, versions, caller);
        if (found === null) return;
        expect(found.version_id).not.toBe(held.version_id);
        const verdict = judgeApplicability(caller, found.applicability).verdict;
        if (verdict === "compatible") return;
        expect(Number(found.ordinal)).toBeGreaterThan(Number(held.ordinal));
        expect(covers(found.applicability, held.applicability)).toBe(true);
        expect(held.is_selected).toBe(false);
      },
    ),
  );
});
