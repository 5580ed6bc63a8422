import { isKeyName, outputOfCommand } from "@/lib/text/safety/skill/code/command-values";
import type { NameTraits } from "@/lib/text/safety/skill/code/name-traits";
import type { Program } from "@/lib/text/safety/skill/code/program";
import type { Token } from "@/lib/text/safety/skill/code/read-tokens";
import * as taint from "@/lib/text/safety/skill/taint";

/** The taint that a name provides at its position. */
export function sourceAt(program: Program, token: Token, at: number): number {
  let held = 0;
  const next = program.text(at + 1);
  const name = program.name(token.text);
  for (const { row, gives } of name.sources) {
    if (row === "whole environment") {
      // One variable is ordinary; the whole environment is not.
      if (next === "[" || next === "." || /^\.\w/.test(next)) continue;
      if (token.text === "dict" && !/environ/.test(program.text(at + 2))) continue;
      if (/getenv$/i.test(token.text) && !(next === "(" && program.text(at + 2) === ")")) continue;
      if (token.text === "environ" && next !== ")" && next !== ",") continue;
      if (token.text === "ENV" && !/^[),.}]|^$/.test(next)) continue;
      if (/^(?:process\.env|os\.environ)$/.test(token.text) && /^(?:=|\?|&|\||==|!=|in)$/.test(next)) continue;
      if (
        (program.text(at - 1) === "in" && program.tokens[at - 2]?.kind !== "name") ||
        (program.text(at - 1) === "=" && program.text(at - 2) === "}")
      )
        continue;
      if (isOptionNamed(program, at, "env")) continue;
    }
    if (row === "request" || row === "decoder" || row === "key store" || row === "watched" || row === "clipboard")
      if (next !== "(" && next !== "." && !(row === "clipboard" && /string$/.test(token.text))) continue;
    if (row === "request" && isLocal(program, at)) continue;
    if (row === "request" && /^(?:URI\.parse|conn|client|session)$/.test(token.text)) continue;
    if (row === "cookies" && /localStorage|sessionStorage/.test(token.text) && next !== ")" && next !== ",") continue;
    if (row === "cookies" && (next === "=" || next === "+=")) continue;
    held |= gives;
  }
  if (name.isRequest && (/[.]|^\$_/.test(token.text) || next === "[" || next === ".")) held |= taint.REQUEST;
  if (name.isPersonalFolder) held |= taint.PRIVATE_PATH;
  return held | startedAt(program, name, at) | keyAt(program, name, at);
}

/** The taint of the output of the command that a call starts. */
function startedAt(program: Program, name: NameTraits, at: number): number {
  if (!name.startsCommand || program.text(at + 1) !== "(") return 0;
  const known = program.started.get(at);
  if (known !== undefined) return known;
  const words: string[] = [];
  const end = Math.min(program.endOf(at + 1), at + 40);
  for (let index = at + 2; index < end; index += 1) {
    const one = program.tokens[index];
    if (one?.kind === "text") words.push(one.text);
  }
  const held = words.length > 0 ? outputOfCommand(words) : 0;
  program.started.set(at, held);
  return held;
}

/** A single environment variable that holds a service key. */
function keyAt(program: Program, name: NameTraits, at: number): number {
  const next = program.text(at + 1);
  if (name.looksUpVariable && (next === "[" || next === "(")) {
    if (program.tokens[at + 2]?.kind === "text") return isKeyName(program.text(at + 2)) ? taint.PIPELINE_SECRET : 0;
    if (program.get(program.text(at + 2)) & taint.KEY_NAME) return taint.PIPELINE_SECRET;
  }
  return name.isKey ? taint.PIPELINE_SECRET : 0;
}

/** `env: process.env`, `env={**os.environ, …}`: passed to a child process, not read out. */
function isOptionNamed(program: Program, at: number, name: string): boolean {
  for (let index = at - 1; index > at - 9 && index >= 0; index -= 1) {
    const text = program.text(index);
    if (text.toLowerCase() === name && /^[:=]$/.test(program.text(index + 1))) return true;
    if (text === ";" || text === ")") return false;
  }
  return false;
}

/** Whether the first text after a name is a local address or a path of the same site. */
export function isLocal(program: Program, at: number): boolean {
  for (let index = at + 1; index < at + 6; index += 1) {
    const token = program.tokens[index];
    if (token?.kind === "text") return /^(?:https?:\/\/(?:localhost|127\.|0\.0\.0\.0|\[::1)|\/)/.test(token.text);
  }
  return false;
}
