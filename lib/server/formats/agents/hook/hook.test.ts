import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { text } from "node:stream/consumers";
import { expect, test } from "@playwright/test";
import { questionOf } from "@/lib/server/formats/agents/hook/look-up";
import { BASE_PLACEHOLDER, builtPackages } from "@/lib/server/formats/client/outputs";

const OUTPUT = `Exit code 1
> billing-portal@1.0.0 build /home/ann/billing-portal
\u001b[31mError\u001b[0m: Route "/admin" used "cookies" inside "use cache" in next.js 16.1.0
    at Page (/home/ann/billing-portal/src/app/admin/page.tsx:12:7)
Failed to connect to postgres://ann:hunter2hunter2@db.acme.internal:5432/app for ann@acme.example
export API_TOKEN=ghp_${"A1b2C3d4E5f6".repeat(3)} failed
`;
const EXPECTED =
  'Error: Route "[path]" used "cookies" inside "use cache" in next.js 16.1.0 Failed to connect to [url] for [email]';

test("a question has the lines of the error, and nothing that is private", () => {
  const question = questionOf(OUTPUT, ["ann", "billing-portal"]);
  expect(question?.startsWith(EXPECTED)).toBe(true);
  expect(question).not.toMatch(/ann|billing|acme|ghp_|hunter2|[<>`]/);
  expect(questionOf("Exit code 1\nall is well", [])).toBeNull();
  expect(questionOf("Exit code 1\n/home/ann/x.ts: Error 42", [])).toBeNull();
  expect(questionOf(`TypeError: ${"cannot read properties of undefined ".repeat(50)}`, [])?.length).toBeLessThanOrEqual(
    300,
  );
  const smileys = "🙂".repeat(90);
  for (const start of ["Error: the word", "Error: the words"])
    expect(questionOf(`${start} ${smileys} ${smileys}`, [])).not.toMatch(/\p{Cs}/u);
});

async function runHook(script: string, mode: string | undefined, failure: object) {
  const env: NodeJS.ProcessEnv = { NODE_ENV: "test", PATH: process.env.PATH };
  if (mode !== undefined) env.CLAUDE_PLUGIN_OPTION_LOOK_UP_ERRORS = mode;
  const child = spawn(process.execPath, [script], { env, stdio: ["pipe", "pipe", "pipe"] });
  child.stdin.on("error", () => {}).end(JSON.stringify(failure));
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  return { stdout, stderr, code };
}

test("the hook does nothing when it is off, shows without sending, and sends what it shows", {
  tag: "@slow",
}, async () => {
  const asked: string[] = [];
  let reply: { status: number; body: string } | undefined;
  const found = {
    title: "Cookies in\ncached pages",
    canonical_url: "https://cairn.example/skills/1",
    verdict: "compatible",
  };
  const server = createServer(async (request, response) => {
    asked.push(`${request.method} ${request.url} ${await text(request)}`);
    if (reply) {
      response.writeHead(reply.status, { location: "/" }).end(reply.body);
      return;
    }
    const results = [
      { ...found, strength: "fair" },
      { ...found, title: "Weak", strength: "weak" },
    ];
    response.setHeader("content-type", "application/json").end(JSON.stringify({ data: { results } }));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const cwd = test.info().outputPath("billing-portal");
  mkdirSync(cwd, { recursive: true });
  writeFileSync(path.join(cwd, "package.json"), '{"name":"ann-billing"}');
  const script = test.info().outputPath("hook.mjs");
  writeFileSync(script, builtPackages().hook["look-up-error.mjs"].replaceAll(BASE_PLACEHOLDER, base));

  const run = (mode: string | undefined, failure: object, to = script) => runHook(to, mode, { cwd, ...failure });
  const silent = { stdout: "", stderr: "", code: 0 };
  let looked = "";
  const saying = (end: string) => ({
    ...silent,
    stdout: `${JSON.stringify({ systemMessage: `${looked}\n${end}` })}\n`,
  });
  const failure = {
    hook_event_name: "PostToolUseFailure",
    tool_name: "Bash",
    tool_input: { command: "npm run build" },
    error: OUTPUT,
  };
  try {
    for (const mode of [undefined, "off", "true", ""]) expect(await run(mode, failure)).toEqual(silent);
    const shown = await run("show", failure);
    const told: { systemMessage: string } = JSON.parse(shown.stdout);
    expect(told.systemMessage).toContain(`Cairn would look up: ${EXPECTED}`);
    expect([told.systemMessage.endsWith("Nothing was sent."), asked]).toEqual([true, []]);

    for (const other of [
      { ...failure, tool_name: "Edit" },
      { ...failure, is_interrupt: true },
      { ...failure, error: "no" },
    ])
      expect(await run("send", other)).toEqual(silent);
    expect(asked).toEqual([]);

    const sent = JSON.parse((await run("send", failure)).stdout);
    looked = sent.systemMessage;
    const question = looked.replace("Cairn looked up: ", "");
    expect(asked).toEqual([`POST /api/v1/search ${JSON.stringify({ q: question, preview: true, limit: 2 })}`]);
    expect(asked.join()).not.toMatch(/ann|billing|acme|ghp_|hunter2/);
    expect(sent.hookSpecificOutput.hookEventName).toBe("PostToolUseFailure");
    expect(sent.hookSpecificOutput.additionalContext).toContain(
      "- Cookies in cached pages (compatible): https://cairn.example/skills/1",
    );
    expect(sent.hookSpecificOutput.additionalContext).not.toContain("Weak");

    for (const [status, body, end] of [
      [200, '{"data":{"results":[]}}', "Nothing fits."],
      [200, "<html>", "Cairn gave no answer."],
      [302, "", "Cairn gave no answer."],
      [429, "{}", "Cairn refused it (429)."],
    ] as const) {
      reply = { status, body };
      expect(await run("send", failure), body).toEqual(saying(end));
    }
  } finally {
    server.close();
  }
  const nowhere = test.info().outputPath("nowhere.mjs");
  writeFileSync(nowhere, builtPackages().hook["look-up-error.mjs"].replaceAll(BASE_PLACEHOLDER, "http://127.0.0.1:9"));
  expect(await run("send", failure, nowhere)).toEqual(saying("Cairn gave no answer."));
});

test("hosts of the user's address and of remotes are names, and a package without a name gives none", {
  tag: "@slow",
}, async () => {
  const cwd = test.info().outputPath("folder");
  mkdirSync(cwd, { recursive: true });
  writeFileSync(path.join(cwd, "package.json"), "{}");
  const git = (...args: string[]) => execFileSync("git", args, { cwd });
  git("init", "--quiet");
  git("config", "user.email", "ann@mail.kunde.se");
  git("remote", "add", "one", "git@git.alpha.example:team/ledger.git");
  git("remote", "add", "two", "https://ann@code.beta.example:8443/team/ledger.git");
  git("remote", "add", "three", "gamma:team/ledger.git");
  const error = "Error: undefined is not a function for Kunde and alpha, git of beta and gamma failed in ledger";
  const script = path.join(cwd, "hook.mjs");
  writeFileSync(script, builtPackages().hook["look-up-error.mjs"]);
  const { stdout } = await runHook(script, "show", { cwd, tool_name: "Bash", error });
  expect(JSON.parse(stdout).systemMessage).toContain(
    "Error: undefined is not a function for [name] and [name], git of [name] and [name] failed in [name]\n",
  );
});
