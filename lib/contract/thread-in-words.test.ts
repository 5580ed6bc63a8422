import { expect, test } from "@playwright/test";
import { leftOutInWords, uncheckedInWords } from "@/lib/contract/thread-in-words";
import { riskRows } from "@/lib/text/safety/risks";

test("each rule of the table has words of its own", () => {
  const rules = [...new Set(riskRows.map(({ rule }) => rule))];
  const said = rules.map((rule) => uncheckedInWords([rule]));
  expect(new Set(said).size).toBe(rules.length);
  expect(said.filter((words) => words.includes("the rule"))).toEqual([]);
});

test("several risks are one sentence", () => {
  expect(uncheckedInWords(["download_and_run"])).toBe("Not checked yet: it can download and run code.");
  expect(uncheckedInWords(["destroys_data", "erases_traces", "prints_secrets"])).toBe(
    "Not checked yet: it can delete data, erase traces and print secrets.",
  );
});

test("a list says how many messages it leaves out", () => {
  expect([0, 1, 2].map(leftOutInWords)).toEqual([
    null,
    "1 message is left out: nobody has checked it yet.",
    "2 messages are left out: nobody has checked them yet.",
  ]);
});
