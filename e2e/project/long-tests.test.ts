import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "@playwright/test";
import { keepLongTests, longTestsOfLastRun, slowestFiles } from "@/e2e/support/report";

const timed = (file: string, title: string, seconds: number) => ({ part: "api", file, title, seconds });

test("a test above 20 s on a quiet machine is reported by the next run, and only by that one", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "cairn-long-"));
  const file = path.join(folder, "kept/long-tests.json");
  try {
    expect(longTestsOfLastRun(file)).toBeNull();
    const times = [timed("a.test.ts", "long", 21), timed("b.test.ts", "short", 19)];
    keepLongTests(times, 1, file);
    expect(longTestsOfLastRun(file)).toContain("a.test.ts › long: 21 s of 20");
    expect(longTestsOfLastRun(file)).not.toContain("b.test.ts");
    // The same times on a machine that was twice as slow.
    keepLongTests(times, 2, file);
    expect(longTestsOfLastRun(file)).toBeNull();
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("the slowest files are listed by the sum of their tests, ten at most", () => {
  const many = Array.from({ length: 12 }, (_, at) => timed(`${at}.test.ts`, "one", at));
  const lines = slowestFiles([...many, timed("0.test.ts", "two", 30)]);
  expect(lines).toHaveLength(10);
  expect(lines[0]).toBe("    30 s  [api] 0.test.ts");
  expect(lines[1]).toBe("    11 s  [api] 11.test.ts");
});
