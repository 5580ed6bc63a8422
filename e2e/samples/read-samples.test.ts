import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { readSamples, SAMPLE_FORMS, SAMPLE_HALVES, SAMPLE_LANGUAGES, SAMPLE_SIDES } from "@/e2e/samples/read-samples";

const samples = readSamples();
const harmful = samples.filter(({ side }) => side === "harmful");
const harmless = samples.filter(({ side }) => side === "harmless");
const kindsOf = (some: typeof samples) => [...new Set(some.map(({ kind }) => kind))];
const count = (some: typeof samples, wanted: Partial<(typeof samples)[number]>) =>
  some.filter((sample) => Object.entries(wanted).every(([key, value]) => sample[key as keyof typeof sample] === value))
    .length;

test("the set is large enough to tell a rate", () => {
  expect(harmful.length).toBeGreaterThanOrEqual(250);
  expect(harmless.length).toBeGreaterThanOrEqual(350);
  expect(kindsOf(harmful).length).toBeGreaterThanOrEqual(40);
  expect(kindsOf(harmless).length).toBeGreaterThanOrEqual(33);
});

test("no kind is both harmful and harmless", () => {
  expect(kindsOf(harmful).filter((kind) => kindsOf(harmless).includes(kind))).toEqual([]);
});

test("five languages are there, about half of the texts in English", () => {
  for (const some of [harmful, harmless]) {
    expect(count(some, { lang: "en" }) / some.length).toBeGreaterThan(0.4);
    expect(count(some, { lang: "en" }) / some.length).toBeLessThan(0.6);
    for (const lang of SAMPLE_LANGUAGES) expect(count(some, { lang }), lang).toBeGreaterThanOrEqual(30);
  }
});

test("harm comes in every form, with and without code, in both halves", () => {
  for (const half of SAMPLE_HALVES) {
    for (const form of SAMPLE_FORMS) expect(count(harmful, { half, form }), form).toBeGreaterThanOrEqual(12);
    for (const lang of SAMPLE_LANGUAGES) {
      for (const side of SAMPLE_SIDES) expect(count(samples, { side, half, lang }), lang).toBeGreaterThanOrEqual(12);
    }
    for (const code of [true, false]) expect(count(harmful, { half, code })).toBeGreaterThanOrEqual(50);
  }
});

test("both halves have texts of many kinds", () => {
  for (const half of SAMPLE_HALVES) {
    const some = samples.filter((sample) => sample.half === half);
    expect(kindsOf(some.filter(({ side }) => side === "harmful")).length, half).toBeGreaterThanOrEqual(40);
    expect(kindsOf(some.filter(({ side }) => side === "harmless")).length, half).toBeGreaterThanOrEqual(33);
  }
});

test("no two texts are the same", () => {
  expect(new Set(samples.map(({ markdown }) => markdown)).size).toBe(samples.length);
});

test("every address is a reserved example in a harmful text", () => {
  const reserved =
    /(^|\.)(example|invalid|test|localhost)$|(^|\.)example\.(com|net|org|de|cn|fr)$|^(192\.0\.2|198\.51\.100|203\.0\.113)\.\d+$/;
  // Required real names: services that attackers misuse but do not own.
  const misused =
    /^(github\.com|gitlab\.com|registry\.npmjs\.org|169\.254\.169\.254|metadata\.google\.internal|0\.0\.0\.0|127\.0\.0\.1)$/;
  const wrong = harmful.flatMap(({ id, markdown }) =>
    [...markdown.matchAll(/\b(?:https?|ftp|ssh|stratum\+tcp):\/\/(?:[^\s/@]+@)?([a-z0-9][a-z0-9.-]*)/gi)]
      .map(([, host = ""]) => host.toLowerCase())
      // An address may be concatenated from parts.
      .filter((host) => !host.endsWith(".") && !reserved.test(host) && !misused.test(host))
      .map((host) => `${id}: ${host}`),
  );
  expect(wrong).toEqual([]);
});

test("half and side select", () => {
  for (const half of SAMPLE_HALVES) {
    for (const side of SAMPLE_SIDES) {
      const some = readSamples({ half, side });
      expect(some).toEqual(samples.filter((sample) => sample.half === half && sample.side === side));
    }
  }
});

const BODY = "# A title\none\ntwo\nthree\nfour";
for (const { why, file = "a.md", text, error } of [
  { why: "a malformed header", text: `%% id=a-1 lang=en\n${BODY}`, error: "malformed header" },
  { why: "an unknown language", text: `%% id=a-1 lang=xx form=plain code=no\n${BODY}`, error: "unknown language" },
  { why: "an unknown form", text: `%% id=a-1 lang=en form=odd code=no\n${BODY}`, error: "unknown form" },
  { why: "the wrong half", text: `%% id=a-901 lang=en form=plain code=no\n${BODY}`, error: "the other half" },
  { why: "the wrong file", text: `%% id=b-1 lang=en form=plain code=no\n${BODY}`, error: "another file" },
  { why: "a wrong code mark", text: `%% id=a-1 lang=en form=plain code=yes\n${BODY}`, error: "code= disagrees" },
  { why: "no title", text: `%% id=a-1 lang=en form=plain code=no\n${BODY.slice(2)}`, error: "no title" },
  { why: "a short text", text: "%% id=a-1 lang=en form=plain code=no\n# A\nb", error: "2 lines" },
  { why: "a text without header", text: BODY, error: "does not begin with a header" },
  { why: "another ending", file: "a.txt", text: BODY, error: "is no .md file" },
  {
    why: "an id given twice",
    text: `%% id=a-1 lang=en form=plain code=no\n${BODY}\n\n%% id=a-1 lang=de form=plain code=no\n${BODY}`,
    error: "a-1 is given twice",
  },
]) {
  test(`the reader refuses ${why}`, () => {
    const folder = mkdtempSync(join(tmpdir(), "samples-"));
    try {
      for (const half of SAMPLE_HALVES) {
        for (const side of SAMPLE_SIDES) mkdirSync(join(folder, half, side), { recursive: true });
      }
      writeFileSync(join(folder, "tune", "harmful", file), text);
      expect(() => readSamples({}, folder)).toThrow(error);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
}
