import { execFileSync } from "node:child_process";
import { readFileSync, symlinkSync } from "node:fs";
import path from "node:path";
import Ajv from "ajv";
import { type Api, expect, test } from "@/e2e/support/api";
import { runCommand } from "@/e2e/support/command-home";
import { publishSkill, word } from "@/e2e/support/fixtures";
import { semver } from "@/e2e/support/knowledge-reading";
import { type MadeProject, makeProject } from "@/e2e/support/made-project";
import { twoVersions } from "@/e2e/support/submitting";

const made: MadeProject[] = [];
test.afterEach(() => {
  for (const project of made.splice(0)) project.remove();
});

const filesOf = (packages: Record<string, string>) => ({
  "package.json": { dependencies: Object.fromEntries(Object.keys(packages).map((name) => [name, "*"])) },
  "package-lock.json": {
    lockfileVersion: 3,
    packages: Object.fromEntries(
      Object.entries(packages).map(([name, version]) => [
        `node_modules/${name}`,
        { version, resolved: `https://registry.npmjs.org/${name}/-/${name}-${version}.tgz` },
      ]),
    ),
  },
});

/** A project with these packages, the command line in it, and how other versions of them are installed. */
function here(api: Api, packages: Record<string, string>) {
  const project = makeProject(filesOf(packages));
  made.push(project);
  const cairn = (...args: string[]) =>
    runCommand(args, { base: api.base, cwd: project.folder, home: path.join(project.folder, ".git/home") });
  const upgrade = (to: Record<string, string>) => {
    for (const [file, text] of Object.entries(filesOf(to))) project.put(file, text);
  };
  return { ...project, cairn, upgrade };
}

/** A skill with a version for 1.x and one for 2.x of a technology. */
async function forBoth(api: Api, technology: string) {
  const { first, slug } = await twoVersions(api, technology);
  return { ...first, slug };
}

test("after an upgrade check is red with a line a skill, and green after update", async ({ api }) => {
  const [one, two] = [word(), word()];
  const [both, only] = [await forBoth(api, one), await publishSkill({ applicability: [semver(two, "^1.0.0")] })];
  const { cairn, upgrade } = here(api, { [one]: "1.4.0", [two]: "1.0.0" });
  expect((await cairn("check")).stdout).toContain("No skill is locked here.");
  for (const skill_id of [both.skill_id, only.skill_id]) expect((await cairn("add", skill_id)).code).toBe(0);
  const before = await cairn("check");
  expect([before.code, before.stdout]).toEqual([0, "✓ Every skill fits (2).\n"]);

  upgrade({ [one]: "2.1.0", [two]: "1.0.0" });
  const red = await cairn("check");
  expect(red.code).toBe(1);
  expect(red.stdout).toBe(
    `✗ ${both.slug}: ${one} is 2.1.0 (package-lock.json); version 1 is for ${one} ^1.0.0; version 2 fits (${one} ^2.0.0): cairn update ${both.slug}\n`,
  );
  const { code, stdout } = await cairn("check", "--json");
  expect(code).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject({
    fits: false,
    file: "cairn.lock",
    skills: expect.arrayContaining([
      expect.objectContaining({
        skill: both.slug,
        fits: false,
        state: "misfit",
        fitting: expect.objectContaining({ version: "2" }),
      }),
      expect.objectContaining({ skill_id: only.skill_id, fits: true }),
    ]),
    base: null,
  });
  await cairn("update");
  expect((await cairn("check")).code).toBe(0);
});

test("a skill that no version of fits, and one that is pinned, are red too", async ({ api }) => {
  const [one, two] = [word(), word()];
  const only = await publishSkill({ applicability: [semver(one, "^1.0.0")] });
  const both = await forBoth(api, two);
  const { cairn, upgrade } = here(api, { [one]: "1.0.0", [two]: "1.0.0" });
  await cairn("add", only.skill_id);
  await cairn("add", `${api.base}/skills/${both.skill_id}/versions/${both.version_id}`);
  upgrade({ [one]: "2.0.0", [two]: "2.0.0" });
  const { code, stdout } = await cairn("check");
  expect(code).toBe(1);
  expect(stdout).toContain(`${one} is 2.0.0 (package-lock.json); version 1 is for ${one} ^1.0.0; no version fits.`);
  expect(stdout).toContain(`it is pinned, and cairn add ${both.skill_id} would add that version.`);
});

test("errors never end with 1, which says that a skill does not fit", async ({ api }) => {
  const { cairn, put } = here(api, { [word()]: "1.0.0" });
  expect((await cairn("check", "--format", "xml")).code).toBe(2);
  expect((await cairn("check", "unknown")).code).toBe(2);
  put("cairn.lock", "{");
  const { code, stderr } = await cairn("check");
  expect([code, stderr]).toEqual([2, expect.stringContaining("cairn.lock is malformed")]);
});

