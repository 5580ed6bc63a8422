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

test("ids are unique, labels and numbers agree with the file, and a text has 5 to 35 lines", () => {
  expect(new Set(samples.map(({ id }) => id)).size).toBe(samples.length);
  const wrong = SAMPLE_HALVES.flatMap((half) =>
    SAMPLE_SIDES.flatMap((side) =>
      readSamples({ half, side }).filter(({ id, side: label, markdown }) => {
        const lines = markdown.split("\n").length;
        return (
          label !== side || Number(id.split("-").at(-1)) > 900 !== (half === "kept-out") || lines < 5 || lines > 35
        );
      }),
    ),
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
