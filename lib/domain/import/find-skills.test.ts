import { mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "@playwright/test";
import { findSkills } from "@/lib/domain/import/find-skills";

let root = "";

test.beforeEach(() => {
  root = realpathSync(mkdtempSync(path.join(tmpdir(), "cairn-find-")));
});
test.afterEach(() => rmSync(root, { recursive: true, force: true }));

function put(...files: string[]): void {
  for (const file of files) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), "");
  }
}

const found = () => findSkills(root).skills.map((skill) => skill.relative);

test("skills are found at any depth, also below other skills, in path order", () => {
  put(
    "b/SKILL.md",
    "a/one/SKILL.md",
    "a/one/parts/two/SKILL.md",
    ".agents/skills/c/SKILL.md",
    "d/README.md",
    "e/skill.md",
  );
  expect(found()).toEqual([".agents/skills/c", "a/one", "a/one/parts/two", "b"]);
});

test("node_modules and .git are skipped", () => {
  put("a/SKILL.md", "node_modules/x/SKILL.md", "a/node_modules/y/SKILL.md", ".git/z/SKILL.md");
  expect(found()).toEqual(["a"]);
});

test("a root that is itself a skill keeps its own name", () => {
  put("SKILL.md");
  expect(found()).toEqual([path.basename(root)]);
});

test("circular links terminate, and a folder is read once, under its own path", () => {
  put("skills/a/SKILL.md");
  symlinkSync(root, path.join(root, "skills/a/up"));
  symlinkSync("self", path.join(root, "self"));
  symlinkSync("skills/a", path.join(root, "0-first"));
  expect(found()).toEqual(["skills/a"]);
});

test("a link to a folder elsewhere is followed", () => {
  put("elsewhere/a/SKILL.md", "library/b/SKILL.md");
  symlinkSync("../elsewhere/a", path.join(root, "library/a"));
  expect(findSkills(path.join(root, "library")).skills.map((skill) => skill.relative)).toEqual(["a", "b"]);
});

test("markdown in versions/ is included, sorted by name", () => {
  put("a/SKILL.md", "a/versions/02-b.md", "a/versions/01-a.md", "a/versions/notes.txt", "b/versions/01.md");
  expect(findSkills(root).skills).toEqual([
    {
      root,
      folder: path.join(root, "a"),
      relative: "a",
      versions: [path.join(root, "a/versions/01-a.md"), path.join(root, "a/versions/02-b.md")],
      beside: [],
    },
  ]);
});

test("everything else in the folder of a skill is named, without hidden files", () => {
  put(
    "a/SKILL.md",
    "a/LICENSE.txt",
    "a/scripts/run.sh",
    "a/references/more.md",
    "a/parts/b/SKILL.md",
    "a/.hidden",
    "c/x.md",
  );
  expect(findSkills(root).skills.map(({ relative, beside }) => [relative, beside])).toEqual([
    ["a", ["LICENSE.txt", "parts/", "references/", "scripts/"]],
    ["a/parts/b", []],
  ]);
});

test("a folder whose path is too long is named, and the others are found", () => {
  const half = path.join(...Array.from({ length: 10 }, () => "x".repeat(250)));
  put("a/SKILL.md", `b/${half}/SKILL.md`, `c/${half}/SKILL.md`);
  const below = path.join(root, "b", half, "c");
  renameSync(path.join(root, "c"), below);
  try {
    expect(findSkills(root).unreadable.map(({ reason }) => reason)).toEqual(["folder cannot be read (ENAMETOOLONG)"]);
    expect(found()).toEqual(["a", `b/${half}`]);
  } finally {
    renameSync(below, path.join(root, "c"));
  }
});
