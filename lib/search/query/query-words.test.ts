import { expect, test } from "@playwright/test";
import { type QueryWord, queryWords, rarity } from "@/lib/search/query/query-words";
import { makeStatistics } from "@/lib/search/rank/statistics";

/** Term and in how many of a hundred documents. */
const TERMS = `upsert 3, row 20, postgresql 12, conflict 4, deploy 9, deployment 5, migrat 7, migration 6, static 8, web 15,
  app 30, staticweb 1, webapp 2, kubernet 6, playwright 5, flaky 2, test 40, next 10, cach 9, pull 6, request 18, nextj 3,
  docker 7, compos 4, dockercompos 2, type 20, script 9, abc 5, def 5, mig 1, migra 2, red 3, rede 1, readi 4, imag 9,
  small 3, shrink 1, mad 2`;
const terms = new Map(
  TERMS.split(",").map((entry) => {
    const [term = "", documents] = entry.trim().split(" ");
    return [term, Number(documents)] as const;
  }),
);
const statistics = makeStatistics({ documents: 100, means: [5, 20, 5, 100], terms });
const round = (value: number) => Math.round(value * 10_000) / 10_000;

function inWords(word: QueryWord): string {
  const traits = (["ordinary", "names", "telling", "known"] as const).filter((trait) => word[trait]);
  const variants = word.variants.map((one) => `${one.terms.join("+")} ${round(one.weight)} ${round(one.importance)}`);
  return `${word.word} ${round(word.importance)} (${traits.join(", ")}): ${variants.join("; ")}`;
}
const wordsOf = (query: string, options: { prefix?: boolean } = {}) =>
  queryWords(query, statistics, options).words.map(inWords);

test("each word counts by its rarity, and what the library lacks is rarest", () => {
  expect(["app", "row", "upsert", "nothing"].map((term) => round(rarity(term, statistics)))).toEqual([
    ...[0.2256, 0.3004, 0.6334, 1],
  ]);
  const everywhere = makeStatistics({ documents: 10, means: [5, 20, 5, 100], terms: new Map([["a", 12]]) });
  expect(round(rarity("a", everywhere))).toBe(round(rarity("a", { ...everywhere, documentsWith: () => 10 })));
});

test("a word is also its other names, its family, its related words and its compounds", () => {
  expect(wordsOf("upsert rows in postgres")).toEqual([
    "upsert 0.6334 (telling, known): upsert 1 0.6334",
    "rows 0.3004 (ordinary, telling, known): row 1 0.3004",
    "postgres 0.3936 (names, telling, known): postgr 1 0.3936; postgresql 0.9 0.3542",
  ]);
  expect(wordsOf("deploying the static web app")).toEqual([
    "deploying 0.4453 (known): deploy 1 0.4453; deployment 0.75 0.334",
    "static 0.4663 (telling, known): static 1 0.4663; staticweb 0.95 0.443",
    "web 0.3531 (ordinary, telling, known): web 1 0.3531; staticweb 0.95 0.3354; webapp 0.95 0.3354",
    "app 0.0564 (ordinary, known): app 1 0.0564; webapp 0.95 0.0536",
  ]);
  expect(wordsOf("docker compose")).toEqual([
    "docker 0.4898 (names, telling, known): docker 1 0.4898; dockercompos 0.95 0.4654",
    "compose 0.5861 (names, telling, known): compos 1 0.5861; dockercompos 0.95 0.5568",
  ]);
});

test("a compound is asked for whole and in parts, and one that nobody wrote in its parts", () => {
  expect(wordsOf("docker-compose")).toEqual([
    "docker-compose 0.6968 (names, telling, known): dockercompos 1 0.6968; docker+compos 0.85 0.4982",
  ]);
  expect(wordsOf("Next.js")).toEqual(["next.js 0.6334 (names, telling, known): nextj 1 0.6334; next+js 0.85 0.5384"]);
  expect(wordsOf("flaky-deployment")).toEqual([
    "flaky 0.6968 (telling, known): flaky 1 0.6968",
    "deployment 0.5483 (telling, known): deployment 1 0.5483; deploy 0.75 0.334",
  ]);
});

