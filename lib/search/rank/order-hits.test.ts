import { expect, test } from "@playwright/test";
import type { ListedRow } from "@/db/queries/search-rows";
import type { ApplicabilityEntry } from "@/lib/contract/primitives";
import { makeBreaker } from "@/lib/search/engine/remote-calls";
import { fittingVersions } from "@/lib/search/rank/choose-version";
import { namedThread } from "@/lib/search/rank/conversations";
import { strengthOf } from "@/lib/search/rank/match-quality";
import { boostSemanticMatches, orderHits, type Rankable } from "@/lib/search/rank/order-hits";
import { exactlyNamedBy, namedBy } from "@/lib/search/rank/rank-candidates";

type Given = Partial<Omit<Rankable, "row"> & Rankable["row"]>;
const hit = (skill_id: string, given: Given = {}): Rankable => {
  const { outcomes_score = null, review_note = null, is_imported = false, created_at = new Date(0), ...rest } = given;
  return {
    row: { skill_id, outcomes_score, review_note, is_imported, created_at },
    tier: "most_words",
    score: 1,
    verdict: "unconstrained",
    strength: "fair",
    ...rest,
  };
};
const order = (...hits: Rankable[]) => {
  const forwards = orderHits(hits).map(({ row }) => row.skill_id);
  const backwards = orderHits(hits.toReversed()).map(({ row }) => row.skill_id);
  expect(backwards, "whatever the order they come in").toEqual(forwards);
  return forwards.join(" ");
};

test("hits that are alike in all else come newest first, and those of one instant by id", () => {
  const [old, young] = [new Date(1_000), new Date(2_000)];
  expect(order(hit("a", { created_at: old }), hit("b", { created_at: young }))).toBe("b a");
  expect(order(hit("b", { created_at: old }), hit("a", { created_at: old }), hit("c", { created_at: old }))).toBe(
    "a b c",
  );
  const times = [3, 1, 2, 5, 4].map((seconds) => hit(`t${seconds}`, { created_at: new Date(seconds * 1_000) }));
  expect(order(...times)).toBe("t5 t4 t3 t2 t1");
});

test("a score of nine tenths of the best of its group counts as equal, and less does not", () => {
  const fit = { verdict: "compatible" } as const;
  expect(order(hit("best"), hit("near", { ...fit, score: 0.9 }))).toBe("near best");
  expect(order(hit("best"), hit("far", { ...fit, score: 0.899 }))).toBe("best far");
  expect(order(hit("best"), hit("next", { score: 0.95 }), hit("third", { ...fit, score: 0.86 }))).toBe(
    "best next third",
  );
  expect(order(hit("best"), hit("tier", { ...fit, tier: "some_words", score: 1 }))).toBe("best tier");
});

test("a stronger hit comes first, whatever its tier, and never counts as equal to a weaker one", () => {
  const named = hit("named", { tier: "exact", score: 9 });
  expect(order(named, hit("strong", { strength: "strong", tier: "some_words", score: 0.1 }))).toBe("strong named");
  expect(order(hit("weak", { strength: "weak", score: 9, verdict: "compatible" }), hit("fair"))).toBe("fair weak");
});

test("within a group verdict, outcomes, review and score decide, one after the other", () => {
  const [unknown, none, fits] = [
    hit("u", { verdict: "unknown" }),
    hit("v", { verdict: "version_not_given" }),
    hit("c", { verdict: "compatible" }),
  ];
  expect(order(unknown, none, hit("n"), fits)).toBe("c v n u");
  expect(order(hit("a", { outcomes_score: 0.2 }), hit("b", { outcomes_score: 0.3 }), hit("c"))).toBe("b a c");
  expect(order(hit("a"), hit("b", { review_note: "" }))).toBe("b a");
  expect(order(hit("a", { score: 0.95 }), hit("b", { score: 0.96 }))).toBe("b a");
  expect(
    order(hit("fits", { verdict: "compatible", score: 0.91 }), hit("proven", { outcomes_score: 1, review_note: "x" })),
  ).toBe("fits proven");
});

