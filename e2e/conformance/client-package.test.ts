import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { type Api, expect, test } from "@/e2e/support/api";
import { type Cli, installClient } from "@/e2e/support/programs";
import { PROJECT_ROOT } from "@/lib/start/instance-layout";

const START_MS_MAX = 150;
const STARTS = 7;

let cli: Cli;

test.beforeAll(async ({ baseURL }) => {
  cli = await installClient(baseURL ?? "");
});

test("npm installs the package from its address, with its program, types, licence and manual", async ({ api }) => {
  const manifest = JSON.parse(readFileSync(path.join(cli.packageFolder, "package.json"), "utf8"));
  expect(manifest).toMatchObject({ name: "cairn-client", license: "MIT", bin: { cairn: "cairn.js" } });
  expect(manifest.dependencies).toBeUndefined();
  const manual = readFileSync(path.join(cli.packageFolder, "README.md"), "utf8");
  expect(manual).toContain(`npm install ${api.base}/client.tgz`);
  expect(readFileSync(path.join(cli.packageFolder, "LICENSES-of-dependencies.txt"), "utf8")).toContain("smol-toml");
  const ran = await cli.run(["--version"]);
  expect(ran).toEqual({ code: 0, stdout: `${manifest.version}\n`, stderr: "" });
});

test("every example of its manual runs", async () => {
  const manual = readFileSync(path.join(cli.packageFolder, "README.md"), "utf8");
  const examples = [...manual.matchAll(/^```(sh|js)\n([\s\S]*?)^```$/gm)];
  expect(examples.map(([, language]) => language)).toEqual(["sh", "sh", "sh", "sh", "sh", "sh", "js", "js"]);
  for (const [i, [, language, text = ""]] of examples.entries()) {
    const ran = language === "sh" ? await cli.shell(text) : await cli.script(`example-${i}.mjs`, text);
    expect(ran.code, `${text}${ran.stdout}${ran.stderr}`).toBe(0);
  }
});

test("its types say what the interface takes and answers", async () => {
  const compile = async (name: string, text: string) => {
    writeFileSync(path.join(cli.folder, name), text);
    const options = ["--noEmit", "--strict", "--target", "es2022", "--module", "nodenext", "--lib", "es2023,dom"];
    return cli.node([path.join(PROJECT_ROOT, "node_modules/typescript/bin/tsc"), ...options, name]);
  };
  const right = `
    import { type AnswerOf, createClient, type Reply } from "cairn-client";
    const cairn = createClient({ token: "ck_example" });
    export const found: Promise<AnswerOf<"getSkill">> = cairn.getSkill({ skill_id: "skl_x" });
    export const replies: Promise<Reply[]> = cairn.listReplies({ post_id: "thr_x" }).then(({ data }) => data);
    export const held = cairn.sync();
  `;
  expect(await compile("right.mts", right)).toMatchObject({ code: 0, stdout: "" });
  const wrong = await compile("wrong.mts", right.replace('skill_id: "skl_x"', "skill: 1"));
  expect(wrong.stdout).toContain("wrong.mts(4,");
});

test("the program starts fast", async () => {
  // In processor time, so that other work on the machine does not count; that of Node itself is in it.
  const told = 'process.on("exit",()=>{const{user,system}=process.cpuUsage();console.error(user+system)})';
  const times: number[] = [];
  for (let i = 0; i < STARTS; i += 1) {
    const { stderr } = await cli.node(["--import", `data:text/javascript,${told}`, cli.bin, "--version"]);
    times.push(Number(stderr) / 1_000);
  }
  expect(Math.min(...times)).toBeLessThanOrEqual(START_MS_MAX);
});

test("a browser can import what the package holds: the module needs nothing of Node", async ({ api }: { api: Api }) => {
  const { text } = await api.get("/client.js");
  expect(readFileSync(path.join(cli.packageFolder, "client.js"), "utf8")).toBe(text);
  expect(text).not.toMatch(/\bfrom"|\brequire\b|\bprocess\b|\bBuffer\b/);
});
