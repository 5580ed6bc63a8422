import { expect, test } from "@playwright/test";
import { bytesOf, numbersOf } from "@/lib/search/engine/embedder";
import { analyseVersion, hashOf, pack, placeOf, sieveOf, type VersionText } from "@/lib/search/query/analyse-version";
import { queryWords } from "@/lib/search/query/query-words";
import { scoreText } from "@/lib/search/rank/rank";
import { makeStatistics } from "@/lib/search/rank/statistics";

const UPSERT: VersionText = {
  slug: "postgres-upsert",
  title: "Upsert rows in PostgreSQL",
  description: "Insert or update a row in one statement.",
  questions: [],
  lent_question: null,
  markdown:
    "## Short answer\n\nUse `insert … on conflict do update`.\n\n## Pitfalls\n\nA serial burns values. Rows stay.",
  technologies: ["postgresql", "sql server"],
};
/** A body of 2,000 words, so that its thirty-two slices have 63 words each: a mark at the start of the first two and in the last. */
const LONG: VersionText = {
  ...UPSERT,
  markdown: Array.from({ length: 2_000 }, (_, n) =>
    n === 0 ? "alpha" : n === 62 ? "beta" : n === 63 ? "gamma" : n === 126 ? "delta" : n === 1_999 ? "omega" : "filler",
  ).join(" "),
};
const upsert = analyseVersion(UPSERT);
const long = analyseVersion(LONG);
const statistics = makeStatistics({
  documents: 100,
  means: [8, 10, 4, 12],
  terms: new Map([
    ["upsert", 3],
    ["row", 20],
    ["postgresql", 12],
    ["conflict", 4],
    ["insert", 15],
    ["updat", 30],
    ["statement", 8],
    ["serial", 2],
    ["burn", 1],
    ["alpha", 2],
    ["beta", 2],
    ["gamma", 2],
    ["delta", 2],
    ["omega", 2],
    ["zebra", 1],
  ]),
});
const round = (value: number) => Math.round(value * 100_000) / 100_000;

/** For a term its counts in title, description, headings and body, and the bits of its slices. */
function stored({ version }: typeof upsert, term: string): [counts: string, slices: number] | null {
  const place = placeOf(version, hashOf(term));
  return place < 0
    ? null
    : [version.counts.slice(4 * place, 4 * place + 4).join(" "), version.slices[place] ?? Number.NaN];
}

test("an analysis counts each term in each field, with what the slug and the technologies add to the title", () => {
  expect(upsert.version.lengths).toEqual([9, 9, 3, 9]);
  expect(upsert.terms).toEqual(
    `answer burn conflict insert one pitfall postgr postgresql row serial server short sql statement stay updat upsert use
     valu`.split(/\s+/),
  );
  expect(stored(upsert, "row")).toEqual(["1 1 0 1", 1]);
  expect(stored(upsert, "postgr"), "from the slug").toEqual(["1 0 0 0", 0]);
  expect(stored(upsert, "server"), "from a technology").toEqual(["1 0 0 0", 0]);
  expect(stored(upsert, "postgresql"), "said by the title, counted once").toEqual(["1 0 0 0", 0]);
  expect(stored(upsert, "short")).toEqual(["0 0 1 0", 0]);
  expect(stored(upsert, "upsert row"), "two neighbours").toEqual(["1 0 0 0", 0]);
  expect(stored(upsert, "one statement")).toEqual(["0 1 0 0", 0]);
  expect(stored(upsert, "serial burn"), "no neighbours in the body").toBeNull();
  expect(stored(upsert, "nothing")).toBeNull();
  expect(upsert.plain_text).toBe("Use insert … on conflict do update .\nA serial burns values. Rows stay.");
});

test("a body has thirty-two slices of equal length, the last one shorter, and none below twenty-four words", () => {
  const bits = (term: string) => (stored(long, term)?.[1] ?? 0).toString(2);
  expect(["alpha", "beta", "gamma", "delta"].map(bits)).toEqual(["1", "1", "10", "100"]);
  expect(bits("omega")).toBe(`1${"0".repeat(31)}`);
  expect(stored(long, "filler")).toEqual(["0 0 0 255", 2 ** 32 - 1]);
  const short = analyseVersion({
    ...UPSERT,
    markdown: `${"filler ".repeat(24)}alpha ${"filler ".repeat(22)}beta gamma`,
  });
  expect(["alpha", "beta", "gamma"].map((term) => stored(short, term)?.[1])).toEqual([0b10, 0b10, 0b100]);
});

test("a term is known by its hash, and a sieve of four bits a term says which are not there", () => {
  expect(["", "a", "upsert", "row postgresql"].map(hashOf)).toEqual([2166136261, 3826002220, 2475106722, 1492262679]);
  const sizes = [0, 1, 8, 9, 16, 17, 100].map((length) => sieveOf(new Uint32Array(length)).length);
  expect(sizes).toEqual([1, 1, 1, 2, 2, 4, 16]);
  expect([...sieveOf(Uint32Array.from([1, 33, 64, 0xffffffff, 7, 8, 9, 10, 11]))]).toEqual([3971, 2147483650]);
  const { version } = long;
  for (const [place, hash] of version.hashes.entries()) expect(placeOf(version, hash)).toBe(place);
  for (const hash of version.hashes) expect(placeOf(version, hash ^ 1)).toBe(version.hashes.indexOf(hash ^ 1));
  const few = { ...version, hashes: Uint32Array.from([5, 10, 4_000_000_000]), sieve: Uint32Array.from([-1]) };
  expect([5, 10, 4_000_000_000, 0, 7, 11, 4_294_967_295].map((hash) => placeOf(few, hash))).toEqual([
    ...[0, 1, 2, -1, -1, -1, -1],
  ]);
});

