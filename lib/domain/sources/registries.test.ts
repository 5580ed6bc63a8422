import { expect, test } from "@playwright/test";
import { normaliseTechnology } from "@/lib/contract/technology-aliases";
import { newestIn } from "@/lib/domain/sources/newest-releases";
import { REGISTRIES } from "@/lib/domain/sources/registries";

test("each line of the table has a name as the library has it, and an address over https", () => {
  for (const [technology, address] of Object.entries(REGISTRIES)) {
    expect(normaliseTechnology(technology)).toBe(technology);
    expect(address).toMatch(/^(?:npm:[@a-z]|https:\/\/)/);
  }
});

test("the newest release is read from the answers of each kind of registry", () => {
  const of = (answer: unknown) => {
    const found = newestIn(answer);
    return found && [found.version, found.released_at?.toISOString().slice(0, 10) ?? null];
  };
  expect(of({ name: "next", version: "17.0.1" })).toEqual(["17.0.1", null]);
  const upload = { upload_time_iso_8601: "2026-11-02T10:00:00.000000Z" };
  expect(of({ info: { version: "5.2" }, releases: {}, urls: [upload] })).toEqual(["5.2", "2026-11-02"]);
  const versions = [
    { num: "2.0.0-beta.1", created_at: "2026-11-05T00:00:00Z" },
    { num: "1.9.0", created_at: "2026-11-03T00:00:00Z" },
  ];
  const crate = { max_stable_version: "1.9.0", newest_version: "2.0.0-beta.1" };
  expect(of({ crate, versions })).toEqual(["1.9.0", "2026-11-03"]);
  const cycles = [
    { cycle: "3.9", latest: "3.9.20", latestReleaseDate: "2026-10-01" },
    { cycle: "3.14", latest: "3.14.1", latestReleaseDate: "2026-11-01" },
  ];
  expect(of(cycles)).toEqual(["3.14.1", "2026-11-01"]);
  expect(of({ versions: ["v1.9.0", "v1.10.0", "v2.0.0-rc.1", "nightly"] })).toEqual(["1.10.0", null]);
  expect(of({ releases: { "1.0": {}, "1.2": {} } })).toEqual(["1.2", null]);
  expect(of([{ tag_name: "go1.24.1", published_at: "2026-01-01" }])).toEqual(["1.24.1", "2026-01-01"]);
});

test("what names no release is none, whatever it holds", () => {
  const hostile = [
    null,
    7,
    "1.0.0",
    [],
    {},
    { version: 3 },
    { version: "1.0.0".padEnd(80, "0") },
    { version: "<script>" },
    { info: null },
    { info: { version: "latest" } },
    { crate: { max_stable_version: "x" }, versions: null },
    { versions: [null, 1, {}, []] },
  ];
  for (const answer of hostile) expect(newestIn(answer), JSON.stringify(answer)).toBeNull();
});
