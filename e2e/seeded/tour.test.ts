import { execFile } from "node:child_process";
import path from "node:path";
import { expect, test } from "@playwright/test";
import { PROJECT_ROOT } from "@/lib/start/instance-layout";

const TOUR = path.join(PROJECT_ROOT, "docs/tour.sh");

/** Runs the tour against the product at `url`; returns its output and exit code. */
function takeTour(url: string): Promise<{ code: number | string; printed: string }> {
  return new Promise((resolve) => {
    execFile("bash", [TOUR, url], { cwd: PROJECT_ROOT }, (error, out, complaints) =>
      resolve({ code: error ? (error.code ?? "killed") : 0, printed: `${out}${complaints}` }),
    );
  });
}

test("every step of the tour succeeds", { tag: "@slow" }, async ({ baseURL }) => {
  const { code, printed } = await takeTour(baseURL ?? "");
  expect(code, printed.split("\n").slice(-25).join("\n")).toBe(0);
  expect(printed).toContain("Everything is as said.");
});

test("a tour without a product exits with 1 and says so", { tag: "@slow" }, async () => {
  const { code, printed } = await takeTour("http://127.0.0.1:1");
  expect(code).toBe(1);
  expect(printed).toContain("http://127.0.0.1:1 does not answer");
});
