import { mkdirSync, realpathSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "@playwright/test";
import { transaction } from "@/db/client";
import { exactLog } from "@/db/queries/publish-log";
import { word } from "@/e2e/support/fixtures";
import { makeSkillRoot, type SkillRoot } from "@/e2e/support/made-project";
import { makeScratchLibrary } from "@/e2e/support/scratch";
import { runSource } from "@/e2e/support/sources";
import { readArguments } from "@/lib/cli/sources/arguments";
import { pageContext } from "@/lib/domain/context";
import { importFolders } from "@/lib/domain/import/import-folders";
import { byOperator } from "@/lib/domain/moderation/moderate";
import { verifyLog } from "@/lib/domain/publish-log/publish-log";
import { addingFolder, getSource, removing } from "@/lib/domain/sources/sources";
import { followSource } from "@/lib/server/worker/follow-sources";

let scratch: Awaited<ReturnType<typeof makeScratchLibrary>>;
let skills: SkillRoot;
/** The folder that is followed, and the name under which it is. */
let folder: string;
let name: string;

test.beforeAll(async () => {
  scratch = await makeScratchLibrary();
});
test.afterAll(() => scratch.drop());
test.beforeEach(() => {
  skills = makeSkillRoot();
  folder = realpathSync(skills.root);
  name = path.basename(folder);
});
test.afterEach(() => skills.remove());

const SIGNAL = new AbortController().signal;
const reason = "Asked for.";

function put(file: string, content: string | Uint8Array): void {
  const target = path.join(folder, file);
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(target, content);
}

async function add(of = folder, under?: string): Promise<string> {
  return (await byOperator(addingFolder, { folder: of, name: under, reason })).source_id;
}

async function remove(source_id: string, keep: boolean): Promise<void> {
  await byOperator(removing, { source_id, keep, reason });
  await followSource(source_id, SIGNAL);
}

async function versions(under = name) {
  return scratch.sql`
    select k.source_path, k.source_id, v.ordinal, v.title, v.markdown, v.withdrawn_at is not null as withdrawn,
           k.selected_version_id = v.version_id as is_selected, o.kind, o.address, o.path, o.license, o.is_whole,
           (select array_agg(f.path order by f.path) from version_files f where f.version_id = v.version_id) as files
    from skills k
    join skill_versions v on v.skill_id = k.skill_id
    left join version_origins o on o.version_id = v.version_id
    where k.source_path like ${`folder:${under}/%`}
    order by k.source_path, v.ordinal`;
}

test("a folder is read as an import reads it, and what changes in it is a new version", async () => {
  skills.put("a/pump/SKILL.md", { name: "pump", body: `# Pump\n\nThe new ${word()}.\n` });
  skills.put("a/pump/versions/01.md", { name: "pump", body: `# Pump\n\nThe old ${word()}.\n` });
  put("a/pump/references/more.md", "# More\n");
  put("a/pump/font.ttf", Buffer.from([0, 1, 0, 0]));
  put("LICENSE", "SPDX-License-Identifier: Apache-2.0\n");
  const source_id = await add();
  const first = await runSource(source_id);
  expect(first).toMatchObject({ state: "succeeded", found: 1, new: 1, refused: 0 });
  expect(first.lines.find(({ result }) => result === "note")).toMatchObject({
    path: "a/pump/SKILL.md",
    reason: expect.stringContaining('left out: "font.ttf"'),
  });
  const origin = { kind: "folder", address: `folder:${name}`, path: "a/pump", license: "Apache-2.0", is_whole: true };
  expect(await versions()).toMatchObject([
    { ...origin, source_id, ordinal: "1", is_selected: false, files: null },
    { ...origin, source_id, ordinal: "2", is_selected: true, files: ["references/more.md"] },
  ]);
  expect((await runSource(source_id)).lines.map(({ result }) => result)).toEqual(["unchanged", "note"]);
  put("a/pump/references/more.md", "# Even more\n");
  expect((await runSource(source_id)).lines[0]).toMatchObject({ result: "new version", path: "a/pump" });
  expect((await versions()).map(({ is_selected }) => is_selected)).toEqual([false, false, true]);
  expect(verifyLog(await exactLog(scratch.sql, { after: "0", limit: 10_000 }))).toMatchObject({ ok: true });
});

test("nothing that anybody reads says where the folder lies", async () => {
  skills.put("pump/SKILL.md", { body: `# Pump ${word()}\n\nText.\n` });
  put("bad/SKILL.md", "no front matter");
  put("odd\nname/SKILL.md", "no front matter");
  const source_id = await add();
  await runSource(source_id);
  const { data } = await getSource(pageContext(), { source_id });
  expect(data.report.map(({ path: at, result }) => [at, result])).toEqual([
    ["bad/SKILL.md", "refused"],
    ["odd?name", "refused"],
    ["pump", "new"],
  ]);
  renameSync(folder, `${folder}-gone`);
  try {
    expect(await runSource(source_id)).toMatchObject({
      state: "failed",
      problem: "its folder cannot be read on this machine",
    });
  } finally {
    renameSync(`${folder}-gone`, folder);
  }
  const parent = path.dirname(folder);
  const told = JSON.stringify([
    (await getSource(pageContext(), { source_id })).data,
    await versions(),
    await scratch.sql`select d.* from decisions d`,
    await scratch.sql`select l.* from publish_log l`,
    await scratch.sql`select r.* from source_runs r where r.source_id = ${source_id}`,
  ]);
  expect(told).not.toContain(`${parent}/`);
});

test("the folder itself may be a skill, links do not lead astray, and a text without a licence is whole", async () => {
  const text = `The ${word()} text.`;
  skills.put("SKILL.md", { name: "whole", body: `# Whole\n\n${text}\n` });
  put("notes.md", "# Notes\n");
  skills.put("inner/SKILL.md", { name: "inner", body: `# Inner ${word()}\n\nText.\n` });
  symlinkSync(folder, path.join(folder, "inner/up"));
  symlinkSync("/etc/passwd", path.join(folder, "passwd.txt"));
  const { lines, ...ended } = await runSource(await add());
  expect(ended).toMatchObject({ state: "succeeded", found: 2, new: 2, refused: 0 });
  expect(lines.filter(({ result }) => result === "new").map(({ path: at }) => at)).toEqual([".", "inner"]);
  expect(await versions()).toMatchObject([
    { path: ".", files: ["notes.md"], license: null, is_whole: true, markdown: expect.stringContaining(text) },
    { path: "inner", files: null },
  ]);
});

test("a folder never takes what is not its own: imported skills, and those of another folder of its name", async () => {
  skills.put("pump/SKILL.md", { name: "pump", body: `# Pump ${word()}\n\nText.\n` });
  const sql = scratch.sql;
  await importFolders(sql, [folder], { acceptHeld: false, reviewNotes: false });
  const source_id = await add();
  expect((await runSource(source_id)).lines).toMatchObject([
    { result: "refused", reason: expect.stringMatching(/^the same text is here already as skill/) },
  ]);
  expect(await versions()).toEqual([]);

  const other = makeSkillRoot();
  try {
    await expect(add(realpathSync(other.root), name)).rejects.toThrow(`folder:${name} is another folder`);
    const [a, b] = await Promise.allSettled([add(realpathSync(other.root), `${name}-b`), add(folder, `${name}-b`)]);
    expect([a.status, b.status].sort()).toEqual(["fulfilled", "rejected"]);
    await remove(source_id, true);
    const same = path.join(other.root, name);
    mkdirSync(same);
    await expect(add(realpathSync(same))).rejects.toThrow(`folder:${name} was another folder`);
    await add(realpathSync(same), name);
  } finally {
    other.remove();
  }
});

test("removing withdraws its skills, or keeps them as nobody's; followed again, it has them back", async () => {
  skills.put("pump/SKILL.md", { name: "pump", body: `# Pump ${word()}\n\nText.\n` });
  const first = await add();
  await runSource(first);
  await remove(first, false);
  expect(await versions()).toMatchObject([{ withdrawn: true, source_id: null }]);
  const second = await add();
  await runSource(second);
  expect(await versions()).toMatchObject([{ withdrawn: false, is_selected: true, source_id: second }]);
  await remove(second, true);
  expect(await versions()).toMatchObject([{ withdrawn: false, is_selected: true, source_id: null }]);
  rmSync(path.join(folder, "pump"), { recursive: true });
  const third = await add();
  expect(await runSource(third)).toMatchObject({ state: "succeeded", found: 0 });
  expect(await versions()).toMatchObject([{ withdrawn: false, source_id: null }]);
  expect(await transaction((sql) => exactLog(sql, { after: "0", limit: 10_000 }))).not.toEqual([]);
});

test("the command line tells a folder from an address", () => {
  const parsed = (...words: string[]) => readArguments(["add", ...words]);
  expect(parsed("./skills")).toEqual({ kind: "add-folder", folder: "./skills", name: undefined });
  expect(parsed("folder:/srv/skills", "--name", "ours")).toEqual({
    kind: "add-folder",
    folder: "/srv/skills",
    name: "ours",
  });
  expect(parsed("npm:pump")).toMatchObject({ kind: "add", address: "npm:pump" });
  expect(parsed("npm:pump", "--name", "ours").kind).toBe("wrong");
  expect(parsed("../skills", "--minors", "2").kind).toBe("wrong");
});