test("the result as annotations, SARIF and markdown says the same", async ({ api }) => {
  const technology = word();
  const skill = await forBoth(api, technology);
  const { cairn, upgrade } = here(api, { [technology]: "1.4.0" });
  await cairn("add", skill.skill_id);
  const clean = await cairn("check", "--format", "sarif");
  expect(JSON.parse(clean.stdout).runs[0].results).toEqual([]);
  expect(isSarif(JSON.parse(clean.stdout))).toBe(true);
  expect((await cairn("check", "--format", "github")).stdout.trim()).toBe("");
  expect((await cairn("check", "--format", "markdown")).stdout).toBe("### Cairn: Every skill fits.\n");

  upgrade({ [technology]: "2.1.0" });
  const [github, sarif, markdown] = await Promise.all(
    ["github", "sarif", "markdown"].map((form) => cairn("check", "--format", form)),
  );
  expect([github?.code, sarif?.code, markdown?.code]).toEqual([1, 1, 1]);
  expect(github?.stdout).toMatch(
    new RegExp(
      `^::error file=cairn\\.lock,line=5,title=${skill.slug} does not fit::${skill.slug}: ${technology} is 2\\.1\\.0`,
    ),
  );
  const written = JSON.parse(sarif?.stdout ?? "");
  expect(isSarif(written)).toBe(true);
  const [run] = written.runs;
  expect(isSarif({ ...written, runs: [{ ...run, results: [{ ruleId: "misfit" }] }] })).toMatch(/required/);
  expect(isSarif({ ...written, runs: [{ ...run, tool: {} }] })).toMatch(/required/);
  expect(isSarif({ ...written, findings: [] })).toMatch(/additional/);
  expect(written.runs[0].results).toMatchObject([
    {
      ruleId: "misfit",
      level: "error",
      locations: [{ physicalLocation: { artifactLocation: { uri: "cairn.lock" }, region: { startLine: 5 } } }],
    },
  ]);
  expect(markdown?.stdout).toContain("### Cairn: 1 skill of 1 no longer fit.");
  expect(markdown?.stdout).toContain(`/skills/${skill.skill_id}/versions/${skill.version_id})`);
  expect(markdown?.stdout).toContain("`cairn update` installs what fits.");
});

/** A commit of everything in a folder. */
function commit(folder: string): void {
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b.c", "-C", folder, ...args]);
  git("init", "--quiet");
  git("add", "--all");
  git("commit", "--quiet", "--message", "All.");
}

test("with --base it says what changed since a commit, and which skills there are for it", { tag: "@slow" }, async ({
  api,
}) => {
  const [one, two, three] = [word(), word(), word()];
  const skill = await forBoth(api, one);
  const newer = await publishSkill({ title: "Look @all <b>here</b> | now", applicability: [semver(one, "^2.0.0")] });
  const { cairn, upgrade, folder } = here(api, { [one]: "1.4.0", [two]: "1.0.0" });
  await cairn("add", skill.skill_id);
  commit(folder);
  upgrade({ [one]: "2.1.0", [three]: "1.0.0" });
  const { code, stdout } = await cairn("check", "--base", "HEAD", "--json");
  expect(code).toBe(1);
  const { skills, base } = JSON.parse(stdout);
  expect(skills).toMatchObject([{ changed: [{ technology: one, was: "1.4.0", is: "2.1.0" }] }]);
  expect(base.dependencies).toMatchObject([
    { technology: one, was: "1.4.0", is: "2.1.0", offered: [{ skill_id: newer.skill_id }] },
    { technology: three, was: null, is: "1.0.0", offered: [] },
    { technology: two, was: "1.0.0", is: null },
  ]);
  expect((await cairn("check", "--base", "HEAD")).stdout).toContain(
    `${one} 1.4.0 → 2.1.0 (package-lock.json): 1 skill no longer fit`,
  );
  const comment = (await cairn("check", "--base", "HEAD", "--format", "markdown")).stdout;
  expect(comment).toContain("Look &#64;all &#60;b&#62;here&#60;/b&#62; &#124; now");
  expect((await cairn("check", "--base", "HEAD", "--format", "github")).stdout).toContain(
    `::notice file=cairn.lock,title=Skills for ${one} 2.1.0::`,
  );
  await cairn("update");
  const green = await cairn("check", "--base", "HEAD");
  expect(green.code).toBe(0);
  expect(green.stdout).toContain(`cairn.lock: ${skill.slug} 1 → 2`);
  for (const ref of ["nothing", "--output=/tmp/x", "HEAD:package.json"])
    expect((await cairn("check", `--base=${ref}`)).code).toBe(2);
});

test("a link in the commit is not followed", { tag: "@slow" }, async ({ api }) => {
  const technology = word();
  const { cairn, folder } = here(api, { [technology]: "1.0.0" });
  symlinkSync("/etc/hostname", path.join(folder, "requirements.txt"));
  commit(folder);
  const { code, stdout } = await cairn("check", "--base", "HEAD", "--json");
  expect(code).toBe(0);
  expect(JSON.parse(stdout).base).toEqual({ ref: "HEAD", dependencies: [], locked: [] });
  expect(readFileSync(path.join(folder, "package.json"), "utf8")).toContain(technology);
});

const FILE = path.resolve(import.meta.dirname, "../samples/schemas/sarif-2.1.0.json");
const ajv = new Ajv({
  strict: false,
  // One of its patterns is none of JSON Schema's.
  unicodeRegExp: false,
  formats: {
    uri: (value: string) => URL.canParse(value),
    "uri-reference": (value: string) => !/\s/.test(value) && URL.canParse(value, "https://example.org"),
    "date-time": (value: string) => !Number.isNaN(Date.parse(value)),
  },
});
const validate = ajv.compile(JSON.parse(readFileSync(FILE, "utf8")));

/** True for a document that the schema of SARIF 2.1.0 takes, else what it refuses. */
function isSarif(document: unknown): true | string {
  return validate(document) ? true : JSON.stringify(validate.errors);
}
