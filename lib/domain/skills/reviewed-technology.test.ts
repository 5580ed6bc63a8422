import { expect, test } from "@playwright/test";
import { NO_REVIEW } from "@/lib/contract/primitives";
import { reviewedTechnology } from "@/lib/domain/skills/reviewed-technology";

const reviewed = (version_checked: string) => ({
  state: "reviewed" as const,
  version_checked,
  note: "Ran it.",
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
    [null, "1.1"],
  ];
  for (const [expected, checked, ...applicability] of cases) {
    const told = reviewedTechnology({ review: reviewed(checked), applicability });
    expect(told, `${checked} of ${JSON.stringify(applicability)}`).toBe(expected);
  }
  const review = { state: "none" as const, note: NO_REVIEW } as const;
  expect(reviewedTechnology({ review, applicability: [entry("postgresql", ">=18")] })).toBe(null);
});
