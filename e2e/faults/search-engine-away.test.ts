import { expect, type Product, test } from "@/e2e/faults/product";
import { indexDifference } from "@/e2e/faults/writers";
import { openThread, publishSkill, type Skill, word } from "@/e2e/support/fixtures";
import { searchPost } from "@/lib/contract/public/search";
import { getPost } from "@/lib/contract/public/threads";

/** Maximum response time while the engine is gone or hangs: its own deadline, then the database. */
const ANSWER_MS_MAX = 2_000;
const BACK_MS_MAX = 30_000;
/** An engine that lost everything is refilled; rarely the loss is noticed only when the documents are counted. */
const REBUILT_MS_MAX = 90_000;
const SEARCHERS = 4;
const SEARCHES = 25;
/** A question that the starter library answers. */
const QUERY = "how do I insert or update a row in postgres";

test.beforeEach(({ product }) => isWhole(product));

test("engine killed under load: every search is answered in time, with results and a stored thread", async ({
  product,
}) => {
  const { meili } = product;
  const searches = search(product, SEARCHERS, SEARCHES);
  await meili.kill9();
  const answers = await searches.finally(() => meili.start());
  expect(answers.filter((answer) => answer.ms > ANSWER_MS_MAX)).toEqual([]);
  expect(answers.filter((answer) => answer.results === 0)).toEqual([]);
  expect(answers.filter((answer) => answer.degraded).length, "searches without the engine").toBeGreaterThan(SEARCHERS);
  for (const { thread_id } of answers.slice(-SEARCHERS)) {
    expect((await product.api.ok(getPost, { post_id: thread_id })).data.post_id).toBe(thread_id);
  }
});

test("once the engine is back, searches use it again and find skills published in the meantime", async ({
  product,
}) => {
  const { meili } = product;
  await meili.kill9();
  const skill = await publishSkill();
  // The stored analyses do not depend on the engine: new skills are found without it.
  await expect
    .poll(() => foundBy(product, skill), { timeout: BACK_MS_MAX })
    .toEqual({ found: true, degraded: true })
    .finally(() => meili.start());
  await expect.poll(() => foundBy(product, skill), { timeout: BACK_MS_MAX }).toEqual({ found: true, degraded: false });
  await expect.poll(() => indexDifference(meili), { timeout: BACK_MS_MAX }).toEqual([]);
});

test("engine frozen: every search is answered in time, and the engine is used again once it resumes", async ({
  product,
}) => {
  product.meili.pause();
  const answers = await search(product, SEARCHERS, 5).finally(() => product.meili.resume());
  expect(answers.filter((answer) => answer.ms > ANSWER_MS_MAX)).toEqual([]);
  expect(answers.filter((answer) => !answer.degraded || answer.results === 0)).toEqual([]);
});

test("engine wiped: the index is rebuilt automatically", async ({ product }) => {
  await product.meili.wipe();
  const answers = await search(product, 1, 3);
  expect(answers.filter((answer) => answer.results === 0)).toEqual([]);
  await isWhole(product);
});

type Seen = { ms: number; degraded: boolean; results: number; thread_id: string };

/**
 * Several searchers in parallel, each with its own question that the library answers. Throws for any status but 200.
 */
async function search({ api }: Product, searchers: number, each: number): Promise<Seen[]> {
  const one = async (): Promise<Seen[]> => {
    const seen: Seen[] = [];
    for (let count = 0; count < each; count += 1) {
      const started = performance.now();
      const { data } = await api.ok(searchPost, { q: `${QUERY} ${word()}` });
      const ms = Math.round(performance.now() - started);
      const thread_id = data.thread?.thread_id ?? "no thread";
      seen.push({ ms, degraded: data.degraded, results: data.results.length, thread_id });
    }
    return seen;
  };
  return (await Promise.all(Array.from({ length: searchers }, one))).flat();
}

async function foundBy({ api }: Product, skill: Skill): Promise<{ found: boolean; degraded: boolean }> {
  const { data } = await api.ok(searchPost, { q: skill.title, preview: true });
  return { found: data.results.some((result) => result.version_id === skill.version_id), degraded: data.degraded };
}

/** The engine answers searches and has the same listed versions as the database. */
async function isWhole({ api, meili, app }: Product): Promise<void> {
  const degraded = async () => (await api.ok(searchPost, { q: `${QUERY} ${word()}`, preview: true })).data.degraded;
  await expect
    .poll(degraded, { timeout: REBUILT_MS_MAX })
    .toBe(false)
    .catch((error: unknown) => {
      throw new Error(
        `${error}\n${app()
          .log()
          .split("\n")
          .filter((line) => !line.includes('"info"'))
          .slice(-20)
          .join("\n")}`,
      );
    });
  await expect.poll(() => indexDifference(meili), { timeout: BACK_MS_MAX }).toEqual([]);
  await openThread(api);
}
