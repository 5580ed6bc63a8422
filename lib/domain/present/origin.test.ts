import { expect, test } from "@playwright/test";
import { NO_REVIEW, type Review } from "@/lib/contract/primitives";
import { freshnessOf } from "@/lib/domain/present/origin";

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
  // A prerelease comes before its release.
  expect(of(reviewed("16.0.0-rc.1"), ">=16.0.0-rc.1", "16.0.0")).toBe("16.0.0-rc.1");
  expect(of(reviewed("16.0.0"), ">=16", "16.0.0-rc.2")).toBeNull();
  // The checked version is one of another technology.
  expect(of(reviewed("20.1.0"), ">=14 <17", "16.9.0")).toBeNull();
  expect(of(NONE, "newest", "17.0.0")).toBeNull();
  expect(of(NONE, ">=14 <16", "not a version")).toBeNull();
  expect(freshnessOf({ review: NONE, applicability: on("17", "unknown") }, released("18.0.0"))).toBeNull();
  expect(freshnessOf({ review: NONE, applicability: on(">=14 <16") }, [])).toBeNull();
});

test("versions are read as those that fit a reader are: without builds, and Java's in its new numbers", () => {
  const of = (technology: string, constraint: string, newest: string, review: Review = NONE) =>
    freshnessOf({ review, applicability: [{ technology, version_scheme: "semver", constraint }] }, [
      { technology, newest, released_at: null },
    ])?.checked ?? null;
  expect(of("java", ">=8u392 <9", "21.0.1")).toBe(">=8u392 <9");
  expect(of("java", "1.8", "1.8.0_392")).toBeNull();
  expect(of("debtool", ">=1:2.4.50 <1:2.5.0", "3.0.0")).toBe(">=1:2.4.50 <1:2.5.0");
  expect(of("debtool", ">=2", "2.4.60", reviewed("1:2.4.57-2+deb12u1"))).toBe("1:2.4.57-2+deb12u1");
  expect(of("debtool", ">=2", "2.4.57", reviewed("1:2.4.57-2+deb12u1"))).toBeNull();
});