test("an imported skill comes below a reviewed one and above an unknown one, where they are as relevant", () => {
  const [imported, reviewed] = [
    hit("i", { is_imported: true, score: 0.93 }),
    hit("r", { review_note: "", score: 0.91 }),
  ];
  expect(order(hit("u"), imported, reviewed)).toBe("r i u");
  expect(order(hit("better"), hit("i", { is_imported: true, score: 0.89 }))).toBe("better i");
  expect(order(hit("tried", { outcomes_score: 0.2 }), imported)).toBe("tried i");
});

const near = (version_id: string, tier: Rankable["tier"], score: number, confidence = 0.2) => {
  const { row, ...rest } = hit(version_id, { tier, score, strength: strengthOf(confidence) });
  return { ...rest, row: { ...row, version_id }, confidence };
};
const lifted = (hits: Array<ReturnType<typeof near>>, nearness: Record<string, number>) =>
  orderHits(boostSemanticMatches(hits, new Map(Object.entries(nearness)))).map(
    ({ row, tier, score }) => `${row.version_id} ${tier} ${score}`,
  );

test("what is near in meaning is lifted above what shares some words, never above what says most of them", () => {
  const hits = [near("most", "most_words", 0.3), near("some", "some_words", 0.3), near("close", "some_words", 0.1)];
  expect(lifted(hits, { close: 0.5, most: 0.9 })).toEqual([
    "most most_words 0.3",
    "close near_in_meaning 0.6",
    "some some_words 0.3",
  ]);
  const two = [near("a", "some_words", 0.2), near("b", "some_words", 0.1)];
  expect(lifted(two, { a: 0.5, b: 0.7 })).toEqual(["b near_in_meaning 0.7999999999999999", "a near_in_meaning 0.7"]);
});

test("what is near in meaning is fair where its words alone are weak", () => {
  const boosted = boostSemanticMatches([near("a", "some_words", 0.1, 0.01)], new Map([["a", 0.5]]));
  expect(boosted).toMatchObject([{ strength: "fair", confidence: 0.2 }]);
});

test("nothing is lifted when a text surely answers, when nothing is near, or when there is no hit", () => {
  const sure = [near("best", "some_words", 2, 0.5), near("close", "some_words", 0.1)];
  expect(lifted(sure, { close: 1 })).toEqual(["best some_words 2", "close some_words 0.1"]);
  const unsure = [near("some", "some_words", 0.3), near("close", "some_words", 0.1)];
  expect(lifted(unsure, {})).toEqual(["some some_words 0.3", "close some_words 0.1"]);
  expect(lifted([], { close: 1 })).toEqual([]);
});

const ID = "AZqT3v0kQ7yB1cD2eF3gHA";

test("a query may be an id or a slug, with blanks around it and between its words", () => {
  const idsOf = (query: string) => [namedBy(query, false).skill_id, namedBy(query, false).version_id];
  expect(idsOf(` skl_${ID} `)).toEqual([`skl_${ID}`, null]);
  expect(idsOf(`skv_${ID}`)).toEqual([null, `skv_${ID}`]);
  for (const wrong of [`skl_${ID}x`, `xskl_${ID}`, `skv_${ID}x`, `xskv_${ID}`, `skl_${ID.slice(1)}!`])
    expect(idsOf(wrong), wrong).toEqual([null, null]);
  expect(namedBy(" Postgres  Upsert_2 ", false)).toMatchObject({ slug: "postgres-upsert-2", title: null });
  for (const wrong of ["a--b", "-a", "a-", "a.b", "ä", "", "a".repeat(65)])
    expect(namedBy(wrong, false).slug, wrong).toBeNull();
  expect(namedBy("a".repeat(64), false).slug).toBe("a".repeat(64));
});

