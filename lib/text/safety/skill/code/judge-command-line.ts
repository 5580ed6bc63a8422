import { sourceAt } from "@/lib/text/safety/skill/code/name-sources";
import type { Program } from "@/lib/text/safety/skill/code/program";
import type { Token } from "@/lib/text/safety/skill/code/read-tokens";
import * as taint from "@/lib/text/safety/skill/taint";

/** The maximum number of command lines read per program. */
const SCRIPTS_MAX = 200;
const INTERPRETER =
  /^(?:.*[\\/])?(?:ba|z|da)?sh$|^(?:python[\d.]*|node|perl|ruby|php|pwsh|powershell|deno|bun|cmd|osascript|lua)(?:\.exe)?$/i;
const BUILDERS = /(?:^|\.)(?:Command\.new|ProcessBuilder|Command|Process)$/;
const START_MODES = /(?:^|\.)P_(?:NOWAIT|WAIT|DETACH|OVERLAY)O?$/;
const SENDERS = /\b(?:curl|scp|nc|wget)\b/;
const ADDRESS = /https?:|@|\d+\.\d+/;
const BARE_CALLS = new Set([
  "sh",
  "bat",
  "powershell",
  "commandLine",
  "shell",
  "Shell",
  "command",
  "cmd",
  "executable",
]);

/** Judges the command line that a call starts, and its input. */
export function judgeCommand(program: Program, at: number, from: number, until: number): void {
  // Builders take their words one by one: `Command::new("sh").arg("-c").arg(text)`.
  const end = BUILDERS.test(program.text(at)) ? Math.max(until, program.endOf(until + 1)) : until;
  const words: string[] = [];
  let dynamic = 0;
  let first = -1;
  for (let index = from; index < Math.min(end, from + 60); index += 1) {
    const token = program.tokens[index];
    if (!token) break;
    if (token.kind === "name" && token.text.startsWith(".")) continue;
    if (START_MODES.test(token.text)) continue;
    if (token.kind === "text") {
      if (first < 0) first = index;
      words.push(token.text);
      const file = program.values.files.get(program.literal(token.text).file) ?? 0;
      if (file & (taint.REMOTE | taint.DECODED)) dynamic |= file;
    } else if (token.kind === "name") {
      if (first < 0) first = index;
      const held = program.get(token.text) | sourceAt(program, token, index);
      if (
        index === first ||
        INTERPRETER.test(words[0]?.trim().split(/\s+/)[0] ?? "") ||
        /sys\.executable|execPath/.test(program.text(first)) ||
        words.at(-1)?.trim().endsWith("-c")
      )
        dynamic |= held & (taint.REMOTE | taint.DECODED);
      if (
        held & (taint.SECRET_PATH | taint.PRIVATE_PATH | taint.PRIVATE) &&
        SENDERS.test(words.join(" ")) &&
        ADDRESS.test(words.join(" "))
      )
        program.sent(at, held | taint.PRIVATE_FILE);
      words.push(`$${token.text}`);
    }
  }
  if (dynamic !== 0) program.ran(at, dynamic);
  const line = words.join(" ");
  program.scriptsRead += 1;
  if (line && program.depth < 2 && program.scriptsRead <= SCRIPTS_MAX)
    program.values.scripts(
      "sh",
      words.length > 1 && INTERPRETER.test(words[0] ?? "") && /^-\w{0,3}c$/.test(words[1] ?? "")
        ? words.slice(2).join(" ")
        : line,
      program.offset(at),
      program.depth + 2,
    );
}

/** Command lines in languages that run them without brackets: `do shell script "…"`, `sh '…'`, `commandLine "…"`. */
export function bareCommand(program: Program, token: Token, at: number): void {
  const { text } = token;
  let index = at + 1;
  if (text === "do" && program.text(at + 1) === "shell" && program.text(at + 2) === "script") index = at + 3;
  else if (!BARE_CALLS.has(text)) return;
  if (program.text(index) === "=" || program.text(index) === ":") index += 1;
  const words: string[] = [];
  for (const end = Math.min(program.tokens.length, index + 30); index < end; index += 1) {
    const one = program.tokens[index];
    if (one?.kind === "text") words.push(one.text);
    else if (one?.kind === "name" && /^(?:quoted|form|of)$/.test(one.text)) continue;
    else if (one?.kind === "name" && words.length > 0) words.push(`$${one.text}`);
    else if (one?.kind !== "sign" || !/^[&,+[\]]$/.test(one.text)) break;
  }
  if (words.length > 0 && words.join(" ").length > 6 && program.depth < 2)
    program.values.scripts(
      text === "powershell" ? "powershell" : "sh",
      words.join(" "),
      program.base + token.start,
      program.depth + 2,
    );
}
