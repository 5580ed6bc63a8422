import { expect, test } from "@playwright/test";
import { explain } from "@renovatebot/pep440";
import { pythonVersionOf } from "@/lib/command/projects/python-versions";
import { inFull } from "@/lib/contract/versions/written-version";

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
