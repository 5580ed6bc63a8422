import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "@playwright/test";
import { makeSteps } from "@/lib/platform/steps";

test("a step longer than two seconds reports that it still runs, and its progress", async () => {
  const lines: string[] = [];
  const steps = makeSteps((line) => lines.push(line));
  await steps.step("quick", () => sleep(10));
  await steps.step("slow", async (progress) => {
    progress("3 of 4");
    await sleep(2_300);
  });
  expect(lines.map((line) => line.replace(/\s+/g, " ").replace(/\d+\.\d s/, "n s"))).toEqual([
    " ok quick n s",
    " ... slow: 3 of 4 (n s)",
    " ok slow n s",
  ]);
});
