import { spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { type Api, expect, test } from "@/e2e/support/api";
import { publishSkill, word } from "@/e2e/support/fixtures";
import { semver } from "@/e2e/support/knowledge-reading";
import { makeProject } from "@/e2e/support/made-project";
import { outputOf } from "@/e2e/support/programs";
import { BASE_PLACEHOLDER, builtPackages } from "@/lib/server/formats/client/outputs";

/** The hook as the plugin holds it, in a folder of a project. */
function hookIn(api: Api, folder: string) {
  const put = (name: string, text: string) => {
    const file = path.join(folder, ".git/plugin", name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text.replaceAll(BASE_PLACEHOLDER, api.base));
    return file;
  };
  const { client, hook } = builtPackages();
  for (const name of ["cairn.js", "client.js", "node.js"] as const) put(`program/${name}`, client[name]);
  put("program/package.json", '{"type": "module"}');
  const script = put("suggest-skills.mjs", hook["suggest-skills.mjs"]);
  return (mode: string) => {
    const env = { PATH: process.env.PATH, HOME: path.join(folder, ".git/home"), NODE_ENV: "production" as const };
    const child = spawn(process.execPath, [script], {
      cwd: folder,
      env: { ...env, CLAUDE_PLUGIN_OPTION_SUGGEST_SKILLS: mode },
      stdio: "pipe",
    });
    child.stdin.on("error", () => {});
    child.stdin.end(JSON.stringify({ cwd: folder, hook_event_name: "SessionStart" }));
    return outputOf(child);
  };
}

test("off, the hook does nothing; on, the first session of a day tells the agent what fits", { tag: "@slow" }, async ({
  api,
}) => {
  const technology = word();
  const skill = await publishSkill({ applicability: [semver(technology, "^1.0.0")] });
  const project = makeProject({
    "package.json": { dependencies: { [technology]: "^1.0.0" } },
    "package-lock.json": {
      lockfileVersion: 3,
      packages: { [`node_modules/${technology}`]: { version: "1.2.0", resolved: "https://registry.npmjs.org/a.tgz" } },
    },
  });
  try {
    const run = hookIn(api, project.folder);
    for (const mode of ["off", "", "show"]) expect(await run(mode)).toMatchObject({ code: 0, stdout: "", stderr: "" });
    const first = await run("on");
    const { hookSpecificOutput: said } = JSON.parse(first.stdout);
    expect(said.hookEventName).toBe("SessionStart");
    expect(said.additionalContext).toContain(`(${technology} 1.2.0): ${skill.skill_id}`);
    expect(said.additionalContext.length).toBeLessThanOrEqual(600);
    expect(await run("on")).toMatchObject({ code: 0, stdout: "", stderr: "" });
  } finally {
    project.remove();
  }
});
