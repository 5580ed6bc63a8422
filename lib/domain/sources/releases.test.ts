import { expect, test } from "@playwright/test";
import { followedReleases, readChanges, spansOf } from "@/lib/domain/sources/releases";

const VERSIONS = ["0.9.0", "0.10.1", "0.10.0", "0.2.0", "1.0.0-rc.1", "1.0.0", "1.0.1", "not a version", "01.0.0"];

test("the newest minors are followed, a range alone decides, and prereleases count only without other releases", () => {
  expect(followedReleases(VERSIONS, { minors: 2 })).toEqual([
    ["0.10.0", "0.10.1"],
    ["1.0.0", "1.0.1"],
  ]);
  expect(followedReleases(VERSIONS, {})).toHaveLength(4);
  expect(followedReleases(VERSIONS, { range: "<0.10.1" })).toEqual([["0.2.0"], ["0.9.0"], ["0.10.0"]]);
  expect(followedReleases(["1.0.0-rc.1"], {})).toEqual([["1.0.0-rc.1"]]);
  expect(followedReleases([], {})).toEqual([]);
});

async function changes(minors: string[][], texts: Record<string, string | null>) {
  const read: string[] = [];
  const found = await readChanges(
    minors,
    async (version) => {
      read.push(version);
      return { text: texts[version] ?? null };
    },
    (a, b) => a.text === b.text,
  );
  const releases = found.map(({ version, release }) => ({ version, value: release.text }));
  return { read, spans: spansOf(releases, (a, b) => a === b).map(({ value, constraint }) => `${value} ${constraint}`) };
}

test("a text holds from the first release that has it to the next that has another, found by halving", async () => {
  const minor = Array.from({ length: 16 }, (_, patch) => `0.14.${patch}`);
  const texts = Object.fromEntries(minor.map((version, patch) => [version, patch < 2 ? "old" : "new"]));
  const { read, spans } = await changes([minor, ["0.15.0"]], { ...texts, "0.15.0": "next" });
  expect(spans).toEqual(["old >=0.14.0 <0.14.2", "new >=0.14.2 <0.15.0", "next >=0.15.0 <0.16.0"]);
  expect(read.length).toBeLessThan(8);
});

test("equal texts of neighbouring minors are one span, and a gap or a return makes another", async () => {
  const minors = [["1.0.0"], ["1.1.0"], ["1.2.0"], ["1.3.0"], ["1.4.0"]];
  const texts = { "1.0.0": "a", "1.1.0": "a", "1.2.0": "b", "1.3.0": "a", "1.4.0": null };
  const { spans } = await changes(minors, texts);
  expect(spans).toEqual(["a >=1.0.0 <1.2.0", "b >=1.2.0 <1.3.0", "a >=1.3.0 <1.4.0"]);
  expect((await changes([["1.9.0"], ["2.0.1"]], { "1.9.0": "a", "2.0.1": "b" })).spans[0]).toBe("a >=1.9.0 <2.0.0");
});

test("a hundred thousand releases are no work, and versions of which no range can be written are not followed", () => {
  const many = Array.from({ length: 100_000 }, (_, patch) => `1.0.${patch}`);
  expect(followedReleases(many, {})[0]).toHaveLength(100_000);
  const odd = [`1.0.0-${"x".repeat(100)}`, "0.9007199254740991.0", "1.0.0\u0000", " 1.0.0", "__proto__", "1.0.0+build"];
  expect(followedReleases([...odd, "1.1.0"], {})).toEqual([["1.1.0"]]);
});
