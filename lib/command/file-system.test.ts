import fs, { mkdirSync, readFileSync, rmdirSync, symlinkSync, writeFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import path from "node:path";
import { mock } from "node:test";
import { expect, test } from "@playwright/test";
import { treeOf } from "@/e2e/support/command-home";
import { fileTrouble, realPlace, replaceFile, whyNotWritable } from "@/lib/command/file-system";

test.afterEach(() => {
  mock.restoreAll();
  syncBuiltinESMExports();
});

function folderWith(files: Record<string, string>): string {
  const folder = test.info().outputPath("folder");
  fs.mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) fs.writeFileSync(path.join(folder, name), text, { mode: 0o640 });
  return folder;
}

function failing(name: "renameSync" | "openSync", code: string): void {
  const real = fs[name] as (...given: unknown[]) => unknown;
  mock.method(fs, name, (...given: unknown[]) => {
    if (name === "openSync" && given[1] !== "wx") return real(...given);
    throw Object.assign(new Error(code), { code });
  });
  syncBuiltinESMExports();
}

for (const step of ["renameSync", "openSync"] as const)
  for (const code of ["EXDEV", "EBUSY", "EACCES", "EPERM", "EROFS"])
    test(`a file that cannot be replaced is written in place: ${step} fails with ${code}`, () => {
      const folder = folderWith({ "a.json": "a longer text of before" });
      const file = path.join(folder, "a.json");
      const { ino } = fs.statSync(file);
      failing(step, code);
      replaceFile(file, "short");
      expect(treeOf(folder)).toEqual({ "a.json": "640 short" });
      expect(fs.statSync(file).ino).toBe(ino);
      expect(() => replaceFile(path.join(folder, "new.json"), "text")).toThrow(code);
      expect(treeOf(folder)).toEqual({ "a.json": "640 short" });
    });

for (const code of ["ENOSPC", "EIO", "EMFILE"])
  test(`other failures leave a file as it was: ${code}`, () => {
    const folder = folderWith({ "a.json": "before" });
    failing("renameSync", code);
    expect(() => replaceFile(path.join(folder, "a.json"), "after")).toThrow(code);
    expect(treeOf(folder)).toEqual({ "a.json": "640 before" });
  });

test("links stay links, also to what is not there yet", () => {
  const folder = folderWith({ "a.json": "before" });
  fs.symlinkSync("a.json", path.join(folder, "link"));
  fs.symlinkSync("new/b.json", path.join(folder, "to-new"));
  replaceFile(path.join(folder, "link"), "after");
  replaceFile(path.join(folder, "to-new"), "new", { mode: 0o600, folderMode: 0o700 });
  const tree = treeOf(folder);
  expect([tree["a.json"], tree["new/b.json"], tree.link?.slice(4), tree["to-new"]?.slice(4)]).toEqual([
    "640 after",
    "600 new",
    "-> a.json",
    "-> new/b.json",
  ]);
});

test("a path is followed to its end, and a link to itself is refused", () => {
  const folder = fs.realpathSync(folderWith({}));
  const at = (...parts: string[]) => path.join(folder, ...parts);
  fs.mkdirSync(at("deep/er"), { recursive: true });
  fs.symlinkSync("deep/er", at("down"));
  fs.symlinkSync("down/../x", at("up"));
  fs.symlinkSync("loop", at("loop"));
  const cases: Array<[file: string, place: string]> = [
    [at("none"), at("none")],
    [at("down"), at("deep/er")],
    [at("down/file"), at("deep/er/file")],
    [at("up"), at("deep/x")],
    [at("up/a/b"), at("deep/x/a/b")],
    ["/", "/"],
  ];
  for (const [file, place] of cases) expect(realPlace(file)).toBe(place);
  expect(() => realPlace(at("loop/file"))).toThrow("leads to itself");
});

test("what may not be written is said in a sentence", () => {
  const folder = fs.realpathSync(folderWith({ own: "", locked: "", file: "" }));
  fs.chmodSync(path.join(folder, "locked"), 0o440);
  fs.mkdirSync(path.join(folder, "closed"), { mode: 0o555 });
  fs.symlinkSync("locked", path.join(folder, "to-locked"));
  fs.symlinkSync("closed/new", path.join(folder, "to-closed"));
  const why = (name: string) => whyNotWritable(path.join(folder, name));
  expect([why("own"), why("new"), why("new/er/file")]).toEqual([null, null, null]);
  expect([why("locked"), why("to-locked")]).toEqual(["It is read-only.", "It is read-only."]);
  const closed = `The folder ${folder}/closed is read-only.`;
  expect([why("closed/file"), why("to-closed"), why("to-closed/a/b")]).toEqual([closed, closed, closed]);
  expect(why("file/below")).toBe(`${folder}/file is not a folder.`);
});

function errorOf(run: () => void): unknown {
  try {
    run();
  } catch (error) {
    return error;
  }
  throw new Error("It did not fail.");
}

test("an error of the file system names the file, the cause and what to do", () => {
  const folder = test.info().outputPath("files");
  const at = (name: string) => path.join(folder, name);
  mkdirSync(at("SKILL.md"), { recursive: true });
  writeFileSync(at("file"), "");
  symlinkSync("loop", at("loop"));
  symlinkSync("nowhere", at("dangling"));
  const temporary = "token.json.0123456789ab.new";
  const cases: Array<[() => void, string]> = [
    [
      () => mkdirSync(at("file/skills"), { recursive: true }),
      `${at("file/skills")} cannot be used. A part of its path is a file`,
    ],
    [
      () => mkdirSync(at("dangling/skills"), { recursive: true }),
      `${at("dangling/skills")} cannot be used. A folder on its path`,
    ],
    [() => mkdirSync(at("file")), `${at("file")} cannot be used. Something else is in its place.`],
    [() => readFileSync(at("SKILL.md")), "A file cannot be used. It is a folder, not a file."],
    [() => readFileSync(at("loop")), `${at("loop")} cannot be used. A link on its path leads to itself.`],
    [() => writeFileSync(at(`file/${temporary}`), ""), `${at("file/token.json")} cannot be used.`],
    [() => writeFileSync(at("file/cairn.lock.new"), ""), `${at("file/cairn.lock")} cannot be used.`],
    [() => writeFileSync("/dev/full", "x"), "A file cannot be used. The disk is full."],
  ];
  for (const [run, detail] of cases) {
    const trouble = fileTrouble(errorOf(run));
    expect(trouble?.message).toContain(detail);
    expect([trouble?.code, trouble?.exit]).toEqual(["file_trouble", 1]);
    expect(trouble?.next_step).toMatch(/^[A-Z].*, then run the command again\.$/);
  }
  const read = errorOf(() => readFileSync(at("SKILL.md")));
  expect(fileTrouble(read, at("SKILL.md"))?.message).toContain(`${at("SKILL.md")} cannot be used.`);
});

test("other errors are left to others", () => {
  const folder = test.info().outputPath("full");
  mkdirSync(path.join(folder, "inner"), { recursive: true });
  for (const error of [new Error("no"), "EACCES", null, errorOf(() => rmdirSync(folder))])
    expect(fileTrouble(error)).toBeNull();
});
