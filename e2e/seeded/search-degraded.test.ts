import path from "node:path";
import { closeDatabase } from "@/db/client";
import { expect, test } from "@/e2e/support/api";
import { database } from "@/e2e/support/fixtures";
import { type Asked, figuresOf } from "@/lib/cli/eval/figures";
import { type LabelledQuery, readLabelledQueries } from "@/lib/cli/eval/labelled-queries";
import { forgetEnv } from "@/lib/platform/env";
import { forget } from "@/lib/platform/singleton";
import { type LibraryAnswer, searchLibrary } from "@/lib/search/search-library";
import { PROJECT_ROOT } from "@/lib/start/instance-layout";

const GAIN_LOST_MAX = 0.05;
/** The process's caches of the engine and of earlier results. */
const KEPT = ["search-engine", "search-matches", "search-index-pulse"];

const queries = readLabelledQueries(path.join(PROJECT_ROOT, "db/library-queries.jsonl"));
const engine = process.env.MEILI_URL;

test.afterAll(async () => {
  useEngine(engine);
  await closeDatabase();
});

test("without the search engine the results are nearly as good and marked as degraded", async () => {
  test.skip(!engine, "There is no search engine to compare with: set MEILI_URL to the product's.");
  useEngine(engine);
  const usual = await ask();
  useEngine(undefined);
  const degraded = await ask();
  expect(usual.degraded).toBe(0);
  // A query without a word finds nothing in either case.
  expect(degraded.degraded).toBe(queries.filter(saysSomething).length);
  const [before, after] = [figuresOf(usual.asked), figuresOf(degraded.asked)];
  expect(after.ndcg5).toBeGreaterThan(before.ndcg5 - GAIN_LOST_MAX);
  expect(after.recall).toBeGreaterThan(before.recall - GAIN_LOST_MAX);
  expect(after.precision).toBeGreaterThan(before.precision - GAIN_LOST_MAX);
});

function useEngine(url: string | undefined): void {
  if (url === undefined) delete process.env.MEILI_URL;
  else process.env.MEILI_URL = url;
  forgetEnv();
  for (const name of KEPT) forget(name);
}

async function ask(): Promise<{ asked: Asked[]; degraded: number }> {
  const rows = await database()<{ skill_id: string; source_path: string }[]>`
    select skills.skill_id, skills.source_path
    from skills
    where skills.source_path is not null`;
  const folderOf = new Map(rows.map((row) => [row.skill_id, row.source_path]));
  const asked: Asked[] = [];
  let degraded = 0;
  for (const query of queries) {
    const found = await searchLibrary({ query: query.query, applicability: [], limit: 5 });
    if (found.degraded) degraded += 1;
    expectOneAnswer(query.query, found, await searchLibrary({ query: query.query, applicability: [], limit: 1 }));
    asked.push({
      query,
      ranked: found.hits.map(({ row }) => folderOf.get(row.skill_id) ?? ""),
      score: found.hits[0]?.score ?? 0,
      answered: found.answered,
    });
  }
  return { asked, degraded };
}

/** The rules of an answer, which hold with the search engine and without it. */
function expectOneAnswer(
  query: string,
  { hits, ...whole }: LibraryAnswer,
  { hits: first, ...one }: LibraryAnswer,
): void {
  expect(one, query).toEqual(whole);
  expect(first, query).toEqual(hits.slice(0, 1));
  expect([whole.answered, whole.nothing_fits === null], query).toEqual(Array(2).fill(hits[0]?.strength === "strong"));
  expect(whole.match_quality === "none", query).toBe(hits.length === 0);
  expect(
    hits.map(({ strength }) => strength),
    query,
  ).not.toContain("weak");
}

function saysSomething({ query }: LabelledQuery): boolean {
  return /\p{L}/u.test(query);
}
