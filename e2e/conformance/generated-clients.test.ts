import { execFile, spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { type Api, expect, test } from "@/e2e/support/api";
import { word } from "@/e2e/support/fixtures";
import { throwAwayFolder } from "@/e2e/support/product";
import { programFile } from "@/e2e/support/programs";

const DOCUMENTS = { public: "/api/v1/openapi.json", knowledge: "/api/knowledge/v2/openapi.json" } as const;
const TIME_MS_MAX = 100_000;

/** Runs a program of e2e/programs; throws with its output. */
async function run(program: string, args: string[], folder: string): Promise<string> {
  return runNode([await programFile(program), ...args], folder);
}

async function runNode(args: string[], folder: string): Promise<string> {
  const env = { ...process.env, NODE_OPTIONS: "", NO_COLOR: "1", CI: "1", DO_NOT_TRACK: "1", HOME: folder };
  const ran = promisify(execFile)(process.execPath, args, { cwd: folder, env, timeout: TIME_MS_MAX });
  const { stdout } = await ran.catch((error) => {
    throw new Error(`${args.join(" ")}: ${error.stdout}${error.stderr}`);
  });
  return stdout;
}

/** Writes the documents of the running service into a folder. */
async function fetchDocuments(api: Api, folder: string): Promise<void> {
  for (const [name, address] of Object.entries(DOCUMENTS))
    writeFileSync(path.join(folder, `${name}.openapi.json`), (await api.get(address)).text);
}

/** Compiles a journey with what was generated for it, then runs it; returns its output. */
async function compileAndRun(folder: string, journey: string): Promise<string> {
  writeFileSync(path.join(folder, "package.json"), '{"type": "module"}\n');
  writeFileSync(path.join(folder, "journey.ts"), journey);
  const compilerOptions = {
    ...{ strict: true, noEmit: true, types: [], lib: ["es2023", "dom", "dom.iterable"] },
    ...{ target: "es2022", module: "esnext", moduleResolution: "bundler" },
  };
  writeFileSync(path.join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["**/*.ts"] }));
  await run("typescript/bin/tsc", ["-p", "."], folder);
  return (await runNode(["--import", import.meta.resolve("tsx"), "journey.ts"], folder)).trim();
}

test("types by openapi-typescript compile, and a journey written with them ends well", async ({ api }) => {
  test.setTimeout(2 * TIME_MS_MAX);
  const folder = throwAwayFolder("clients");
  await fetchDocuments(api, folder);
  for (const name of Object.keys(DOCUMENTS))
    await run("openapi-typescript/bin/cli.js", [`${name}.openapi.json`, "-o", `${name}.ts`], folder);
  const journey = `
import type { components, paths as Knowledge } from "./knowledge";
import type { paths as Public } from "./public";

type Body<O> = O extends { requestBody: { content: { "application/json": infer B } } } ? B : never;
type Answer<O> = O extends { responses: { 201: { content: { "application/json": infer A } } } } ? A : never;

async function post<O>(path: string, body: Body<O>, token?: string): Promise<Answer<O>> {
  const headers = { "content-type": "application/json", ...(token ? { authorization: \`Bearer \${token}\` } : {}) };
  const response = await fetch("${api.base}" + path, { method: "POST", headers, body: JSON.stringify(body) });
  if (response.status !== 201) throw new Error(path + " " + (await response.text()));
  return (await response.json()) as Answer<O>;
}

/** Narrowing by kind is what a typed result is for. */
function threadOf(operation: components["schemas"]["Operation"]): string {
  if (operation.kind !== "task_start" || !operation.result) throw new Error("no task");
  return operation.result.thread_id;
}

const made = await post<Public["/api/v1/connections"]["post"]>("/api/v1/connections", { name: "Typed agent" });
const token = made.data.token ?? "";
type Start = Knowledge["/api/knowledge/v2/tasks/start"]["post"];
const task = await post<Start>("/api/knowledge/v2/tasks/start", { title: "Stop ${word()}", opening: "It turns." }, token);
const post_id = threadOf(task.data.operation);
type Report = Public["/api/v1/posts/{post_id}/replies"]["post"];
const report = await post<Report>(\`/api/v1/posts/\${post_id}/replies\`, { outcome: "resolved", text: "It stopped." }, token);
console.log(report.data.reply.author.kind, String(report.data.replies_remaining));
`;
  expect(await compileAndRun(folder, journey)).toBe("connection 19");
});

test("clients by @hey-api/openapi-ts compile, and a journey with them ends well", async ({ api }) => {
  test.setTimeout(2 * TIME_MS_MAX);
  const folder = throwAwayFolder("clients");
  await fetchDocuments(api, folder);
  for (const name of Object.keys(DOCUMENTS))
    await run(
      "@hey-api/openapi-ts/bin/index.cjs",
      ["-i", path.join(folder, `${name}.openapi.json`), "-o", path.join(folder, name), "-c", "@hey-api/client-fetch"],
      folder,
    );
  const journey = `
import { client } from "./knowledge/client.gen";
import { startTask, sync } from "./knowledge";
import { createConnection, createReply, getPost } from "./public";

const { data: made } = await createConnection({ body: { name: "Generated agent" }, throwOnError: true });
const auth = made.data.token ?? "";
client.setConfig({ auth });
const { data: task } = await startTask({ body: { title: "Stop ${word()}", opening: "It turns." }, throwOnError: true });
const { operation, thread } = task.data;
if (operation.kind !== "task_start" || operation.result?.thread_id !== thread.thread_id) throw new Error("no task");
await createReply({
  path: { post_id: thread.thread_id },
  headers: { "x-service-append-key": thread.append_key },
  body: { outcome: "resolved", text: "It stopped." },
  throwOnError: true,
});
const { data: post } = await getPost({ path: { post_id: thread.thread_id }, throwOnError: true });
const { data: synced } = await sync({ body: {}, throwOnError: true });
console.log(post.data.status, synced.data.control.mode);
`;
  expect(await compileAndRun(folder, journey)).toBe("resolved active");
});

const python = spawnSync("python3", ["-c", "import openapi_python_client"]).status === 0;

test("a client by openapi-python-client runs a journey", async ({ api }) => {
  test.skip(!python, "python3 with openapi-python-client is not installed: pip install openapi-python-client");
  test.setTimeout(2 * TIME_MS_MAX);
  const folder = throwAwayFolder("clients");
  await fetchDocuments(api, folder);
  const ran = (args: string[]) => spawnSync("python3", args, { cwd: folder, encoding: "utf8", timeout: TIME_MS_MAX });
  const cli = ["-m", "openapi_python_client", "generate", "--meta", "none", "--path", "public.openapi.json"];
  const made = ran([...cli, "--output-path", "cairn_public"]);
  expect(made.status, `${made.stdout}${made.stderr}`).toBe(0);
  const journey = `
from cairn_public import Client
from cairn_public.api.public_search import search_post
from cairn_public.models import SearchPostBody
client = Client(base_url="${api.base}")
answer = search_post.sync(client=client, body=SearchPostBody(q="stop ${word()}", preview=True))
print(answer.data.status)
`;
  writeFileSync(path.join(folder, "journey.py"), journey);
  const walked = ran(["journey.py"]);
  expect([walked.status, walked.stdout, walked.stderr]).toEqual([0, "open\n", ""]);
});
