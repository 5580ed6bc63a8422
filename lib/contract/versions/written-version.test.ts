import { expect, test } from "@playwright/test";
import { BUILDS, NO_VERSIONS, PRERELEASES } from "@/e2e/samples/vendor-versions";
import { inFull, readWritten } from "@/lib/contract/versions/written-version";

test("more than two hundred real spellings are in the table, each once", () => {
  const spellings = [...BUILDS.flatMap(([, , ...some]) => some), ...PRERELEASES.map(([one]) => one), ...NO_VERSIONS];
  expect(spellings.length).toBeGreaterThanOrEqual(200);
  expect(new Set(spellings).size).toBe(spellings.length);
});

test("a distribution's build of a version is that version", () => {
  const read = BUILDS.map(([kind, , ...spellings]) => [
    kind,
    ...spellings.map((spelling) => {
      const written = readWritten(spelling);
      const isBuild = written?.isBuild && written.prerelease === "";
      return `${spelling} → ${isBuild ? written.numbers.slice(0, 3).join(".") : JSON.stringify(written)}`;
    }),
  ]);
  expect(read).toEqual(
    BUILDS.map(([kind, version, ...spellings]) => [kind, ...spellings.map((one) => `${one} → ${version}`)]),
  );
});

test("a real prerelease stays one", () => {
  const read = PRERELEASES.map(([spelling]) => {
    const written = readWritten(spelling);
    return [spelling, written && inFull(written)];
  });
  expect(read).toEqual(PRERELEASES);
});

test("what names no single version is none", () => {
  const read = NO_VERSIONS.map((text) => [text, readWritten(text)]);
  expect(read).toEqual(NO_VERSIONS.map((text) => [text, null]));
});
