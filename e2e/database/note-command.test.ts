import { mkdirSync, symlinkSync } from "node:fs";
import path from "node:path";
import { type Api, expect, test } from "@/e2e/support/api";
import { runCommand, treeOf } from "@/e2e/support/command-home";
import { publishSkill, question } from "@/e2e/support/fixtures";
import { type MadeProject, makeProject } from "@/e2e/support/made-project";
import { listReplies } from "@/lib/contract/public/threads";

const made: MadeProject[] = [];
test.afterEach(() => {
  for (const project of made.splice(0)) project.remove();
});

function here(api: Pick<Api, "base">, files: Record<string, object> = { "package.json": {} }) {
  const project = makeProject(files);
  made.push(project);
  const at = { base: api.base, cwd: project.folder, home: path.join(project.folder, ".git/home") };
  return {
    ...project,
    home: at.home,
    cairn: (args: string[], typed?: string[]) => runCommand(args, typed ? { ...at, typed } : at),
  };
}

const nowhere = { base: "http://127.0.0.1:9" };
const THREAD = `thr_${"A".repeat(22)}`;
const SKILL = `skl_${"B".repeat(22)}`;

test("a note is kept in the project, out of version control, or at home, and is listed and removed without a service", async () => {
  const { cairn, folder } = here(nowhere);
  const kept = JSON.parse((await cairn(["note", SKILL, "Works", "with", "pnpm.", "--json"])).stdout);
  await cairn(["note", THREAD, "At home.", "--home"]);
  expect(treeOf(path.join(folder, ".cairn"))).toMatchObject({
    "notes/.gitignore": "644 *\n",
    [`notes/${kept.id}.json`]: expect.stringContaining("600 "),
  });
  const notes = JSON.parse((await cairn(["note", "list", "--json"])).stdout);
  expect(notes).toMatchObject([
    { about: SKILL, text: "Works with pnpm.", place: "project" },
    { about: THREAD, text: "At home.", place: "home" },
  ]);
  // Another project sees the one at home alone.
  expect((await cairn(["note", "list"])).stdout).toContain("Works with pnpm.");
  for (const { id } of notes) expect((await cairn(["note", "remove", id])).code).toBe(0);
  expect((await cairn(["note", "list"])).stdout).toBe("There are no notes.\n");
  expect((await cairn(["note", "remove", kept.id])).code).toBe(1);
  expect((await cairn(["note", SKILL, "x".repeat(2_001)])).code).toBe(2);
});

test("a folder of notes that leads out of the project is refused, and what is no note is left out", async () => {
  const { cairn, folder, put } = here(nowhere);
  put(".cairn/notes/00000000.json", { id: "11111111", about: SKILL, text: "Another id.", created_at: "2026" });
  put(".cairn/notes/22222222.json", "{");
  symlinkSync("/etc/hostname", path.join(folder, ".cairn/notes/33333333.json"));
  mkdirSync(path.join(folder, ".cairn/notes/44444444.json"));
  expect((await cairn(["note", "list"])).stdout).toBe("There are no notes.\n");
  const [other, outside] = [here(nowhere), here(nowhere)];
  symlinkSync(outside.folder, path.join(other.folder, ".cairn"));
  const { code, stderr } = await other.cairn(["note", SKILL, "Text."]);
  expect([code, stderr]).toEqual([1, expect.stringContaining("leads out of the project")]);
});

test("a note is shown with its skill, and published as an outcome only after a yes", async ({ api }) => {
  const skill = await publishSkill();
  const { cairn } = here(api);
  const text = "It works with the flag that the second step names.";
  const { id } = JSON.parse((await cairn(["note", skill.skill_id, text, "--json"])).stdout);
  expect((await cairn(["show", skill.skill_id])).stdout).toContain(`Your note ${id}`);
  expect(JSON.parse((await cairn(["show", skill.skill_id, "--json"])).stdout).notes).toMatchObject([{ id, text }]);
  const without = await cairn(["note", "report", id, "resolved", "--yes"]);
  expect([without.code, without.stderr]).toEqual([1, expect.stringContaining("No thread that was asked from here")]);

  const { thread } = JSON.parse((await cairn(["ask", question(), "--json"])).stdout);
  const { id: own } = JSON.parse((await cairn(["note", "last", text, "--json"])).stdout);
  const outcomes = async () => {
    const { data } = await api.ok(listReplies, { post_id: thread.thread_id });
    return data.filter(({ kind }) => kind === "outcome").map((reply) => reply.text);
  };
  // Without a terminal nobody can agree.
  expect((await cairn(["note", "report", own, "resolved"])).code).toBe(1);
  const no = await cairn(["note", "report", own, "resolved"], ["n"]);
  expect([no.code, no.stdout]).toEqual([0, "Nothing was sent.\n"]);
  expect(await outcomes()).toEqual([]);
  expect((await cairn(["note", "report", own, "resolved"], ["y"])).code).toBe(0);
  expect(await outcomes()).toEqual([text]);
  expect((await cairn(["note", "list"])).stdout).toContain(`${own}  ${thread.thread_id}  project, reported`);
  expect((await cairn(["show", thread.thread_id])).stdout).toContain(`Your note ${own}`);
});
