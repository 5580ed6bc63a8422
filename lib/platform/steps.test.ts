import { mock } from "node:test";
import { expect, test } from "@playwright/test";
import { makeSteps } from "@/lib/platform/steps";

test.afterEach(() => mock.timers.reset());

test("a step longer than two seconds reports that it still runs, and its progress, every four seconds", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const lines: string[] = [];
  const steps = makeSteps((line) => lines.push(line.replace(/\s+/g, " ").replace(/\d+\.\d s/, "n s")));
  await steps.step("quick", async () => mock.timers.tick(1_999));
  expect(lines).toEqual([" ok quick n s"]);
  await steps.step("slow", async (progress) => {
    progress("3 of 4");
    mock.timers.tick(2_000);
    progress("4 of 4");
    mock.timers.tick(4_000);
  });
  mock.timers.tick(60_000);
  expect(lines.slice(1)).toEqual([" ... slow: 3 of 4 (n s)", " ... slow: 4 of 4 (n s)", " ok slow n s"]);
});
