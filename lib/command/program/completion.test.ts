import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "@playwright/test";
import { installFromDebian } from "@/e2e/support/browser";
import { runCommand, serveTexts } from "@/e2e/support/command-home";
import { agentIds } from "@/lib/command/agents/agent-files";

const BASE = "http://127.0.0.1:9";
const COMMANDS = [
  ...["search", "ask", "show", "add", "update", "outdated", "remove", "versions", "outcome", "watch", "outbox"],
  ...["login", "logout", "install", "uninstall", "completion"],
];

function homeOf(): string {
  const home = test.info().outputPath("home");
  mkdirSync(home, { recursive: true });
  return home;
}

const script = async (shell: string) =>
  (await runCommand(["completion", shell], { home: homeOf(), base: BASE })).stdout;

test("the script of each shell names every command of the help with its options", async () => {
  const help = (await runCommand(["--help"], { home: homeOf(), base: BASE })).stdout;
  const [, table = ""] = /Commands:\n([\s\S]*?)\n\n/.exec(help) ?? [];
  const commands = [...table.matchAll(/^ {2}(\w+(?: \w+)?) {2,}/gm)].map(([, name = ""]) => name);
  expect(commands).toEqual(expect.arrayContaining([...COMMANDS, "outbox send", "outbox drop"]));
  for (const shell of ["bash", "zsh", "fish"]) {
    const text = await script(shell);
    for (const command of commands) {
      expect(text, shell).toContain(command);
      const own = (await runCommand([...command.split(" "), "--help"], { home: homeOf(), base: BASE })).stdout;
      for (const [, option = ""] of own.matchAll(/^ {2}(?:-\w, )?--([\w-]+)/gm))
        expect(text, `${shell}: ${command}`).toContain(shell === "fish" ? `-l ${option}` : `--${option}`);
    }
  }
});

test("another shell is refused with the names of those that there are", async () => {
  const { code, stderr } = await runCommand(["completion", "tcsh"], { home: homeOf(), base: BASE });
  expect([code, stderr]).toEqual([2, "error: There is no completion for tcsh.\nName one of bash, zsh, fish.\n"]);
});

/** What is typed, of which the last word is completed, and what is offered. */
const TYPED: Array<[typed: string[], offered: string[]]> = [
  [["se"], ["search"]],
  [["out"], ["outdated", "outcome", "outbox"]],
  [
    ["outbox", ""],
    ["send", "drop"],
  ],
  [["outbox", "send", "--a"], ["--again"]],
  [["outbox", "drop", "--a"], []],
  [["install", "--ag"], ["--agent"]],
  [["install", "--agent", "cod"], ["codex"]],
  [["install", "--agent", ""], agentIds],
  [["install", "--agent", "codex", "--al"], ["--allow-reading"]],
  [
    ["--url", "outbox", "log"],
    ["login", "logout"],
  ],
  [["add", "--agent", "agen"], ["agents"]],
  [
    ["add", "some words", "--for"],
    ["--force", "--for"],
  ],
  [
    ["completion", ""],
    ["bash", "zsh", "fish"],
  ],
  [["uninstall", "--y"], ["--yes"]],
];

function offeredBy(shell: string, file: string, typed: string[]): string[] {
  const words = ["cairn", ...typed].map((word) => `'${word}'`).join(" ");
  const last = typed.at(-1) ?? "";
  const programs: Record<string, string> = {
    bash: `. ${file}; COMP_WORDS=(${words}); COMP_CWORD=${typed.length}; _cairn; printf '%s\\n' "\${COMPREPLY[@]}"`,
    zsh: `compdef() { }; _files() { }; _describe() { print -l -- \${(P)2} }; . ${file}; words=(${words}); CURRENT=${typed.length + 1}; _cairn`,
    fish: `source ${file}; complete -C "cairn ${typed.map((word) => (word.includes(" ") ? `'${word}'` : word)).join(" ")}"`,
  };
  const args = { bash: ["--norc", "-c"], zsh: ["-f", "-c"], fish: ["--no-config", "-c"] }[shell] ?? [];
  const out = execFileSync(shell, [...args, programs[shell] ?? ""], { encoding: "utf8", cwd: path.dirname(file) });
  const found = out.split("\n").map((line) => line.replace(/[:\t].*/, ""));
  // Where options are offered and none was begun, only the words count.
  const isOption = last.startsWith("-");
  return found.filter((word) => word !== "" && word.startsWith(last) && (isOption || !word.startsWith("-")));
}

for (const shell of ["bash", "zsh", "fish"])
  test(`the words that ${shell} offers`, { tag: "@slow" }, async () => {
    if (!isThere(shell)) installFromDebian(shell);
    const file = path.join(homeOf(), `cairn.${shell}`);
    writeFileSync(file, await script(shell));
    for (const [typed, offered] of TYPED)
      expect([typed, offeredBy(shell, file, typed).sort()]).toEqual([typed, [...offered].sort()]);
  });

function isThere(shell: string): boolean {
  try {
    execFileSync(shell, ["-c", "true"]);
    return true;
  } catch {
    return false;
  }
}

test("every command takes --yes and -y, and none waits for an answer without a terminal", async () => {
  const { base, end } = await serveTexts({});
  const args: Record<string, string[]> = {
    search: ["words"],
    ask: ["words"],
    show: ["thr_x"],
    add: ["words"],
    remove: ["name"],
    outcome: ["thr_x", "resolved", "words"],
    watch: ["thr_x"],
    "outbox drop": ["x"],
    completion: ["bash"],
  };
  for (const name of [...COMMANDS, "outbox send", "outbox drop"])
    for (const yes of ["--yes", "-y"]) {
      const given = [...name.split(" "), yes, ...(args[name] ?? [])];
      const { stderr } = await runCommand(given, { home: homeOf(), base });
      expect([given, stderr]).toEqual([given, expect.not.stringMatching(/Unknown option|cannot ask/)]);
    }
  end();
});
