import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { parse } from "yaml";
import { z } from "zod";
import { type Api, expect, test } from "@/e2e/support/api";
import { openThread, publishSkill, type Skill, word } from "@/e2e/support/fixtures";
import { connect, nothing, versionRef } from "@/e2e/support/knowledge";
import { semver } from "@/e2e/support/knowledge-reading";
import { type Ran, runProgram } from "@/e2e/support/programs";
import { ownSkill, submitted, update } from "@/e2e/support/submitting";
import { getSkill } from "@/lib/contract/public/skills";

const Lock = z.looseObject({
  skills: z.record(z.string(), z.looseObject({ sourceUrl: z.string(), wellKnownDigest: z.string() })),
});
const SKILLS = ".claude/skills";

const run = (folder: string, args: string[]): Promise<Ran> => runProgram("skills/bin/cli.mjs", args, { folder });
const said = ({ stdout, stderr }: Ran) => `${stdout.slice(-2_000)}${stderr.slice(-2_000)}`;

async function add(folder: string, address: string): Promise<Ran> {
  return run(folder, ["add", address, "--yes", "--copy", "--agent", "claude-code"]);
}

async function install(folder: string, address: string): Promise<void> {
  const ran = await add(folder, address);
  expect(ran.code, said(ran)).toBe(0);
}

/** Updates what is installed; returns what the program printed. */
async function refresh(folder: string): Promise<string> {
  const ran = await run(folder, ["update", "--project", "--yes"]);
  expect(ran.code, said(ran)).toBe(0);
  return ran.stdout;
}

function installedIn(folder: string): string[] {
  const skills = path.join(folder, SKILLS);
  return existsSync(skills) ? readdirSync(skills).sort() : [];
}

const textIn = (folder: string, slug: string) => readFileSync(path.join(folder, SKILLS, slug, "SKILL.md"), "utf8");
const lockIn = (folder: string) => Lock.parse(JSON.parse(readFileSync(path.join(folder, "skills-lock.json"), "utf8")));

const page = ({ skill_id, version_id }: Pick<Skill, "skill_id" | "version_id">) =>
  `/skills/${skill_id}/versions/${version_id}`;
const served = async (api: Api, version: Pick<Skill, "skill_id" | "version_id">) =>
  (await api.get(`${page(version)}/SKILL.md`)).text;

test("npx skills add installs a complete skill from its page, with its version and its update URL", async ({
  api,
}, info) => {
  test.setTimeout(120_000);
  const folder = info.outputPath();
  const skill = await publishSkill();
  const address = `${api.base}/skills/${skill.skill_id}`;
  await install(folder, address);

  const installed = textIn(folder, skill.slug);
  expect(installed).toBe(await served(api, skill));
  const { metadata } = parse(installed.split("---\n")[1] ?? "");
  expect(metadata).toMatchObject({
    version_id: skill.version_id,
    update_url: `${api.base}${page(skill)}/update/SKILL.md`,
  });
  expect((await api.get(metadata.update_url.replace(api.base, ""))).text).toBe(installed);

  const digest = `sha256:${createHash("sha256").update(installed).digest("hex")}`;
  expect(lockIn(folder).skills[skill.slug]).toMatchObject({ sourceUrl: address, wellKnownDigest: digest });
});

test("npx skills add of a version's page installs that version, and update keeps it", async ({ api }, info) => {
  test.setTimeout(120_000);
  const folder = info.outputPath();
  const old = await publishSkill();
  await publishSkill({ of: old });
  const address = `${api.base}${page(old)}`;
  await install(folder, address);
  expect(installedIn(folder)).toEqual([old.slug]);
  const pinned = await served(api, old);
  expect(textIn(folder, old.slug)).toBe(pinned);
  expect(lockIn(folder).skills[old.slug]).toMatchObject({ sourceUrl: address });

  await publishSkill({ of: old });
  await refresh(folder);
  expect(textIn(folder, old.slug)).toBe(pinned);
});

