import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { parse } from "yaml";
import { type Api, expect, test } from "@/e2e/support/api";
import { publishSkill, word } from "@/e2e/support/fixtures";
import { semver } from "@/e2e/support/knowledge-reading";
import { type MadeProject, makeProject } from "@/e2e/support/made-project";
import { outputOf } from "@/e2e/support/programs";

let made: MadeProject;
test.afterEach(() => made.remove());

const filesOf = (name: string, version: string) => ({
  "package.json": { dependencies: { [name]: "*" } },
  "package-lock.json": {
    lockfileVersion: 3,
    packages: {
      [`node_modules/${name}`]: { version, resolved: `https://registry.npmjs.org/${name}/-/${name}-${version}.tgz` },
    },
  },
});

/** A repository with a skill that fits its base, but not what its working tree uses; and a shell in it. */
async function upgraded(api: Api) {
  const technology = word();
  const skill = await publishSkill({ applicability: [semver(technology, "^1.0.0")] });
  made = makeProject(filesOf(technology, "1.0.0"));
  const { folder, put } = made;
  const home = path.join(folder, ".git/home");
  mkdirSync(home, { recursive: true });
  const summary = path.join(home, "summary.md");
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b.c", "-C", folder, ...args], { encoding: "utf8" });
  const run = (script: string, env: Record<string, string>) =>
    outputOf(
      spawn("bash", ["--noprofile", "--norc", "-eo", "pipefail", "-c", script], {
        cwd: folder,
        env: { PATH: process.env.PATH, HOME: home, NODE_ENV: "production", GITHUB_STEP_SUMMARY: summary, ...env },
        stdio: ["ignore", "pipe", "pipe"],
      }),
    );
  git("init", "--quiet");
  const added = await run(`npx --yes ${api.base}/client.tgz add ${skill.skill_id}`, {});
  expect(added.code, added.stdout + added.stderr).toBe(0);
  git("add", "--all");
  git("commit", "--quiet", "--message", "Base.");
  const base = git("rev-parse", "HEAD").trim();
  const use = (version: string) => {
    for (const [file, content] of Object.entries(filesOf(technology, version))) put(file, content);
  };
  return { base, folder, run, skill, summary, technology, use };
}

test("the workflow for GitHub fails with an annotation and a summary, and passes when the skill fits", async ({
  api,
}) => {
  const { status, headers, text } = await api.get("/ci/github.yml");
  expect([status, headers["content-type"]]).toEqual([200, "application/yaml; charset=utf-8"]);
  const workflow = parse(text);
  expect([workflow.permissions, workflow.on]).toEqual([{ contents: "read" }, "pull_request"]);
  const step = workflow.jobs.skills.steps.at(-1);
  // What others write reaches the script as a variable alone.
  expect(step.run).not.toContain("{{");
  const { base, run, summary, technology, use } = await upgraded(api);
  const green = await run(step.run, { BASE: base });
  expect(green.code, green.stdout + green.stderr).toBe(0);
  use("2.0.0");
  const red = await run(step.run, { BASE: base });
  expect(red.code, red.stdout + red.stderr).toBe(1);
  expect(red.stdout).toContain("::error file=cairn.lock,line=5,");
  expect(readFileSync(summary, "utf8")).toContain(`${technology} 1&#46;0`.replace("&#46;", "."));
  // An error of the command is not a verdict.
  expect((await run(step.run, { BASE: "nothing" })).code).not.toBe(0);
});

test("the job for GitLab fails with a report, and passes when the skill fits", async ({ api }) => {
  const { status, text } = await api.get("/ci/gitlab.yml");
  expect(status).toBe(200);
  const { cairn: job } = parse(text);
  const script = job.script.join("\n");
  const { base, folder, run, skill, use } = await upgraded(api);
  expect((await run(script, { CI_MERGE_REQUEST_DIFF_BASE_SHA: base })).code).toBe(0);
  use("2.0.0");
  const red = await run(script, { CI_MERGE_REQUEST_DIFF_BASE_SHA: base });
  expect([red.code, red.stdout]).toEqual([1, expect.stringContaining("no version fits")]);
  expect(readFileSync(path.join(folder, job.artifacts.paths[0]), "utf8")).toContain(skill.skill_id);
});
