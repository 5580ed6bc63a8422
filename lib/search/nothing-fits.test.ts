import { expect, test } from "@playwright/test";
import { type NothingFits, nothingFitsInWords } from "@/lib/search/nothing-fits";

const why = (given: Partial<NothingFits>): NothingFits => ({
  ...{ reason: "no_match", technology: null, version: null, covered: [], suggestions: [], next_step: "" },
  ...given,
});
const said = (given: Partial<NothingFits>, some = false) => nothingFitsInWords(why(given), some);

test("the reason why nothing fits is one sentence", () => {
  const covered = [{ technology: "next.js", constraint: ">=14 <17" }];
  const version = { reason: "version_not_covered", technology: "next.js", version: "12.0.0" } as const;
  expect(said({ ...version, covered })).toBe(
    "No skill covers next.js 12.0.0 for this question; the library covers next.js >=14 <17.",
  );
  expect(said({ ...version, covered: [...covered, ...covered] })).toBe(
    "No skill covers next.js 12.0.0 for this question; the library covers next.js >=14 <17 and next.js >=14 <17.",
  );
  const unknown = { reason: "unknown_technology", technology: "netx.js" } as const;
  expect(said(unknown)).toBe("No technology is known as netx.js.");
  expect(said({ ...unknown, suggestions: ["next.js", "nest"] })).toBe(
    "No technology is known as netx.js; did you mean next.js or nest?",
  );
  expect(said({ reason: "no_skill_for_technology", technology: "COBOL" })).toBe("The library has no skill for COBOL.");
  expect(said({})).toBe("The library has no answer yet.");
  expect(said({}, true)).toBe("The library has something near, but nothing that surely answers this.");
});
