import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { expect, test } from "@playwright/test";
import { PROJECT_ROOT } from "@/lib/start/instance-layout";

const SHELL_BLOCK = /^```sh\n(.*?)^```$/gms;

test("the first block of the README is a command with the output that it prints", async ({ baseURL }) => {
  const readme = readFileSync(path.join(PROJECT_ROOT, "README.md"), "utf8");
  const [, command = "", output = ""] = /^```\n\$ ((?:[^\n]*\\\n)*[^\n]*\n)(.*?)^```$/ms.exec(readme) ?? [];
  const script = command.replace("http://localhost:3000", baseURL ?? "");
  expect(script).not.toBe(command);
  // Playwright asks for colours, which a terminal of a reader shows and the README does not.
  const { FORCE_COLOR: _, ...env } = process.env;
  const { stdout } = await promisify(execFile)("bash", ["-e", "-u", "-o", "pipefail", "-c", script], { env });
  expect(stdout).toBe(output);
});

test("the commands of the README work unchanged, one block after the other", async ({ baseURL }) => {
  const readme = readFileSync(path.join(PROJECT_ROOT, "README.md"), "utf8");
  const script = [...readme.matchAll(SHELL_BLOCK)].map(([, block]) => block).join("\n");
  const folder = mkdtempSync(path.join(tmpdir(), "cairn-readme-"));
  const env = { ...process.env, CAIRN: baseURL };
  try {
    const options = ["-e", "-u", "-o", "pipefail", "-c", script];
    const { stdout } = await promisify(execFile)("bash", options, { cwd: folder, env });
    const [title, ...answers] = stdout.split(/\n|(?<=\})(?=\{)/).filter((line) => line !== "");
    const [reply, replies, search] = answers.map((line) => JSON.parse(line).data);
    expect(title).toContain("Upsert in PostgreSQL 18");
    expect(reply).toMatchObject({ reply: { outcome: "resolved" }, replies_remaining: 19 });
    expect(replies.map((one: { kind: string }) => one.kind)).toEqual(["library", "outcome"]);
    expect(search.skills[0].applicability.verdict).toBe("compatible");
  } finally {
    rmSync(folder, { recursive: true });
  }
});
