import { readFileSync, symlinkSync } from "node:fs";
import path from "node:path";
import { type Api, expect, test } from "@/e2e/support/api";
import { runCommand } from "@/e2e/support/command-home";
import { publishSkill, word } from "@/e2e/support/fixtures";
import { type MadeProject, makeProject } from "@/e2e/support/made-project";

const made: MadeProject[] = [];
test.afterEach(() => {
  for (const project of made.splice(0)) project.remove();
});

const NPM = "https://registry.npmjs.org";
type Run = { typed?: string[] };

/** A project with these locked packages of npm, and the command line in it. */
function here(api: Api, packages: Record<string, string>, more: Record<string, string | object> = {}) {
  const entries = Object.entries(packages);
  const project = makeProject({
    "package.json": { dependencies: Object.fromEntries(entries.map(([name, version]) => [name, `^${version}`])) },
    "package-lock.json": {
      lockfileVersion: 3,
      packages: Object.fromEntries(
        entries.map(([name, version]) => [
          `node_modules/${name}`,
          { version, resolved: `${NPM}/${name}/-/${name}-${version}.tgz` },
        ]),
      ),
    },
    ...more,
  });
  made.push(project);
  const at = { base: api.base, cwd: project.folder, home: path.join(project.folder, ".git") };
  const cairn = async (args: string[], { typed }: Run = {}) => {
    const ran = await runCommand(args, typed ? { ...at, typed } : at);
    return { ...ran, json: args.includes("--json") ? JSON.parse(ran.stdout) : null };
  };
  const lock = () => JSON.parse(readFileSync(path.join(project.folder, "cairn.lock"), "utf8")).skills;
  return { ...project, cairn, lock };
}

const semver = (technology: string, constraint: string) => ({
  technology,
  version_scheme: "semver" as const,
  constraint,
});
const about = (technology: string, constraint: string) =>
  publishSkill({ applicability: [semver(technology, constraint)] });

test("each dependency is listed with what fits its version, others are counted, and private names stay here", async ({
  api,
}) => {
  const [one, two, three, own] = [word(), word(), word(), word()];
  const fits = await about(one, "^2.0.0");
  await about(one, "^1.0.0");
  await about(two, "^9.0.0");
  const { cairn } = here(api, { [one]: "2.1.0", [two]: "1.0.0", [three]: "3.0.0" });
  const { code, json } = await cairn(["suggest", "--json"]);
  expect(code).toBe(0);
  expect(json.dependencies).toMatchObject([
    {
      technology: one,
      version: "2.1.0",
      source: "package-lock.json",
      fits: [
        { skill_id: fits.skill_id, verdict: "compatible", reviewed: null, outcomes: "no outcomes yet", added: false },
      ],
      other_versions: 1,
    },
    { technology: two, fits: [], other_versions: 1 },
    { technology: three, known: false, fits: [], other_versions: 0 },
  ]);
  const shown = await cairn(["suggest"]);
  expect(shown.code).toBe(0);
  expect(shown.stdout).toContain(`for ${one} ^2.0.0; fits ${one} 2.1.0`);
  expect(shown.stdout).toContain("unknown source, ");
  expect(shown.stdout).toContain(`${two} 1.0.0: 1 skill`);
  expect(shown.stdout).toContain("No skill for 1 of them; --none lists these.");
  expect((await cairn(["suggest", "--none"])).stdout).toContain(`No skill for 1 of them: ${three}.`);
  expect(shown.stderr).toContain(`Sent to ${api.base}: the names and versions of 3 dependencies`);
  // Without a command it does the same.
  expect((await cairn([])).stdout).toBe(shown.stdout);

  const acme = here(api, { [one]: "2.1.0" }, { ".npmrc": `@${own}:registry=https://npm.acme.example\n` });
  acme.put("package.json", { dependencies: { [one]: "^2.0.0", [`@${own}/a`]: "^1.0.0", b: "file:../b" } });
  const sent = (await acme.cairn(["suggest", "--json"])).json;
  expect(sent.withheld).toMatchObject([{ technology: `@${own}/a`, withheld: "from npm.acme.example" }]);
  expect(sent.sent).toEqual([
    { request: "POST /api/v1/skills/fitting", body: { technologies: [{ technology: one, version: "2.1.0" }] } },
  ]);
});

test("with --dry-run nothing is sent, and each request is shown as it would leave", async () => {
  const nowhere = { base: "http://127.0.0.1:9" } as Api;
  const packages = Object.fromEntries(Array.from({ length: 201 }, () => [word(), "1.0.0"]));
  const { cairn } = here(nowhere, packages);
  const { code, json } = await cairn(["suggest", "--dry-run", "--json"]);
  expect(code).toBe(0);
  expect(json.would_send.map(({ body }: { body: { technologies: unknown[] } }) => body.technologies.length)).toEqual([
    200, 1,
  ]);
  expect((await cairn(["suggest", "--dry-run"])).stdout).toContain("Nothing was sent, and nothing was written.");
  // An answer that does not come is said.
  expect((await cairn(["suggest"])).code).toBe(3);
});