test("an analysis is stored as its numbers in order, little-endian", () => {
  const bytes = pack({
    hashes: Uint32Array.from([1, 0x01020304]),
    slices: Uint32Array.from([7, 8]),
    counts: Uint8Array.from([1, 2, 3, 4, 5, 6, 7, 8]),
    lengths: [10, 20, 30, 40],
    sieve: new Uint32Array(1),
  });
  expect(bytes.toString("hex")).toBe(
    "020000000a000000140000001e000000280000000100000004030201070000000800000001020304" + "05060708",
  );
  expect(bytesOf([1, -2.5]).toString("hex")).toBe("0000803f000020c0");
  expect(numbersOf(Buffer.from("0000803f000020c0", "hex"))).toEqual([1, -2.5]);
});

/** Query, then the tier, and score, coverage, lead and missing of each of the two texts. */
const SCORES: ReadonlyArray<[query: string, inShort: string, inLong: string]> = [
  [
    "upsert rows postgresql",
    "all_words 1.55165 1 1 0 title,description,body",
    "all_words 1.54804 1 1 0 title,description",
  ],
  ["upsert", "all_words 1.39516 1 1 0 title", "all_words 1.39516 1 1 0 title"],
  ["rows", "all_words 1.46799 1 1 0 title,description,body", "all_words 1.45208 1 1 0 title,description"],
  ["upsert conflict", "most_words 0.99855 1 0.51941 0 title,body", "some_words 0.66811 0.51941 0.51941 0.48059 title"],
  ["serial burns", "some_words 0.5699 1 0 0 body", "some_words 0 0 0 0.4677"],
  ["insert update statement", "all_words 1.30141 1 1 0 description,body", "all_words 1.25676 1 1 0 description"],
  ["zebra", "some_words 0 0 0 1", "some_words 0 0 0 1"],
  [
    "upsert zebra",
    "some_words 0.56359 0.44405 0.44405 0.55595 title",
    "some_words 0.56359 0.44405 0.44405 0.55595 title",
  ],
  [
    "use rows",
    "most_words 1.06008 1 0.5458 0 title,description,body",
    "most_words 0.73215 0.5458 0.5458 0 title,description",
  ],
  ["upsert rows", "all_words 1.55859 1 1 0 title,description,body", "all_words 1.55347 1 1 0 title,description"],
  [
    "statement rows upsert",
    "all_words 1.34346 1 1 0 title,description,body",
    "all_words 1.34005 1 1 0 title,description",
  ],
  [
    "kafka upsert rows",
    "some_words 0.67763 0.48289 0.48289 0.51711 foreign title,description,body",
    "some_words 0.67554 0.48289 0.48289 0.51711 foreign title,description",
  ],
  ["kafka", "some_words 0 0 0 1 foreign", "some_words 0 0 0 1 foreign"],
  ["alpha beta", "some_words 0 0 0 1", "some_words 0.42605 1 0 0 body"],
  ["alpha gamma", "some_words 0 0 0 1", "some_words 0.42605 1 0 0 body"],
  ["alpha delta", "some_words 0 0 0 1", "some_words 0.30605 1 0 0 body"],
  ["beta gamma delta", "some_words 0 0 0 1", "some_words 0.34605 1 0 0 body"],
  ["alpha omega", "some_words 0 0 0 1", "some_words 0.30605 1 0 0 body"],
  [
    "row omega",
    "some_words 0.38995 0.30125 0.30125 0.69875 title,description,body",
    "some_words 0.73514 1 0.30125 0 title,description,body",
  ],
  [
    "insert burns",
    "some_words 0.78669 1 0.30807 0 description,body",
    "some_words 0.33216 0.30807 0.30807 0 description",
  ],
  ["short answer", "some_words 0.40678 1 0 0 headings", "some_words 0 0 0 0"],
  [
    "update the serial rows",
    "some_words 0.92036 1 0.43015 0 title,description,body",
    "some_words 0.52528 0.43015 0.43015 0.56985 title,description",
  ],
  [
    "upsert updat conflict serial burn zebra",
    "some_words 0.60911 0.78727 0.23042 0.21273 title,description,body",
    "some_words 0.27189 0.23042 0.23042 0.55685 title,description",
  ],
  ["", "some_words 0 0 0 0", "some_words 0 0 0 0"],
];

for (const [query, inShort, inLong] of SCORES) {
  test(`the scores of "${query}"`, () => {
    const words = queryWords(query, statistics);
    const told = ({ version }: typeof upsert) => {
      const { tier, score, coverage, lead, missing, isForeign, why } = scoreText(words, version, statistics);
      const numbers = [score, coverage, lead, missing].map(round).join(" ");
      return `${tier} ${numbers}${isForeign ? " foreign" : ""} ${why.join()}`.trim();
    };
    expect(told(upsert)).toBe(inShort);
    expect(told(long)).toBe(inLong);
  });
}
