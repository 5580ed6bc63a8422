import { readFileSync } from "node:fs";
import path from "node:path";
import { type Api, expect, test } from "@/e2e/support/api";
import { type JsonRun, runWithJson } from "@/e2e/support/command-home";
import { word } from "@/e2e/support/fixtures";
import { type Caller, connect } from "@/e2e/support/knowledge";
import { semver } from "@/e2e/support/knowledge-reading";
import { type MadeProject, makeProject, nextProject } from "@/e2e/support/made-project";
import { creation, submitted, update } from "@/e2e/support/submitting";
import { getSkill } from "@/lib/contract/public/skills";
import { getPost } from "@/lib/contract/public/threads";

type Ref = { skill_id: string; version_id: string };
type Here = { project: MadeProject; cairn: (...args: string[]) => Promise<JsonRun> };

const made: MadeProject[] = [];
test.afterEach(() => {
  for (const project of made.splice(0)) project.remove();
});

/** A project of these files, and the command line in it. */
function here(api: Api, files: Record<string, string | object>): Here {
  const project = makeProject(files);
  made.push(project);
  const at = { base: api.base, cwd: project.folder, home: path.join(project.folder, ".git") };
  return { project, cairn: (...args) => runWithJson(args, at) };
}

/** A skill of an author of its own, and how a further version of it is published. */
async function published(api: Api, technology: string, range: string) {
  const author = await connect(api);
  const title = `Tame the ${word()}`;
  const first = await version(author, creation({ title, applicability: [semver(technology, range)] }));
  const { data } = await api.ok(getSkill, { skill_id: first.skill_id });
  const next = async (newRange: string): Promise<Ref> => {
    const { selection_revision } = (await api.ok(getSkill, { skill_id: first.skill_id })).data;
    return version(author, update(first, selection_revision, { title, applicability: [semver(technology, newRange)] }));
  };
  return { title, slug: data.slug, first, next };
}

async function version(author: Caller, input: ReturnType<typeof creation>): Promise<Ref> {
  const operation = await submitted(author, input);
  expect(operation.state, JSON.stringify(operation)).toBe("succeeded");
  const { skill_id, version_id } = Object(Object(operation.result).ref);
  return { skill_id, version_id };
}

const textIn = ({ project }: Here, slug: string, folder = ".agents/skills") =>
  readFileSync(path.join(project.folder, folder, slug, "SKILL.md"), "utf8");
const lockIn = ({ project }: Here) => JSON.parse(readFileSync(path.join(project.folder, "cairn.lock"), "utf8"));
const served = async (api: Api, { skill_id, version_id }: Ref) =>
  (await api.get(`/skills/${skill_id}/versions/${version_id}/SKILL.md`)).text;

async function ok(ran: Promise<JsonRun>, code = 0): Promise<JsonRun> {
  const done = await ran;
  expect(done.code, `${done.stdout}${done.stderr}`).toBe(code);
  return done;
}

const PYTHON = (django: string) => ({
  "pyproject.toml": '[project]\nname = "shop"\nrequires-python = ">=3.12"\ndependencies = ["Django>=4.2"]\n',
  "uv.lock": `version = 1\n\n[[package]]\nname = "django"\nversion = "${django}"\n`,
});
const GO = (echo: string) => ({
  "go.mod": `module example.org/shop\n\ngo 1.23.4\n\nrequire github.com/labstack/echo/v4 ${echo}\n`,
});