test("--yes adds the best of each dependency, as add does, and a second time nothing", async ({ api }) => {
  const [one, two] = [word(), word()];
  const [first, second] = [await about(one, "^2.0.0"), await about(two, "^1.0.0")];
  const { cairn, lock, folder } = here(api, { [one]: "2.1.0", [two]: "1.0.0" });
  const { code, json } = await cairn(["suggest", "--yes", "--json"]);
  expect(code).toBe(0);
  expect(json.added).toHaveLength(2);
  expect(
    Object.values(lock())
      .map((each) => Object(each).version_id)
      .sort(),
  ).toEqual([first.version_id, second.version_id].sort());
  for (const { files } of json.added) expect(readFileSync(path.join(folder, files[0]), "utf8")).toContain("metadata:");
  expect((await cairn(["outdated"])).code).toBe(0);
  const again = await cairn(["suggest", "--yes", "--json"]);
  expect(again.json.added).toEqual([]);
  expect(again.json.dependencies[0].fits[0].added).toBe(true);
});

test("a skill for a package that the project lacks is listed last with the reason, and --yes does not add it", async ({
  api,
}) => {
  const [one, two] = [word(), word()];
  const alone = await about(one, "^2.0.0");
  const both = await publishSkill({ applicability: [semver(one, "^2.0.0"), semver(two, "*")] });
  const { cairn } = here(api, { [one]: "2.1.0" });
  const { stdout } = await cairn(["suggest"]);
  expect(stdout.indexOf(both.skill_id)).toBeGreaterThan(stdout.indexOf(alone.skill_id));
  expect(stdout).toContain(`fits ${one} 2.1.0; also needs ${two}, which this project does not have`);
  const { json } = await cairn(["suggest", "--yes", "--json"]);
  expect(json.dependencies[0].fits.map(({ also_needs }: { also_needs: string[] }) => also_needs)).toEqual([[], [two]]);
  expect(json.added).toHaveLength(1);
  expect((await cairn(["suggest", "--yes", "--json"])).json.added).toEqual([]);
  const whole = here(api, { [one]: "2.1.0", [two]: "1.0.0" });
  expect((await whole.cairn(["suggest"])).stdout).not.toContain("also needs");
});

test("what another request of the same project names is no longer needed", async ({ api }) => {
  const [first, last] = [word(), word()];
  const both = await publishSkill({ applicability: [semver(first, "^1.0.0"), semver(last, "*")] });
  const names = [first, ...Array.from({ length: 200 }, () => word()), last];
  const { cairn } = here(api, Object.fromEntries(names.map((name) => [name, "1.0.0"])));
  const { json } = await cairn(["suggest", "--json"]);
  expect(json.sent).toHaveLength(2);
  expect(json.dependencies[0].fits).toMatchObject([{ skill_id: both.skill_id, also_needs: [] }]);
});

test("on a terminal the user chooses with the keys, or leaves", async ({ api }) => {
  const technology = word();
  await about(technology, "^2.0.0");
  await about(technology, ">=2");
  const { cairn, lock } = here(api, { [technology]: "2.1.0" });
  const left = await cairn(["suggest"], { typed: ["q"] });
  expect(left.code).toBe(0);
  expect(left.stderr).toContain("Which of them do you want to add?");
  expect(left.stdout).not.toContain("Added");
  const [down, space] = ["\u001b[B", " "];
  const { code, stdout } = await cairn(["suggest"], { typed: [`${down}${space}\r`] });
  expect(code).toBe(0);
  expect(stdout).toContain("Added");
  expect(Object.keys(lock())).toHaveLength(1);
  const both = await cairn(["suggest"], { typed: ["a\r"] });
  expect(both.code).toBe(0);
  expect(Object.keys(lock())).toHaveLength(2);
});

test("a skill that is refused does not keep the others away", async ({ api }) => {
  const [one, two] = [word(), word()];
  await about(one, "^2.0.0");
  await about(two, "^1.0.0");
  const { cairn, lock, put } = here(api, { [one]: "2.1.0", [two]: "1.0.0" });
  const listed = (await cairn(["suggest", "--json"])).json;
  put(`.agents/skills/${listed.dependencies[0].fits[0].slug}/SKILL.md`, "My own.");
  const { code, json } = await cairn(["suggest", "--yes", "--json"]);
  expect(code).toBe(4);
  expect(json.refused).toMatchObject([{ detail: expect.stringContaining("cairn did not write it") }]);
  expect(Object.keys(lock())).toEqual([listed.dependencies[1].fits[0].slug]);
});

test("skills that installed packages ship are listed as local, those of scopes too, and links out are not followed", async ({
  api,
}) => {
  const skill = (name: string) => `---\nname: ${name}\ndescription: "How to use ${name}."\n---\n\nText.\n`;
  const { cairn, folder } = here(
    api,
    { [word()]: "1.0.0" },
    {
      "node_modules/plain/skills/SKILL.md": skill("plain"),
      "node_modules/@scope/deep/skills/a/b/SKILL.md": skill("deep"),
      "node_modules/none/skills/README.md": "No skill.",
      "node_modules/broken/skills/SKILL.md": "No front matter.",
    },
  );
  const outside = makeProject({ "skills/SKILL.md": skill("outside") });
  made.push(outside);
  symlinkSync(outside.folder, path.join(folder, "node_modules/linked"));
  const { json } = await cairn(["suggest", "--json"]);
  expect(json.local).toEqual([
    {
      package: "@scope/deep",
      name: "deep",
      description: "How to use deep.",
      file: "node_modules/@scope/deep/skills/a/b/SKILL.md",
    },
    { package: "plain", name: "plain", description: "How to use plain.", file: "node_modules/plain/skills/SKILL.md" },
  ]);
  expect((await cairn(["suggest"])).stdout).toContain("Local, shipped by installed packages:");
});
