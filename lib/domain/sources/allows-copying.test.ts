import { expect, test } from "@playwright/test";
import { allowsCopying } from "@/lib/domain/sources/allows-copying";

test("a known free licence allows a copy; unknown, private and non-commercial ones do not", () => {
  for (const license of [
    "MIT",
    "Apache-2.0",
    "MIT OR Commercial-1",
    "(MIT AND CC-BY-4.0)",
    "CC-BY-NC-4.0 OR MIT",
    "GPL-3.0+",
  ])
    expect([license, allowsCopying(license)]).toEqual([license, license !== "MIT OR Commercial-1"]);
  for (const license of [
    null,
    "",
    "UNLICENSED",
    "SEE LICENSE IN LICENSE.md",
    "CC-BY-NC-4.0",
    "MIT AND CC-BY-ND-4.0",
    "BUSL-1.1",
  ])
    expect([license, allowsCopying(license)]).toEqual([license, false]);
});