for (const { name, technology, ranges, older, newer } of [
  {
    name: "Next.js",
    technology: "next.js",
    ranges: ["^14.0.0", "^16.0.0", "^14.1.0", "^17.0.0", "^16.0.0"],
    older: nextProject("14.2.3"),
    newer: nextProject("16.4.6"),
  },
  {
    name: "Django",
    technology: "Django",
    ranges: [">=4.2 <5", ">=5.1 <6", "~4.2", ">=6", ">=5 <6"],
    older: PYTHON("4.2.16"),
    newer: PYTHON("5.1.4"),
  },
  {
    name: "Echo",
    technology: "echo",
    ranges: ["4.12.x", ">=4.13 <5", "~4.12.0", "^5.0.0", ">=4.13.0 <5"],
    older: GO("v4.12.0"),
    newer: GO("v4.13.3"),
  },
])
  test(`${name}: two projects get two texts of one skill, and an update changes only the one that it is for`, async ({
    api,
  }) => {
    const [first = "", second = "", backport = "", major = "", last = ""] = ranges;
    const skill = await published(api, technology, first);
    const forNewer = await skill.next(second);
    const [old, recent] = [here(api, older), here(api, newer)];
    await Promise.all([old, recent].map(({ cairn }) => ok(cairn("add", skill.first.skill_id))));
    expect(textIn(old, skill.slug)).toBe(await served(api, skill.first));
    expect(textIn(recent, skill.slug)).toBe(await served(api, forNewer));
    expect(textIn(old, skill.slug)).not.toBe(textIn(recent, skill.slug));

    const forOlder = await skill.next(backport);
    await Promise.all([old, recent].map(({ cairn }) => ok(cairn("update"))));
    expect(textIn(old, skill.slug)).toBe(await served(api, forOlder));
    expect(textIn(recent, skill.slug)).toBe(await served(api, forNewer));

    await skill.next(major);
    const outdated = await Promise.all([old, recent].map(({ cairn }) => ok(cairn("outdated", "--json"))));
    for (const { json } of outdated) expect(json).toMatchObject({ skills: [{ state: "current", fits: null }] });
    await Promise.all([old, recent].map(({ cairn }) => ok(cairn("update"))));
    expect(textIn(old, skill.slug)).toBe(await served(api, forOlder));
    expect(textIn(recent, skill.slug)).toBe(await served(api, forNewer));

    const again = await skill.next(last);
    expect((await ok(recent.cairn("outdated", "--json"), 4)).json).toMatchObject({
      skills: [{ skill: skill.slug, state: "newer", fits: { version_id: again.version_id } }],
    });
    await Promise.all([old, recent].map(({ cairn }) => ok(cairn("update"))));
    expect(textIn(old, skill.slug)).toBe(await served(api, forOlder));
    expect(textIn(recent, skill.slug)).toBe(await served(api, again));
    expect(lockIn(recent).skills[skill.slug]).toMatchObject({ version_id: again.version_id, version: "5" });
  });

test("a search and a question send the version that the project uses, and say so; words with a version win", async ({
  api,
}) => {
  const skill = await published(api, "next.js", "^14.0.0");
  const forNewer = await skill.next("^16.0.0");
  const [old, recent] = [here(api, nextProject("14.2.3")), here(api, nextProject("16.4.6"))];
  const words = `${skill.title} in Next.js`;
  for (const [{ cairn }, version, ref] of [
    [old, "14.2.3", skill.first],
    [recent, "16.4.6", forNewer],
  ] as const) {
    // The index follows a publication a moment later.
    await expect(async () => {
      const { json, stderr } = await ok(cairn("search", words, "--json"));
      expect(Object(json).results[0]).toMatchObject({ ...ref, verdict: "compatible" });
      expect(stderr).toContain(`Sent with it: next.js ${version}, from package-lock.json.`);
    }).toPass();
  }
  const other = await ok(old.cairn("search", `${skill.title} in Next.js 16`, "--json"));
  expect(other.stderr).toBe("");
  expect(Object(other.json).results[0]).toMatchObject(forNewer);
  const asked = await ok(old.cairn("ask", `Why does ${word()} fail in Next.js?`, "--json"));
  expect(asked.stderr).toContain("Sent with it: next.js 14.2.3");
  const { thread } = asked.json as { thread: { thread_id: string } };
  expect((await api.ok(getPost, { post_id: thread.thread_id })).data).toMatchObject({
    technologies: [{ technology: "next.js", version: "14.2.3" }],
  });
});
