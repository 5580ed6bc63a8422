import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { parse } from "yaml";
import { z } from "zod";
import { expect, test } from "@/e2e/support/api";
import { publishSkill } from "@/e2e/support/fixtures";
import { runProgram } from "@/e2e/support/run-program";

const Lock = z.looseObject({
  skills: z.record(z.string(), z.looseObject({ sourceUrl: z.string(), wellKnownDigest: z.string() })),
});

test("npx skills add installs a complete skill from its page, with its version and its update URL", async ({
  api,
}, info) => {
  test.setTimeout(120_000);
  const folder = info.outputPath();
  const skill = await publishSkill();
  const address = `${api.base}/skills/${skill.skill_id}`;
  const args = ["add", address, "--yes", "--copy", "--agent", "claude-code"];
  const { code, stdout, stderr } = await runProgram("skills/bin/cli.mjs", args, { folder });
  expect(code, `${stdout.slice(-2_000)}${stderr.slice(-2_000)}`).toBe(0);

  const installed = readFileSync(path.join(folder, `.claude/skills/${skill.slug}/SKILL.md`), "utf8");
  const served = await api.get(`/skills/${skill.skill_id}/versions/${skill.version_id}/SKILL.md`);
  expect(installed).toBe(served.text);
  const { metadata } = parse(installed.split("---\n")[1] ?? "");
  expect(metadata).toMatchObject({ version_id: skill.version_id, update_url: `${address}/SKILL.md` });
  expect((await api.get(metadata.update_url.replace(api.base, ""))).text).toContain(skill.version_id);

  const lock = Lock.parse(JSON.parse(readFileSync(path.join(folder, "skills-lock.json"), "utf8")));
  const digest = `sha256:${createHash("sha256").update(installed).digest("hex")}`;
  expect(lock.skills[skill.slug]).toMatchObject({ sourceUrl: address, wellKnownDigest: digest });
});
