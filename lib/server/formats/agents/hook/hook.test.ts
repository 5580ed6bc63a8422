import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { text } from "node:stream/consumers";
import { expect, test } from "@playwright/test";
import { buildHook } from "@/lib/server/formats/agents/build-hook";
import { questionOf } from "@/lib/server/formats/agents/hook/question-of";
import committed from "@/lib/server/formats/agents/hook.json" with { type: "json" };
import { BASE_PLACEHOLDER } from "@/lib/server/formats/client/base";

const OUTPUT = `Exit code 1
> billing-portal@1.0.0 build /home/ann/billing-portal
\u001b[31mError\u001b[0m: Route "/admin" used "cookies" inside "use cache" in next.js 16.1.0
    at Page (/home/ann/billing-portal/src/app/admin/page.tsx:12:7)
Failed to connect to postgres://ann:hunter2hunter2@db.acme.internal:5432/app for ann@acme.example
export API_TOKEN=ghp_${"A1b2C3d4E5f6".repeat(3)} failed
`;
const EXPECTED =
  'Error: Route "[path]" used "cookies" inside "use cache" in next.js 16.1.0 Failed to connect to [url] for [email]';

test("what the plugin holds is what the source of the hook builds: npm run client", async () => {
  expect(await buildHook()).toEqual(committed);
});

test("a question has the lines of the error, and nothing that is private", () => {
  const question = questionOf(OUTPUT, ["ann", "billing-portal"]);
  expect(question?.startsWith(EXPECTED)).toBe(true);
  expect(question).not.toMatch(/ann|billing|acme|ghp_|hunter2|[<>`]/);
  expect(questionOf("Exit code 1\nall is well", [])).toBeNull();
  expect(questionOf("Exit code 1\n/home/ann/x.ts: Error 42", [])).toBeNull();
  expect(questionOf(`TypeError: ${"cannot read properties of undefined ".repeat(50)}`, [])?.length).toBeLessThanOrEqual(
    300,
  );
});

test("the hook does nothing when it is off, shows without sending, and sends what it shows", async () => {
  const asked: string[] = [];
  const found = {
    title: "Cookies in\ncached pages",
    canonical_url: "https://cairn.example/skills/1",
    verdict: "compatible",
  };
  const server = createServer(async (request, response) => {
    asked.push(`${request.method} ${request.url} ${await text(request)}`);
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
  writeFileSync(script, committed["look-up-error.mjs"].replaceAll(BASE_PLACEHOLDER, base));

  const run = async (mode: string | undefined, failure: object, to = script) => {
    const env: NodeJS.ProcessEnv = { NODE_ENV: "test", PATH: process.env.PATH };
    if (mode !== undefined) env.CLAUDE_PLUGIN_OPTION_LOOK_UP_ERRORS = mode;
    const child = spawn(process.execPath, [to], { env, stdio: ["pipe", "pipe", "pipe"] });
    child.stdin.on("error", () => {}).end(JSON.stringify({ cwd, ...failure }));
    const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
    return { stdout, stderr, code };
  };
  const silent = { stdout: "", stderr: "", code: 0 };
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
    const question = String(sent.systemMessage).replace("Cairn looked up: ", "");
    expect(asked).toEqual([`POST /api/v1/search ${JSON.stringify({ q: question, preview: true, limit: 2 })}`]);
    expect(asked.join()).not.toMatch(/ann|billing|acme|ghp_|hunter2/);
    expect(sent.hookSpecificOutput.hookEventName).toBe("PostToolUseFailure");
    expect(sent.hookSpecificOutput.additionalContext).toContain(
      "- Cookies in cached pages (compatible): https://cairn.example/skills/1",
    );
    expect(sent.hookSpecificOutput.additionalContext).not.toContain("Weak");
  } finally {
    server.close();
  }
  const nowhere = test.info().outputPath("nowhere.mjs");
  writeFileSync(nowhere, committed["look-up-error.mjs"].replaceAll(BASE_PLACEHOLDER, "http://127.0.0.1:9"));
  expect(await run("send", failure, nowhere)).toEqual(silent);
});
