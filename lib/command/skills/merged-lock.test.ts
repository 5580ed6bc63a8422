import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "@playwright/test";
import { runCommand } from "@/e2e/support/command-home";
import { changeLock, type LockedSkill, readLock } from "@/lib/command/skills/lock-file";

const SERVICE = "http://127.0.0.1:9";
const skill = (letter: string, more: Partial<LockedSkill> = {}): LockedSkill => ({
  skill_id: `skl_${letter.repeat(22)}`,
  version_id: `skv_${letter.repeat(22)}`,
  version: "1",
  covers: [],
  digest: `sha256:${"0".repeat(64)}`,
  content_sha256: "0".repeat(64),
  log: { sequence: "1", hash: "0".repeat(64) },
  folders: [".agents/skills"],
  ...more,
});

type Skills = Record<string, LockedSkill>;
const linesOf = (skills: Skills, service = SERVICE) =>
  JSON.stringify({ format: 1, service, skills }, null, 2).split("\n");

/** What Git leaves: the lines that both begin and end with, and the others as two sides. */
function merged(
  ours: string[],
  theirs: string[],
  { eol = "\n", base }: { eol?: string; base?: string[] } = {},
): string {
  let head = 0;
  while (ours[head] === theirs[head]) head += 1;
  let tail = 0;
  while (ours.at(-1 - tail) === theirs.at(-1 - tail) && tail < Math.min(ours.length, theirs.length) - head) tail += 1;
  const middle = (lines: string[]) => lines.slice(head, lines.length - tail);
  const common = base ? ["||||||| 1a2b3c", ...base] : [];
  const marks = ["<<<<<<< HEAD", ...middle(ours), ...common, "=======", ...middle(theirs), ">>>>>>> feature/skills"];
  return [...ours.slice(0, head), ...marks, ...ours.slice(ours.length - tail), ""].join(eol);
}

function folderWith(text: string): string {
  const folder = test.info().outputPath("project");
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, "cairn.lock"), text);
  return folder;
}

const [a, b, c] = [skill("a"), skill("b"), skill("c")];
const UNIONS: Array<[what: string, text: string, names: string[]]> = [
  ["one name on each side", merged(linesOf({ one: a }), linesOf({ two: b })), ["one", "two"]],
  ["a name that both have", merged(linesOf({ all: c, one: a }), linesOf({ all: c, two: b })), ["all", "one", "two"]],
  ["added on one side alone", merged(linesOf({ one: a }), linesOf({ one: a, two: b })), ["one", "two"]],
  ["removed on one side", merged(linesOf({}), linesOf({ two: b })), ["two"]],
  ["several on each side", merged(linesOf({ a, b }), linesOf({ c, d: skill("d") })), ["a", "b", "c", "d"]],
  ["the ends of lines of Windows", merged(linesOf({ one: a }), linesOf({ two: b }), { eol: "\r\n" }), ["one", "two"]],
  [
    "the common text between them",
    merged(linesOf({ one: a }), linesOf({ two: b }), { base: ['    "old": {', "    }"] }),
    ["one", "two"],
  ],
  [
    "the whole file twice",
    `<<<<<<< a\n${linesOf({ one: a }).join("\n")}\n=======\n${linesOf({ two: b }).join("\n")}\n>>>>>>> b\n`,
    ["one", "two"],
  ],
  [
    "marks without names",
    merged(linesOf({ one: a }), linesOf({ two: b })).replace(/^([<>]{7}) .*$/gm, "$1"),
    ["one", "two"],
  ],
  ["a name of every object", merged(linesOf({ constructor: a }), linesOf({ two: b })), ["constructor", "two"]],
];

for (const [what, text, names] of UNIONS)
  test(`both sides of a merge count where their names differ: ${what}`, async () => {
    const folder = folderWith(text);
    expect(Object.keys(readLock(folder)?.skills ?? {}).sort()).toEqual(names);
    await changeLock(folder, SERVICE, () => {});
    const written = JSON.parse(readFileSync(path.join(folder, "cairn.lock"), "utf8"));
    expect(Object.keys(written)).toEqual(["format", "service", "skills"]);
    expect(Object.keys(written.skills)).toEqual(names);
    expect(readLock(folder)?.merged).toBeUndefined();
  });

test("sides that differ in the folders of a skill mean all of them", () => {
  const other = { ...a, folders: [".claude/skills"] };
  const folder = folderWith(merged(linesOf({ one: a }), linesOf({ one: other })));
  expect(readLock(folder)?.skills.one?.folders).toEqual([".agents/skills", ".claude/skills"]);
});

const CLASHES: Array<[what: string, theirs: string[]]> = [
  ["another version", linesOf({ one: { ...a, version: "2", version_id: b.version_id } })],
  ["another skill", linesOf({ one: b })],
  ["pinned", linesOf({ one: { ...a, pinned: true } })],
  ["another digest", linesOf({ one: { ...a, digest: `sha256:${"1".repeat(64)}` } })],
  ["another place in the log", linesOf({ one: { ...a, log: { sequence: "2", hash: "0".repeat(64) } } })],
  ["another service", linesOf({ one: a }, "https://other.example")],
];

for (const [what, theirs] of CLASHES)
  test(`a real clash stops with both sides named: ${what}`, async () => {
    const text = merged(linesOf({ one: a }), theirs);
    const folder = folderWith(text);
    for (const args of [["outdated"], ["update"], ["remove", "one"], ["add", a.skill_id]]) {
      const { code, stderr } = await runCommand(args, { base: SERVICE, cwd: folder, home: folder });
      expect(code).toBe(1);
      expect(stderr).toContain("cairn.lock holds both sides of a merge: ");
      expect(stderr).toMatch(/ in HEAD, and .* in feature\/skills\.\nNothing was changed\. Keep one side/);
    }
    expect(readFileSync(path.join(folder, "cairn.lock"), "utf8")).toBe(text);
  });

for (const [what, text] of [
  ["never closed", "<<<<<<< HEAD\n{}\n=======\n{}\n"],
  ["no beginning", "{}\n=======\n{}\n>>>>>>> b\n"],
  ["twice the same", "<<<<<<< a\n<<<<<<< a\n=======\n>>>>>>> b\n"],
  ["no middle", "<<<<<<< a\n{}\n>>>>>>> b\n"],
])
  test(`marks that do not belong together are malformed: ${what}`, () => {
    const folder = folderWith(String(text));
    expect(() => readLock(folder)).toThrow("cairn.lock is malformed: its marks of a merge do not belong together.");
  });

test("the command says that both sides count, and writes them without marks", async () => {
  const folder = folderWith(merged(linesOf({ one: a }), linesOf({ two: b })));
  const { code, stderr } = await runCommand(["remove", "two"], { base: SERVICE, cwd: folder, home: folder });
  expect([code, stderr]).toEqual([
    0,
    "note: cairn.lock holds both sides of a merge, HEAD and feature/skills. The skills of both count.\n",
  ]);
  expect(Object.keys(readLock(folder)?.skills ?? {})).toEqual(["one"]);
});