test("a query without words is looked for as a title, in lower case and with single blanks", () => {
  expect(namedBy("  Ａ  B ", true)).toMatchObject({ title: "a b" });
  expect(namedBy("a b", false)).toMatchObject({ title: null });
});

test("a query that is a thread's id names that thread", () => {
  expect(namedThread(` thr_${ID}\n`)).toBe(`thr_${ID}`);
  for (const wrong of [`thr_${ID}x`, `xthr_${ID}`, `skl_${ID}`, ""]) expect(namedThread(wrong)).toBeNull();
});

test("a version is named exactly by its ids, its slug and its title, whatever the case and the blanks", () => {
  const row = { skill_id: `skl_${ID}`, version_id: `skv_${ID}`, slug: "postgres-upsert", title: "Upsert: ein  Weg" };
  for (const query of [row.skill_id, row.version_id, "Postgres Upsert", "upsert: EIN weg ", "ｕpsert: ein weg"])
    expect(exactlyNamedBy(query)(row), query).toBe(true);
  for (const query of ["postgres", "upsert", `skl_${ID.slice(1)}B`, ""])
    expect(exactlyNamedBy(query)(row), query).toBe(false);
});

const rowOf = (skill_id: string, version_id: string, is_selected: boolean, constraint: string) =>
  ({
    skill_id,
    version_id,
    is_selected,
    applicability: [{ technology: "zod", version_scheme: "semver", constraint }],
  }) as unknown as ListedRow;

test("of a skill's versions the named, the selected or the newest is chosen among those that fit best", () => {
  const caller: ApplicabilityEntry[] = [{ technology: "zod", version_scheme: "semver", constraint: "^4" }];
  const chosen = (query: string, ...rows: ListedRow[]) =>
    fittingVersions(rows, caller, query).map(({ row, judgement }) => `${row.version_id} ${judgement.verdict}`);
  const [newest, selected, old] = [
    rowOf("s", "v3", false, "^4"),
    rowOf("s", "v2", true, "^4"),
    rowOf("s", "v1", false, "^3"),
  ];
  expect(chosen("", newest, selected, old)).toEqual(["v2 compatible"]);
  expect(chosen(" v1 ", newest, selected, old)).toEqual(["v1 incompatible"]);
  expect(chosen("", newest, rowOf("s", "v2", true, "^3"), old)).toEqual(["v3 compatible"]);
  expect(chosen("", rowOf("s", "v3", false, "next"), rowOf("s", "v2", true, "^3"))).toEqual(["v3 unknown"]);
  expect(chosen("", rowOf("s", "v3", false, "next"), rowOf("s", "v2", true, "later"))).toEqual(["v2 unknown"]);
  expect(chosen("", rowOf("s", "v3", false, "^2"), rowOf("s", "v2", true, "^3"))).toEqual(["v2 incompatible"]);
  expect(chosen("", old, rowOf("t", "w1", false, "^4"))).toEqual(["v1 incompatible", "w1 compatible"]);
  expect(chosen("")).toEqual([]);
});

test("a breaker lets one call through each second while it is open, from the last failure on", () => {
  const breaker = makeBreaker();
  expect(breaker.isOpen()).toBe(false);
  for (const now of [0, 100]) breaker.failed(now);
  expect(breaker.isOpen()).toBe(false);
  expect(breaker.admits(100)).toBe(true);
  breaker.failed(200);
  expect(breaker.isOpen()).toBe(true);
  expect([1_199, 1_200, 1_201, 2_199, 2_200].map((now) => breaker.admits(now))).toEqual([
    ...[false, true, false, false, true],
  ]);
  breaker.failed(5_000);
  expect([5_999, 6_000].map((now) => breaker.admits(now))).toEqual([false, true]);
  breaker.succeeded();
  expect(breaker.isOpen()).toBe(false);
  expect([6_000, 6_000].map((now) => breaker.admits(now))).toEqual([true, true]);
});
