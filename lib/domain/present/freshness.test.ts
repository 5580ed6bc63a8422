import { expect, test } from "@playwright/test";
import { NO_REVIEW, type Review } from "@/lib/contract/primitives";
import { freshnessOf } from "@/lib/domain/present/freshness";

const NONE: Review = { state: "none", note: NO_REVIEW };
const reviewed = (version_checked: string): Review => ({
  state: "reviewed",
  version_checked,
  note: "Tried.",
  reviewed_at: "2026-11-01T00:00:00.000Z",
  reviewer: "Somebody",
});
const released = (newest: string) => [{ technology: "next.js", newest, released_at: "2026-11-02T00:00:00.000Z" }];
const on = (constraint: string, version_scheme: "semver" | "unknown" = "semver") => [
  { technology: "NextJS", version_scheme, constraint },
];

test("a release after the checked version, or after the stated range, is news; an older or equal one is not", () => {
  const of = (review: Review, constraint: string, newest: string) =>
    freshnessOf({ review, applicability: on(constraint) }, released(newest))?.checked ?? null;
  expect(of(NONE, ">=14 <16", "16.0.0")).toBe(">=14 <16");
  expect(of(NONE, ">=14 <16", "15.9.9")).toBeNull();
  expect(of(NONE, ">=14 <16", "13.0.0")).toBeNull();
  expect(of(reviewed("16.4.6"), ">=16", "17.0.0")).toBe("16.4.6");
  expect(of(reviewed("16.4.6"), ">=16", "16.4.6")).toBeNull();
  // The checked version is one of another technology.
  expect(of(reviewed("20.1.0"), ">=14 <17", "16.9.0")).toBeNull();
  expect(of(NONE, "newest", "17.0.0")).toBeNull();
  expect(of(NONE, ">=14 <16", "not a version")).toBeNull();
  expect(freshnessOf({ review: NONE, applicability: on("17", "unknown") }, released("18.0.0"))).toBeNull();
  expect(freshnessOf({ review: NONE, applicability: on(">=14 <16") }, [])).toBeNull();
});
