import { expect, test } from "@playwright/test";
import * as fc from "fast-check";
import { SLUG_CHARACTERS_MAX, slugAttempt, slugFrom } from "@/lib/domain/publishing/publish-version";

test("a slug is the words of the name, in lower case, without accents or signs", () => {
  expect(slugFrom("Cache a page in the Next.js App Router")).toBe("cache-a-page-in-the-next-js-app-router");
  expect(slugFrom("Diátaxis -- Écriture!")).toBe("diataxis-ecriture");
  expect(slugFrom("postgres-upsert")).toBe("postgres-upsert");
});

test("a long name is cut between words", () => {
  const slug = slugFrom("Creating integration tests for a migration from Oracle to PostgreSQL in several steps");
  expect(slug).toBe("creating-integration-tests-for-a-migration-from-oracle-to");
});

test("a name without a Latin letter or digit still has a slug", () => {
  expect(slugFrom("数据库迁移")).toBe("skill");
  expect(slugFrom("🚀")).toBe("skill");
});

test("a taken slug is tried with a number, and after thirty with a random ending", () => {
  expect(slugAttempt("postgres-upsert", 1)).toBe("postgres-upsert");
  expect(slugAttempt("postgres-upsert", 2)).toBe("postgres-upsert-2");
  expect(slugAttempt("postgres-upsert", 31)).toMatch(/^postgres-upsert-[0-9a-f]{8}$/);
});

test("whatever the name and the attempt, the slug has the form that the table demands", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 200 }), fc.integer({ min: 1, max: 40 }), (name, attempt) => {
      const slug = slugAttempt(slugFrom(name), attempt);
      expect(slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
      expect(slug.length).toBeLessThanOrEqual(SLUG_CHARACTERS_MAX);
    }),
  );
});

test("the word that stands for a skill's versions in addresses is no slug", () => {
  expect(slugFrom("Versions")).toBe("versions-skill");
});

const NAMES_THAT_WINDOWS_CANNOT_STORE = {
  aux: "aux-skill",
  AUX: "aux-skill",
  con: "con-skill",
  "Con.": "con-skill",
  nul: "nul-skill",
  "-prn-": "prn-skill",
  com0: "com0-skill",
  "COM¹": "com1-skill",
  com9: "com9-skill",
  "lpt 1": "lpt-1",
  lpt2: "lpt2-skill",
  ＡＵＸ: "aux-skill",
  "aux.": "aux-skill",
  com10: "com10",
  "aux tools": "aux-tools",
  "name. ": "name",
  conin$: "conin",
  console: "console",
};

test("a name that Windows cannot store as a folder gets an ending", () => {
  for (const [name, slug] of Object.entries(NAMES_THAT_WINDOWS_CANNOT_STORE))
    expect([name, slugFrom(name)]).toEqual([name, slug]);
});

test("a slug has at most 64 characters, cut between words only in its second half", () => {
  expect(slugFrom("a".repeat(64))).toBe("a".repeat(64));
  expect(slugFrom("a".repeat(65))).toBe("a".repeat(64));
  expect(slugFrom(`${"a".repeat(63)} b`)).toBe("a".repeat(63));
  expect(slugFrom(`${"a".repeat(64)} b`)).toBe("a".repeat(64));
  expect(slugFrom(`${"a".repeat(33)} ${"b".repeat(40)}`)).toBe("a".repeat(33));
  expect(slugFrom(`${"a".repeat(32)} ${"b".repeat(40)}`)).toBe(`${"a".repeat(32)}-${"b".repeat(31)}`);
  expect(slugFrom(" -- Hyphens -- ")).toBe("hyphens");
  expect(SLUG_CHARACTERS_MAX).toBe(64);
});

test("an ending takes its room from the name, and the thirtieth attempt is the last with a number", () => {
  expect(slugAttempt("a".repeat(64), 2)).toBe(`${"a".repeat(62)}-2`);
  expect(slugAttempt("a", 30)).toBe("a-30");
  expect(slugAttempt("a", 31)).not.toBe(slugAttempt("a", 31));
  expect(slugAttempt("a".repeat(64), 31)).toMatch(/^a{55}-[0-9a-f]{8}$/);
});

test("a name of exactly 64 characters keeps its last word", () => {
  const name = `${"a".repeat(40)} ${"b".repeat(23)}`;
  expect(slugFrom(name)).toBe(name.replace(" ", "-"));
});
