import { expect, test } from "@playwright/test";
import fc from "fast-check";
import type { Technology } from "@/lib/command/projects/technology";
import { judge } from "@/lib/command/skills/choose";
import type { ApplicabilityEntry } from "@/lib/contract/primitives";
import { judgeApplicability } from "@/lib/search/rank/applicability";

const version = fc.constantFrom("14.0.0", "14.2.3", "15.1.0-rc.1", "16.4.6", "0.3.1", "15.0.0-canary.5", "8.0.392");
const range = fc.constantFrom(
  "^14.0.0",
  ">=14 <15",
  ">=14.2",
  "~16.4",
  "14.x || 16.x",
  "<15",
  "^0.3.0",
  ">=14.0.0 <15.0.0",
  "<15.0.0",
  "1.8",
  ">=1.8 <1.9",
);
/** A vendor's spelling, which only skills state: the program reads its own versions without what names a build. */
const stated = fc.oneof(
  version,
  fc.constantFrom("v14.2.3-gke.1115000", "1:14.2.3-2+deb12u1", "16.4.6+k3s1", "1.8.0_392"),
);
const name = fc.constantFrom("next", "Next.js", "react", "java", "tailwindcss", "Tailwind CSS");
const entry: fc.Arbitrary<ApplicabilityEntry> = fc.oneof(
  fc.record({ technology: name, version_scheme: fc.constant("semver" as const), constraint: fc.oneof(range, stated) }),
  fc.record({
    technology: name,
    version_scheme: fc.constant("semver" as const),
    constraint: fc.constant("the newest"),
  }),
  fc.record({ technology: name, version_scheme: fc.constant("exact" as const), constraint: stated }),
  fc.record({ technology: name, version_scheme: fc.constant("unknown" as const), constraint: version }),
);
const found = (technology: string): fc.Arbitrary<Technology> =>
  fc.oneof(
    fc.record({
      technology: fc.constant(technology),
      version,
      exact: fc.constant(true),
      source: fc.constant("package-lock.json"),
    }),
    fc.record({
      technology: fc.constant(technology),
      version: range,
      exact: fc.constant(false),
      source: fc.constant("package.json"),
    }),
    fc.record({
      technology: fc.constant(technology),
      version: fc.constant(null),
      exact: fc.constant(false),
      source: fc.constant("package.json"),
    }),
  );
const project = fc.tuple(found("next.js"), found("react"), found("java")).map((all) => all);

test("a project is judged as search judges the same caller", () => {
  fc.assert(
    fc.property(project, fc.array(entry, { maxLength: 4 }), (technologies, applicability) => {
      const caller = technologies.map(({ technology, version, exact }) =>
        version === null
          ? { technology, version_scheme: "semver" as const, constraint: "*", no_version: true as const }
          : { technology, version_scheme: exact ? ("exact" as const) : ("semver" as const), constraint: version },
      );
      expect(judge(applicability, technologies)).toBe(judgeApplicability(caller, applicability).verdict);
    }),
    { numRuns: 1_000 },
  );
});
