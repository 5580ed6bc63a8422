import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "@playwright/test";
import { runWithJson } from "@/e2e/support/command-home";
import { type MadeProject, makeProject, nextProject } from "@/e2e/support/made-project";

/** Requests to this port never leave the process. */
const base = "http://127.0.0.1:9";
const OTHER = "https://cairn.example";
const id = (prefix: string) => `${prefix}_${"a".repeat(22)}`;
const made: MadeProject[] = [];
test.afterEach(() => {
  for (const project of made.splice(0)) project.remove();
});

function here(files: Record<string, string | object> = {}) {
  const project = makeProject({ ...nextProject("16.4.6"), ...files });
  made.push(project);
  const at = { base, cwd: project.folder, home: path.join(project.folder, ".git") };
  return { project, cairn: (...args: string[]) => runWithJson(args, at) };
}

const lock = (service: string) => ({
  format: 1,
  service,
  skills: {
    "tame-it": {
      skill_id: id("skl"),
      version_id: id("skv"),
      version: "1",
      covers: [],
      digest: `sha256:${"0".repeat(64)}`,
      content_sha256: "0".repeat(64),
      log: { sequence: "1", hash: "0".repeat(64) },
      folders: [".agents/skills"],
    },
  },
});

test("a cairn.lock with skills of another service is left to that service", async () => {
  const { project, cairn } = here({ "cairn.lock": lock(OTHER) });
  const file = path.join(project.folder, "cairn.lock");
  const before = readFileSync(file, "utf8");
  for (const args of [["add", id("skl")], ["add", id("skl"), "--dry-run"], ["update"], ["outdated"]]) {
    const { code, json } = await cairn(...args, "--json");
    expect([args, code, json]).toEqual([
      args,
      1,
      {
        error: {
          code: "other_service",
          detail: `cairn.lock has skills of ${OTHER}; this is ${base}.`,
          next_step: "Name that service with --url, or remove its skills first: cairn remove tame-it",
        },
      },
    ]);
  }
  expect(readFileSync(file, "utf8")).toBe(before);
  expect(existsSync(path.join(project.folder, ".agents"))).toBe(false);
  expect((await cairn("remove", "tame-it")).code).toBe(0);
  const added = await cairn("add", id("skl"), "--dry-run");
  expect([added.code, added.stderr]).toEqual([0, ""]);
});

test("an add that fails says first what it has sent about the project", async () => {
  const { cairn } = here();
  const failed = await cairn("add", "tame it in nextjs", "--json");
  expect([failed.code, failed.json]).toEqual([3, { error: expect.objectContaining({ code: "unreachable" }) }]);
  const body = { q: "tame it in nextjs", technology: "next.js", version: "16.4.6", preview: true, limit: 5 };
  // Once, however often it was tried.
  expect(failed.stderr).toBe(
    `Sent about this project: ${JSON.stringify(body)}; otherwise reads of skills and of the publish log.\n`,
  );
  expect((await cairn("add", "tame it in vain", "--json")).stderr).toBe("");
});

test("a dry run prints the search for a name as the client sends it", async () => {
  expect((await here().cairn("add", "demo-skill", "--dry-run", "--json")).json).toEqual({
    dry_run: true,
    would_send: [{ request: "GET /api/v1/skills?q=demo+skill&limit=100" }],
  });
});

test("a command that sends nothing says so", async () => {
  for (const command of ["update", "outdated"])
    expect((await here().cairn(command)).stdout).toBe("No skill is locked here.\nNothing was sent.\n");
});

test("--for needs a name, and a version after the @", async () => {
  const { cairn } = here();
  for (const text of ["", " ", "next@", "next@ "])
    for (const args of [
      ["add", id("skl"), "--dry-run"],
      ["search", "tame it"],
      ["show", id("skl")],
    ]) {
      const { code, json } = await cairn(...args, "--for", text, "--json");
      expect([args, text, code, Object(json).error?.detail]).toEqual([
        args,
        text,
        2,
        `"${text}" does not name a technology and its version.`,
      ]);
    }
});

test("an unknown agent is named", async () => {
  const { stderr } = await here({ "cairn.lock": lock(base) }).cairn("add", id("skl"), "--agent", "emacs");
  expect(stderr).toMatch(/emacs is not an agent that cairn knows\./);
});
