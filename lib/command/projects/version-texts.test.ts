import { expect, test } from "@playwright/test";
import { explain } from "@renovatebot/pep440";
import { parseRange } from "@/lib/command/projects/ranges";
import {
  PHP,
  POETRY,
  PYTHON,
  pythonVersionOf,
  RUBY,
  RUST,
  rangeOf,
  versionOf,
} from "@/lib/command/projects/version-texts";
import { inFull } from "@/lib/contract/versions";

test("versions of every ecosystem become versions of one form", () => {
  const cases: Array<[string, string | null]> = [
    ["14.2.3", "14.2.3"],
    ["v11.0.1", "11.0.1"],
    ["5.1", "5.1.0"],
    ["20", "20.0.0"],
    ["4.2rc1", "4.2.0-rc.1"],
    ["4.2.0b2", "4.2.0-beta.2"],
    ["2.0.0.post1", "2.0.0"],
    ["2.0.dev3", "2.0.0-dev.3"],
    ["7.1.3.4", "7.1.3"],
    ["8.0.0.rc1", "8.0.0-rc.1"],
    ["3.3.0p0", "3.3.0"],
    ["6.1.4.RELEASE", "6.1.4"],
    ["6.4.4.Final", "6.4.4"],
    ["33.0.0-jre", "33.0.0"],
    ["v1.31.2-gke.1115000", "1.31.2"],
    ["1:2.4.57-2+deb12u1", "2.4.57"],
    ["3.2.0-M1", "3.2.0-M1"],
    ["1.4.2+incompatible", "1.4.2"],
    ["16.0.0-canary.12", "16.0.0-canary.12"],
    ["024.04", "24.4.0"],
    ["latest", null],
    ["", null],
    ["1.2.3 or later", null],
  ];
  for (const [text, version] of cases) expect([text, versionOf(text)]).toEqual([text, version]);
});

test("ranges of every ecosystem become ranges of node-semver", () => {
  const cases = [
    [">=4.2,<5.0", PYTHON, ">=4.2.0 <5.0.0"],
    ["~=4.2", PYTHON, ">=4.2.0 <5.0.0-0"],
    ["~=4.2.1", PYTHON, ">=4.2.1 <4.3.0-0"],
    ["==4.2.*", PYTHON, "4.2.x"],
    ["== 4.2", PYTHON, "4.2.0"],
    [">=3.11, !=3.12.1", PYTHON, ">=3.11.0"],
    ["^4.2", POETRY, "^4.2"],
    ["~4.2", POETRY, ">=4.2.0 <4.3.0-0"],
    ["~> 7.1", RUBY, ">=7.1.0 <8.0.0-0"],
    ["~> 7.1.2", RUBY, ">=7.1.2 <7.2.0-0"],
    ["1.38", RUST, "^1.38"],
    ["0.7.4", RUST, "^0.7.4"],
    ["=1.2.3", RUST, "1.2.3"],
    ["^11.0", PHP, "^11.0"],
    ["~6.4", PHP, ">=6.4.0 <7.0.0-0"],
    ["^10.0|^11.0", PHP, "^10.0 || ^11.0"],
    ["8.2.*", PHP, "8.2.x"],
    ["^2.0@dev", PHP, "^2.0"],
    ["[1.0,2.0)", PYTHON, ">=1.0.0 <2.0.0"],
    ["[3.2.1]", PYTHON, "3.2.1"],
    ["(,6.0]", PYTHON, "<=6.0.0"],
  ] as const;
  for (const [text, dialect, range] of cases) {
    expect([text, rangeOf(text, dialect)]).toEqual([text, range]);
    expect(parseRange(range), range).not.toBeNull();
  }
});

test("what allows every version, or is no range, is none", () => {
  for (const text of ["*", "", "dev-main", "@dev", "git+https://example.org/a", "!=4.2", ">=", "[a,b)"])
    expect([text, rangeOf(text, PYTHON)]).toEqual([text, null]);
});

const NAMES: Record<string, string> = { a: "alpha", b: "beta", rc: "rc" };

/** The same by the library that implements PEP 440. */
function byLibrary(text: string): string | null {
  const read = explain(text.trim());
  if (!read) return null;
  const [letter, number] = read.pre ?? [];
  const dev = read.is_devrelease ? `dev.${Number(/dev(\d+)/.exec(read.public)?.[1] ?? 0)}` : "";
  return inFull({
    numbers: read.release.map(String),
    prerelease: letter === undefined ? dev : `${NAMES[letter] ?? letter}.${number}`,
  });
}

const EPOCHS = ["", "1!"];
const RELEASES = ["1", "1.2", "1.2.3", "2024.01.5", "1.2.3.4", "v3.0"];
const PRE = ["", "a1", ".beta2", "-rc", "_c3", "pre4", "preview5", "alpha", "B1", "RC2"];
const POST = ["", ".post1", "-1", "rev2", "r3", ".post"];
const DEV = ["", ".dev3", "dev", "-dev4"];
const LOCAL = ["", "+cu121", "+ubuntu.1"];

test("each form of a version by PEP 440 is read as the library for it reads it", () => {
  const others: string[] = [];
  for (const epoch of EPOCHS)
    for (const release of RELEASES)
      for (const pre of PRE)
        for (const post of POST)
          for (const dev of DEV)
            for (const local of LOCAL) {
              const text = `${epoch}${release}${pre}${post}${dev}${local}`;
              if (pythonVersionOf(text) !== byLibrary(text)) others.push(text);
            }
  expect(others).toEqual([]);
});

for (const text of ["", "x", "1.", "1..2", "1.2-x", "1.2+", "1.2.3-rc-dev-x", "latest", "==1.0", "1.0 1"])
  test(`"${text}" is no version`, () => {
    expect([pythonVersionOf(text), byLibrary(text)]).toEqual([null, null]);
  });
