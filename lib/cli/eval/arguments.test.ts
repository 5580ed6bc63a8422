import { expect, test } from "@playwright/test";
import { readArguments } from "@/lib/cli/eval/arguments";

test("each use takes its own options", () => {
  expect(readArguments(["--corpus", "skills", "--queries", "q.jsonl", "--folds", "5"])).toEqual({
    kind: "eval",
    corpus: "skills",
    queries: ["q.jsonl"],
    misses: true,
    folds: 5,
    simulateQuestions: false,
  });
  expect(
    readArguments(["--queries", "a", "--queries", "b", "--corpus", "skills", "--simulate-questions"]),
  ).toMatchObject({
    queries: ["a", "b"],
    simulateQuestions: true,
  });
  expect(readArguments([])).toMatchObject({ kind: "eval", corpus: null, queries: [] });
  expect(readArguments(["--set", "q.jsonl", "--url", "https://cairn.example/", "--no-misses"])).toEqual({
    kind: "set",
    corpus: null,
    queries: ["q.jsonl"],
    url: "https://cairn.example",
    misses: false,
    folds: 0,
  });
  expect(readArguments(["--explain", "upsert", "--technology", "postgresql", "--version", "18"])).toEqual({
    kind: "explain",
    question: "upsert",
    corpus: null,
    asked: { technology: "postgresql", version: "18", skill: undefined },
  });
  expect(readArguments(["--help"])).toEqual({ kind: "help" });
});

const WRONG: Array<[words: string[], reason: string]> = [
  [["--corpus", "skills"], "Name the folder of skills and the files of queries, or neither."],
  [["--set", "q", "--simulate-questions"], "--simulate-questions belongs to --queries."],
  [["--set", "q", "--explain", "upsert"], "Use one of --queries, --set and --explain."],
  [["--set", "q", "--url", "cairn"], "--url takes an address, not cairn."],
  [["--set", "q", "--corpus", "skills"], "--set asks a running service; --corpus belongs to --queries."],
  [
    ["--set", "q", "--version", "18"],
    "--technology, --version and --skill belong to --explain; in FILE each query has its own.",
  ],
  [["--corpus", "skills", "--queries", "q", "--url", "https://cairn.example"], "--url belongs to --set."],
  [["--explain", " "], "--explain takes a question."],
  [["--set", "q", "--folds", "1"], "--folds takes a whole number from 2 to 20."],
];

for (const [words, reason] of WRONG) {
  test(`wrong usage says why: ${words.join(" ") || "nothing"}`, () => {
    expect(readArguments(words)).toEqual({ kind: "wrong", reason });
  });
}
