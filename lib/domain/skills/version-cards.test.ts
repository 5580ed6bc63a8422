import { expect, test } from "@playwright/test";
import { NO_REVIEW } from "@/lib/contract/primitives";
import { reviewedTechnology } from "@/lib/domain/skills/version-cards";

const reviewed = (version_checked: string, note = "Ran it.") => ({
  state: "reviewed" as const,
  version_checked,
  note,
  reviewed_at: "2026-11-21T00:00:00.000Z",
  reviewer: "A maintainer",
});
const entry = (technology: string, constraint: string, version_scheme: "semver" | "exact" | "unknown" = "semver") => ({
  technology,
  version_scheme,
  constraint,
});

test("a checked version belongs to the only technology, or to the only one whose versions contain it", () => {
  const cases: Array<[expected: string | null, checked: string, ...entries: Array<ReturnType<typeof entry>>]> = [
    ["postgresql", "18.4", entry("postgresql", ">=18")],
    ["postgresql", "a nightly build", entry("postgresql", ">=18")],
    ["next.js", "16.4.6", entry("next.js", ">=16 <17"), entry("node.js", ">=20.9")],
    [null, "20.20.2", entry("node.js", ">=18"), entry("postgresql", ">=12")],
    [null, "9.9.9", entry("next.js", ">=16 <17"), entry("react", ">=19 <20")],
    ["NextJS", "16.4.6", entry("next.js", ">=16 <17"), entry("NextJS", ">=16.4 <18"), entry("react", ">=19 <20")],
    ["mcp", "2026-07-28", entry("mcp", "2025-06-18", "exact"), entry("mcp", "2026-07-28", "exact")],
    ["http", "1.1", entry("http", "1.1", "unknown"), entry("node.js", ">=18")],
    [null, "1.1"],
  ];
  for (const [expected, checked, ...applicability] of cases) {
    const told = reviewedTechnology({ review: reviewed(checked), applicability });
    expect(told, `${checked} of ${JSON.stringify(applicability)}`).toBe(expected);
  }
  const review = { state: "none" as const, note: NO_REVIEW } as const;
  expect(reviewedTechnology({ review, applicability: [entry("postgresql", ">=18")] })).toBe(null);
});

test("an ambiguous version belongs to the technology that the note names before it", () => {
  const applicability = [entry("node.js", ">=18"), entry("postgresql", ">=12"), entry("postgres.js", ">=3.4 <4")];
  for (const [expected, note] of [
    ["node.js", "The check was run on Node 20.20.2, PostgreSQL 15 and postgres.js 3.4.9."],
    ["node.js", "Run with node.js v20.20.2."],
    ["postgresql", "Run on PostgreSQL 20.20.2 and Node 120.20.2, then on Node 20.20.21."],
    [null, "Run on Node 20.20.2 and on PostgreSQL 20.20.2."],
    [null, "Run on 20.20.2, with Node."],
    [null, "Run on Deno 20.20.2."],
  ] as const)
    expect(reviewedTechnology({ review: reviewed("20.20.2", note), applicability }), note).toBe(expected);
});
