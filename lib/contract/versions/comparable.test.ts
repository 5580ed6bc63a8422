import { expect, test } from "@playwright/test";
import { comparable, comparableVersion } from "@/lib/contract/versions/comparable";

test("a range is compared without builds, without the prereleases of its end, and with the numbers of Java", () => {
  const cases: ReadonlyArray<[technology: string, range: string, compared: string]> = [
    ["kubernetes", ">=v1.31.2-gke.1115000 <1.33", ">=1.31.2 <1.33"],
    ["kubernetes", "v1.30.4+k3s1 || v1.29.3-eks-abc", "1.30.4 || 1.29.3"],
    ["kubernetes", "^1.31.2-rc.1", "^1.31.2-rc.1"],
    ["nginx", "1:2.4.57-2+deb12u1", "2.4.57"],
    ["next.js", ">=14.0.0 <15.0.0", ">=14.0.0 <15.0.0-0"],
    ["next.js", "<15.0.0", "<15.0.0-0"],
    ["next.js", "<15", "<15"],
    ["next.js", "< 14.3.0 || >=15.0.0 <16.0.0", "<14.3.0-0 || >=15.0.0 <16.0.0-0"],
    ["next.js", "<=15.0.0", "<=15.0.0"],
    ["next.js", "<15.0.0-rc.1", "<15.0.0-rc.1"],
    ["next.js", ">=15.0.0-canary.1 <15.0.0", ">=15.0.0-canary.1 <15.0.0"],
    ["next.js", ">=14.0.0-0 <15.0.0-0", ">=14.0.0-0 <15.0.0-0"],
    ["next.js", "14.0.0 - 15.0.0", "14.0.0 - 15.0.0"],
    ["java", "1.8", "8"],
    ["java", "1.8.0", "8.0"],
    ["java", "1.8.0_392", "8.0.392"],
    ["java", "1.8.0_392-b08", "8.0.392"],
    ["java", "8u392", "8.0.392"],
    ["java", "8u392-b08", "8.0.392"],
    ["java", ">=1.7 <1.9", ">=7 <9"],
    ["java", "1.8.x", "8.x"],
    ["java", "11.0.25", "11.0.25"],
    ["java", "21.0.5+11-LTS", "21.0.5"],
    ["java", "17.0.1", "17.0.1"],
    ["go", "1.8", "1.8"],
  ];
  expect(cases.map(([technology, range]) => [technology, range, comparable(range, technology)])).toEqual(cases);
});

test("a single version is compared in full when it is a build", () => {
  const cases: ReadonlyArray<[technology: string, version: string, compared: string]> = [
    ["postgresql", "17.2-1.pgdg120+1", "17.2.0"],
    ["kubernetes", "v1.29.3-eks-abc", "1.29.3"],
    ["kubernetes", "v1.31.2-rc.1+k3s1", "1.31.2-rc.1"],
    ["mysql", "8.0.36-0ubuntu0.22.04.1", "8.0.36"],
    ["java", "1.8.0_392", "8.0.392"],
    ["ubuntu", "24.04", "24.04"],
    ["ubuntu", "jammy", "jammy"],
    ["node.js", "v20.19.1", "v20.19.1"],
    ["node.js", "20.19.1-bookworm-slim", "20.19.1"],
    ["next.js", "15.0.0-canary.5", "15.0.0-canary.5"],
  ];
  expect(cases.map(([technology, version]) => [technology, version, comparableVersion(version, technology)])).toEqual(
    cases,
  );
});