test("npx skills update keeps the text for the newer major when one for an older major appears, and takes its own", async ({
  api,
}, info) => {
  test.setTimeout(120_000);
  const folder = info.outputPath();
  const [author, technology] = [await connect(api), word()];
  const third = await ownSkill(author, { applicability: [semver(technology, "^3.0.0")] });
  const next = async (range: string, observed: string) => {
    const operation = await submitted(author, update(third, observed, { applicability: [semver(technology, range)] }));
    expect(operation.state, JSON.stringify(operation)).toBe("succeeded");
    const { ref } = Object(operation.result);
    return { skill_id: String(ref.skill_id), version_id: String(ref.version_id) };
  };
  const fourth = await next("^4.0.0", "1");
  const { data } = await api.ok(getSkill, { skill_id: third.skill_id });
  await install(folder, `${api.base}/skills/${third.skill_id}`);
  expect(textIn(folder, data.slug)).toBe(await served(api, fourth));

  await next("^3.0.0", "2");
  await refresh(folder);
  expect(textIn(folder, data.slug)).toBe(await served(api, fourth));

  const newest = await next("^4.0.0", "2");
  // The index of a skill may be a minute old where a cache keeps it; the program has none.
  await refresh(folder);
  expect(textIn(folder, data.slug)).toBe(await served(api, newest));
  expect((await api.ok(getSkill, { skill_id: third.skill_id })).data.selected).toEqual(versionRef(newest));
});

test("npx skills add of a version's update address follows the updates for that major alone", async ({ api }, info) => {
  test.setTimeout(120_000);
  const folder = info.outputPath();
  const technology = word();
  const forMajor = (major: number) => [semver(technology, `^${major}.0.0`)];
  const third = await publishSkill({ applicability: forMajor(3) });
  await publishSkill({ of: third, applicability: forMajor(4) });
  await install(folder, `${api.base}${page(third)}/update`);
  expect(textIn(folder, third.slug)).toBe(await served(api, third));
  await publishSkill({ of: third, applicability: forMajor(4) });
  await refresh(folder);
  expect(textIn(folder, third.slug)).toBe(await served(api, third));
  const newer = await publishSkill({ of: third, applicability: forMajor(3) });
  await refresh(folder);
  expect(textIn(folder, third.slug)).toBe(await served(api, newer));
});

test("npx skills add installs the files beside SKILL.md byte for byte, and update follows them", async ({
  api,
}, info) => {
  test.setTimeout(180_000);
  const folder = info.outputPath();
  const binary = Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), Buffer.from([0, 1, 2, 255])]);
  const files = { "references/deep/more.md": "# Möre\r\n", "assets/a.png": binary, "scripts/run.sh": "echo 1\n" };
  const skill = await publishSkill({ files });
  const fileIn = (name: string) => path.join(folder, SKILLS, skill.slug, name);
  await install(folder, `${api.base}/skills/${skill.skill_id}`);
  expect(textIn(folder, skill.slug)).toBe(await served(api, skill));
  for (const [name, content] of Object.entries(files))
    expect([name, readFileSync(fileIn(name)).equals(Buffer.from(content))]).toEqual([name, true]);

  const newer = await publishSkill({ of: skill, files: { "references/deep/more.md": "# New\n" } });
  await refresh(folder);
  expect(textIn(folder, skill.slug)).toBe(await served(api, newer));
  expect(readFileSync(fileIn("references/deep/more.md"), "utf8")).toBe("# New\n");
  expect(existsSync(fileIn("scripts/run.sh"))).toBe(false);

  const pinned = path.join(folder, "pinned");
  mkdirSync(pinned);
  await install(pinned, `${api.base}${page(skill)}`);
  const old = path.join(pinned, SKILLS, skill.slug, "scripts/run.sh");
  expect(readFileSync(old, "utf8")).toBe("echo 1\n");
});

test("npx skills add of an address without a skill installs nothing, and of the site the guide alone", async ({
  api,
}, info) => {
  test.setTimeout(180_000);
  const skill = await publishSkill();
  const { thread_id } = await openThread(api);
  const wrong = [
    "/skills",
    `/threads/${thread_id}`,
    `/skills/${nothing.skill_id}`,
    page({ ...skill, version_id: nothing.version_id }),
  ];
  await Promise.all(
    wrong.map(async (address, i) => {
      const folder = info.outputPath(`wrong-${i}`);
      const ran = await add(folder, `${api.base}${address}`);
      expect([address, ran.code], said(ran)).toEqual([address, 1]);
      expect(installedIn(folder)).toEqual([]);
    }),
  );
  // Releases up to 1.5.18 go on to the index of the site, whatever the address answers.
  await Promise.all(
    wrong.map(async (address, i) => {
      const folder = info.outputPath(`former-${i}`);
      const args = ["add", `${api.base}${address}`, "--yes", "--copy", "--agent", "claude-code"];
      const ran = await runProgram("skills-1-5-18/bin/cli.mjs", args, { folder });
      expect([address, installedIn(folder)], said(ran)).toEqual([address, ["cairn"]]);
    }),
  );
  const folder = info.outputPath("site");
  await install(folder, api.base);
  expect(installedIn(folder)).toEqual(["cairn"]);
  expect(textIn(folder, "cairn")).toBe((await api.get("/skill.md")).text);
});
