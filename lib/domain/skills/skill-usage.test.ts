import { expect, test } from "@playwright/test";
import { anonymousShares, anonymousWeeks } from "@/lib/domain/skills/skill-usage";

const count = (ordinal: string, holders: number) => ({ ordinal, holders });

test("a version with fewer than five holders is not told, alone or by subtraction", () => {
  expect(anonymousShares([])).toBeNull();
  expect(anonymousShares([count("1", 4)])).toBeNull();
  expect(anonymousShares([count("1", 4), count("2", 5)])).toEqual([{ name: "Version 2", percent: 100 }]);
  expect(anonymousShares([count("1", 5), count("2", 15)])).toEqual([
    { name: "Version 1", percent: 25 },
    { name: "Version 2", percent: 75 },
  ]);
});

test("versions with few holders are summed when the sum reaches five", () => {
  expect(anonymousShares([count("1", 3), count("2", 2), count("3", 15)])).toEqual([
    { name: "Version 3", percent: 75 },
    { name: "Other versions", percent: 25 },
  ]);
  expect(anonymousShares([count("1", 2), count("2", 2)])).toBeNull();
});

test("a week with fewer than five users is not told, and without any other week nothing is", () => {
  expect(anonymousWeeks([{ week: "2026-11-16", users: 4 }])).toBeNull();
  expect(
    anonymousWeeks([
      { week: "2026-11-09", users: 4 },
      { week: "2026-11-16", users: 5 },
    ]),
  ).toEqual([
    { week: "2026-11-09", users: null },
    { week: "2026-11-16", users: 5 },
  ]);
});
