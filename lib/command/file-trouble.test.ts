import { mkdirSync, readFileSync, rmdirSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "@playwright/test";
import { fileTrouble } from "@/lib/command/file-trouble";

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