test("a word of six letters or more is split where both parts are known, and the more frequent rarer part wins", () => {
  expect(wordsOf("staticwebapp")).toEqual([
    "staticwebapp 0.6968 (telling, known): staticwebapp 1 0.6968; static+webapp 0.85 0.5923",
  ]);
  expect(wordsOf("abcdef")).toEqual(["abcdef 0.5483 (telling, known): abcdef 1 0.5483; abc+def 0.85 0.466"]);
  expect(wordsOf("webapp")).toEqual(["webapp 0.6968 (telling, known): webapp 1 0.6968; web+app 0.85 0.3001"]);
  expect(wordsOf("typescript")).toEqual([
    "typescript 0.4453 (names, telling, known): typescript 1 0.4453; type+script 0.85 0.3785",
  ]);
});

test("a typing error is forgiven in a word that nothing is spelt like, and counts as what it stands for", () => {
  expect(wordsOf("playwrigth kubernetis zzzzqq")).toEqual([
    "playwrigth 0.5483 (telling, known): playwrigth 1 0.5483; playwright 0.88 0.4825",
    "kubernetis 0.5168 (telling, known): kubernetis 1 0.5168; kubernet 0.76 0.3928",
    "zzzzqq 1 (telling): zzzzqq 1 1",
  ]);
  expect(wordsOf("shrunk")).toEqual(["shrunk 0.793 (telling, known): shrunk 1 0.793; shrink 0.8 0.6344"]);
});

test("words that say that something is wanted, single letters and everyday words of no document count little", () => {
  expect(wordsOf("I need x 3.12")).toEqual([
    "need 0.25 (ordinary): need 1 0.25",
    "x 0.25 (ordinary): x 1 0.25",
    "3.12 0.3 (ordinary, telling): 3.12 1 0.3",
  ]);
});

test("only while typing the last word is the start of longer ones", () => {
  const whole = ["migr 0.4898 (telling, known): migr 1 0.4898; migrat 0.75 0.3674; migration 0.75 0.3674"];
  expect(wordsOf("migr")).toEqual(whole);
  expect(wordsOf("migr", { prefix: true })).toEqual([`${whole[0]}; migra 0.7 0.3429`]);
  expect(wordsOf("w row", { prefix: true })[0]).toBe("w 0.25 (ordinary): w 1 0.25");
  expect(wordsOf("row w", { prefix: true })[1]).toBe("w 0.25 (ordinary): w 1 0.25");
});

test("a repeated word is asked once, and pairs name the places of the words they join", () => {
  const { words, pairs } = queryWords("abcdef upsert upsert row", statistics);
  expect(words.map(({ term }) => term)).toEqual(["abcdef", "upsert", "row"]);
  expect(pairs.map(({ first, second }) => [first, second])).toEqual([
    [0, 1],
    [1, 1],
    [1, 2],
  ]);
  expect(pairs.map(({ hash }) => hash).slice(0, 2)).toEqual([1_388_512_249, 3_423_138_849]);
});

test("of another language the words that texts use and names are understood, without typing errors", () => {
  const read = (query: string) => {
    const { words, unread } = queryWords(query, statistics);
    return [words.map(({ word }) => word).join(" "), unread.join(" ")];
  };
  expect(read("Wie cache ich eine Seite in Next.js?")).toEqual(["cache next.js", "seite"]);
  expect(read("wie kann ich kubernetis und shrink mit abc")).toEqual(["abc", "kubernetis shrink"]);
  expect(read("Next.jsでdocker-composeをキャッシュする")[0]).toBe("next.js docker-compose");
  expect(read("cache a kubernetis page")).toEqual(["cache kubernetis page", ""]);
});

test("a long query keeps its first forty words", () => {
  const query = Array.from({ length: 50 }, (_, n) => `q${String.fromCharCode(97 + n / 26, 97 + (n % 26))}zz`);
  const { words, pairs } = queryWords(query.join(" "), statistics);
  expect(words.map(({ word }) => word)).toEqual(query.slice(0, 40));
  expect(pairs).toHaveLength(39);
  expect(queryWords("", statistics)).toEqual({ words: [], pairs: [], hasList: false, unread: [] });
});
