import { expect, test } from "@playwright/test";
import { exampleVersion } from "@/components/skills/fit-box";

test("the example version satisfies the skill's constraint on the technology", () => {
  const stated = (version_scheme: "semver" | "exact" | "unknown", constraint: string) =>
    exampleVersion([{ technology: "a", version_scheme, constraint }], "a");
  expect(stated("semver", ">=3.20.0 <4.0.0")).toBe("3.20.0");
  expect(stated("semver", "^1.2")).toBe("1.2");
  expect(stated("exact", "2025-11-25")).toBe("2025-11-25");
  for (const [scheme, constraint] of [
    ["semver", "<5"],
    ["semver", ">18"],
    ["semver", "*"],
    ["unknown", "any"],
  ] as const)
    expect(stated(scheme, constraint), constraint).toBeNull();
  expect(exampleVersion([{ technology: "a", version_scheme: "semver", constraint: ">=16" }], "b")).toBeNull();
});
