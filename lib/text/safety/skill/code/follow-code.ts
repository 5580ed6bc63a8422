import { assign, block, callbacks, define, keepWrites } from "@/lib/text/safety/skill/code/carry-values";
import { outputOfCommand } from "@/lib/text/safety/skill/code/command-values";
import { heldIn, homeIn } from "@/lib/text/safety/skill/code/held-values";
import { judgeCall } from "@/lib/text/safety/skill/code/judge-call";
import { judgeDelete, judgeRequest, judgeWrite } from "@/lib/text/safety/skill/code/judge-change";
import { bareCommand } from "@/lib/text/safety/skill/code/judge-command-line";
import { Program } from "@/lib/text/safety/skill/code/program";
import { readTokens, type Token } from "@/lib/text/safety/skill/code/read-tokens";
import { isTrustedPlace } from "@/lib/text/safety/skill/code/written-places";
import type { Found } from "@/lib/text/safety/skill/found";
import * as taint from "@/lib/text/safety/skill/taint";
import type { Values } from "@/lib/text/safety/skill/values";

const ROUNDS = 3;
const COMMENTS_READ = 20_000;
const HASH_COMMENTS = /^(?:py|python|python3|rb|ruby|php|perl|pl|r|elixir|ipython|jupyter|julia|toml|)$/;
const PYTHON = /^(?:py|python|python3|ipython)$/;
const DO_SHELL_SCRIPT = /^do shell script (.{1,300})$/;

/** Follows data through a program in JavaScript, Python or a similar language and reports forbidden flows. */
export function followCode(
  source: string,
  language: string,
  values: Values,
  report: (found: Omit<Found, "what">) => void,
  base: number,
  depth: number,
): void {
  // Comments that contain commands.
  if (depth < 2)
    for (const line of source.slice(0, COMMENTS_READ).matchAll(/^\/\/go:generate (.{4,400})$/gm))
      values.scripts("sh", line[1] ?? "", base + line.index, depth + 2);
  const tokens = readTokens(source, HASH_COMMENTS.test(language));
  const program = new Program(tokens, values, report, base, depth, PYTHON.test(language));
  for (let round = 0; round < ROUNDS; round += 1) followRound(program, round === ROUNDS - 1);
  for (const { row, rule, at } of values.marks.marksIn(source)) report({ row, rule, at: base + at });
}

/** Reads the whole program once. Findings are reported only in the last round, when all values are known. */
function followRound(program: Program, last: boolean): void {
  for (let at = 0; at < program.tokens.length; at += 1) {
    const token = program.tokens[at];
    if (!token) continue;
    if (token.kind === "name") readName(program, token, at, last);
    else if (token.kind === "sign" && (token.text === "=" || token.text === ":=" || token.text === "+="))
      assign(program, at);
    else if (token.text === "|" && /^(?:do|\{)$/.test(program.text(at - 1))) block(program, at);
  }
}

function readName(program: Program, token: Token, at: number, last: boolean): void {
  program.budget -= 20;
  if (program.budget < 0) return;
  const { text } = token;
  if (last) bareCommand(program, token, at);
  if (text === "set" && program.text(at + 2) === "to" && program.isName(at + 1)) setTo(program, at);
  const next = program.text(at + 1);
  if (text === "as" && program.isName(at + 1)) {
    const place = program.tokens
      .slice(program.startOf(at), at)
      .find((one) => one.kind === "text" && isTrustedPlace(one.text));
    if (place) program.values.literals.set(next.toLowerCase(), place.text);
    program.add(next, heldIn(program, program.startOf(at), at) & ~taint.PARAMETER);
  }
  if (text === "in" || text === "of") {
    const until = program.endOf(at + 1);
    const held = homeIn(program, at + 1, until, heldIn(program, at + 1, until)) & ~taint.PARAMETER;
    for (let index = at - 1; index > at - 8 && index >= 0; index -= 1) {
      if (program.text(index) === "for" || program.text(index) === "(") break;
      if (program.isName(index)) program.add(program.text(index), held);
    }
  }
  if (text === "return") {
    const held = heldIn(program, at + 1, program.endOf(at + 1));
    if (program.returning) program.add(program.returning, held & ~taint.PARAMETER);
  }
  if (
    last &&
    text === "import" &&
    program.python &&
    program.isName(at + 1) &&
    (program.values.files.get(`${next.split(".")[0]}.py`.toLowerCase()) ?? 0) & taint.REMOTE
  )
    program.ran(at, taint.REMOTE);
  if (text === "def" || text === "function" || text === "func" || text === "fn") define(program, at);
  if (
    next !== "(" &&
    next !== "." &&
    !(text === "import" || text === "system" || text === "exec" || text === "eval" || text === "puts")
  )
    return;
  const open = next === "(" ? at + 1 : -1;
  const close = open >= 0 ? (program.closes[open] ?? -1) : program.endOf(at + 1);
  const end = close > at ? close : Math.min(program.tokens.length, at + 60);
  const from = open >= 0 ? open + 1 : at + 1;
  callbacks(program, token, at, from, end);
  if (program.name(text).call.collects)
    program.add(text.slice(0, text.indexOf(".")), heldIn(program, from, end) & ~taint.PARAMETER);
  if (last) {
    judgeCall(program, { token, at, from, end });
    judgeDelete(program, token, from, end);
    judgeWrite(program, token, at, from, end);
    judgeRequest(program, token, at, from, end);
  } else keepWrites(program, token, at, from, end);
}

/**
 * AppleScript: `set x to the clipboard`, `set x to do shell script "…"`, `set x to text returned of (display dialog
 * …)`.
 */
function setTo(program: Program, at: number): void {
  const name = program.text(at + 1);
  const rest = program.tokens
    .slice(at + 3, Math.min(at + 24, program.endOf(at + 3)))
    .map((one) => one.text)
    .join(" ");
  if (/^(?:the )?clipboard\b/.test(rest)) program.add(name, taint.CLIPBOARD);
  if (/hidden answer|password/i.test(rest) && /display dialog/.test(rest)) program.add(name, taint.SECRET);
  const started = DO_SHELL_SCRIPT.exec(rest)?.[1];
  if (started) program.add(name, outputOfCommand([started]));
}
