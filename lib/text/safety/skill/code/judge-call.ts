import { keepWrites } from "@/lib/text/safety/skill/code/carry-values";
import { isKeyName, isOwnService } from "@/lib/text/safety/skill/code/command-values";
import { chainBefore, heldIn, heldWithout, pathsIn } from "@/lib/text/safety/skill/code/held-values";
import { judgeCommand } from "@/lib/text/safety/skill/code/judge-command-line";
import { isLocal } from "@/lib/text/safety/skill/code/name-sources";
import type { Program } from "@/lib/text/safety/skill/code/program";
import type { Token } from "@/lib/text/safety/skill/code/read-tokens";
import { kindOfPath, type PathKind } from "@/lib/text/safety/skill/path-kinds";
import * as taint from "@/lib/text/safety/skill/taint";

/** A call in a program: the position of its name, and of its arguments up to `end`. */
export type Call = { token: Token; at: number; from: number; end: number };

const FUNCTION_HEAD_TOKENS = 12;
const ADDRESS_TOKENS = 60;
/** Calls on secret stores that do not read them. */
const NOT_READ = /\.(?:connect|load|add|write)$/;
const BROWSER_STORE = /browser|chrome|rookie|CryptUnprotect|CredEnumerate|findCredentials|cookiecheat/i;
const NAME_SERVICE = /dns|socket|gethost|Lookup|getaddress|resolve(?:Txt|4)?$/;
/** Calls that send data only if they contain an address. */
const ASK_ADDRESS = new Set(["posted", "builder", "address built"]);
const MODEL_SERVICE =
  /^https:\/\/(?:api\.(?:openai|anthropic|mistral|groq|deepseek|cohere)\.\w+|generativelanguage\.googleapis\.com|openrouter\.ai|api\.github\.com|gitlab\.com)\//;
/** Input from a message by another person. */
const ASKED =
  /^(?:m|msg|message|update|evt?|event|packet|interaction|payload|frame|mail|email|comment|issue|req|request|ctx|body)\b[\w.]*\.(?:content|payload|text|data|body|query|params|command|cmd|args?|message|slice|decode)\b/i;
const RUNS_SOMETHING_ELSE = /^(?:open|run|load|compile|assert|setTimeout|sh|spawn|\.exec|evaluate)$/;
const RUNNER_OWNERS = /^(?:child_process|cp|shell|shelljs|ssh|os|vm)\./;
/**
 * Runner names that usually mean something else: names that count only with a download in their arguments, and names
 * that never count.
 */
const RUN_DOWNLOADS = new Set(["load", "compile", "assert", "setTimeout"]);
const RUN_OTHERS = new Set(["open", "run", ".exec", "evaluate"]);
const KNOWN_MODULES =
  /^https:\/\/(?:deno\.land\/(?:std|x)|jsr\.io|esm\.sh|cdn\.jsdelivr\.net|unpkg\.com|cdn\.skypack\.dev|ga\.jspm\.io|esm\.run|cdnjs\.cloudflare\.com|www\.gstatic\.com|js\.stripe\.com)\//;

/** Judges the data that a call reads, sends and runs. */
export function judgeCall(program: Program, call: Call): void {
  keepWrites(program, call.token, call.at, call.from, call.end);
  judgeReading(program, call);
  judgeSending(program, call);
  judgeRunning(program, call);
}

function judgeReading(program: Program, { token, at, from, end }: Call): void {
  const { text } = token;
  const name = program.name(text);
  const paths =
    pathsIn(program, from, end) |
    (text.includes(".")
      ? program.get(text) | (heldIn(program, program.startOf(at), at) & (taint.SECRET_PATH | taint.PRIVATE_PATH))
      : 0);
  if (name.reads && paths & taint.SECRET_PATH && !writes(program, text, from, end) && !NOT_READ.test(text)) {
    const isEnvironment = onlyOf(program, "environment file", from, end);
    if (
      !onlyOf(program, "mounted secret", text.startsWith(".") ? program.startOf(at) : from, end) &&
      (!isEnvironment || /read|slurp/i.test(text))
    )
      program.report({
        row: "code: store read",
        rule: isEnvironment ? "reads_env_file" : "reads_credentials",
        at: program.offset(at),
      });
  }
  if (paths & taint.SECRET_PATH && /sqlite3?\.connect$|Database$/.test(text))
    program.report({ row: "code: store opened", rule: "reads_credentials", at: program.offset(at) });
  if (name.sources.some(({ row }) => row === "key store") && BROWSER_STORE.test(text))
    program.report({ row: "code: key store", rule: "reads_credentials", at: program.offset(at) });
}

function judgeSending(program: Program, { token, at, from, end }: Call): void {
  const { text } = token;
  const { sends } = program.name(text).call;
  if (sends.length === 0 || isLocal(program, at)) return;
  for (const { row } of sends) {
    if (ASK_ADDRESS.has(row) && addressIn(program, row === "builder" ? program.startOf(at) : from, end) === "")
      continue;
    if (row === "name service" && !NAME_SERVICE.test(text)) continue;
    let held = heldWithout(program, from, end) | (row === "beacon" ? chainBefore(program, at) : 0);
    held |= taint.contentsOf(pathsIn(program, from, end) & (row === "store" || row === "mail" ? -1 : 0));
    if (
      row !== "telemetry" &&
      row !== "name service" &&
      held & taint.PIPELINE_SECRET &&
      !(held & taint.PRIVATE & ~taint.PIPELINE_SECRET) &&
      isOwn(program, from, end)
    )
      continue;
    if (held & taint.PEOPLE && /^https?:\/\/[\w-]+\.[\w.-]+/.test(addressIn(program, from, end)))
      held |= taint.PRIVATE_FILE;
    if (
      held & taint.SOURCE_TREE &&
      !(held & taint.PRIVATE & ~taint.SOURCE_TREE) &&
      MODEL_SERVICE.test(addressIn(program, from, end))
    )
      continue;
    if (held & taint.PRIVATE) program.sent(at, held);
    if (held & taint.PARAMETER) for (const one of program.parameters) if (at < one.until) program.senders.add(one.name);
  }
}

function judgeRunning(program: Program, { token, at, from, end }: Call): void {
  const { text } = token;
  const next = program.text(at + 1);
  const { revives, evaluates, runs } = program.name(text).call;
  if (revives && heldIn(program, from, end) & taint.REMOTE) program.ran(at, taint.REMOTE);
  if (evaluates && next === "(" && !isFunction(program, from)) {
    const run = heldIn(program, from, end) & (taint.REMOTE | taint.DECODED);
    if (run !== 0) program.ran(at, run);
  }
  if (
    next === "(" &&
    program.text(at - 1) !== "." &&
    program.isName(from) &&
    runs.some(({ row }) => row !== "imports") &&
    ASKED.test(program.text(from)) &&
    !RUNS_SOMETHING_ELSE.test(text) &&
    !/\.exec$/.test(text.replace(RUNNER_OWNERS, ""))
  )
    program.report({ row: "code: message run", rule: "back_door", at: program.offset(at) });
  if (program.senders.has(text)) {
    const held = heldIn(program, from, end);
    if (held & taint.PRIVATE) program.sent(at, held);
  }
  for (const { row, command } of runs) {
    if (RUN_OTHERS.has(text)) continue;
    if (RUN_DOWNLOADS.has(text) && !(heldIn(program, from, Math.min(end, from + 3)) & taint.REMOTE)) continue;
    if (row === "imports") judgeImport(program, { token, at, from, end });
    else if (command) judgeCommand(program, at, from, end);
    else {
      const held = heldIn(program, from, end);
      if (held & (taint.REMOTE | taint.DECODED)) program.ran(at, held);
      const code = program.tokens[from];
      if (row === "evaluates" && code?.kind === "text" && program.depth < 2 && code.text.length > 12)
        program.values.scripts("js", code.text, program.offset(at), program.depth + 2);
    }
  }
}

function judgeImport(program: Program, { at, from, end }: Call): void {
  if (program.text(at + 1) !== "(") return;
  const first = program.tokens[from];
  if (
    first?.kind === "text" &&
    /^(?:https?:|data:text\/javascript)/.test(first.text) &&
    !KNOWN_MODULES.test(first.text)
  )
    program.report({ row: "code: address imported", rule: "download_and_run", at: program.offset(at) });
  if (heldIn(program, from, Math.min(end, from + 6)) & taint.REMOTE) program.ran(at, taint.REMOTE);
}

/** Whether a function is written here, as in `page.evaluate(async (url) => …)`: its code is visible to the reader. */
function isFunction(program: Program, from: number): boolean {
  if (/^(?:async|function)$/.test(program.text(from))) return true;
  for (let at = from; at < from + FUNCTION_HEAD_TOKENS; at += 1) {
    if (program.text(at) === "=>" || (program.text(at) === "=" && program.text(at + 1) === ">")) return true;
    if (/^[{;]$/.test(program.text(at))) return false;
  }
  return false;
}

/** The first address between two positions, including one assigned to a name earlier. */
function addressIn(program: Program, from: number, end: number): string {
  for (let at = from; at < Math.min(end, from + ADDRESS_TOKENS); at += 1) {
    const token = program.tokens[at];
    const text =
      token?.kind === "name"
        ? (program.values.literals.get(program.name(token.text).lower) ?? "")
        : (token?.text ?? "");
    if (/^https?:\/\//.test(text)) return text;
  }
  return "";
}

/** Whether a call sends keys only to their own services. */
function isOwn(program: Program, from: number, end: number): boolean {
  const address = addressIn(program, from, end);
  for (let at = from; at < Math.min(end, from + 120); at += 1) {
    const name = /(?:env\.)?([A-Z][A-Z0-9_]{3,60})$/.exec(program.text(at))?.[1];
    if (name && isKeyName(name) && !isOwnService(name, address)) return false;
  }
  return address === "" || /^https?:\/\/[$\w-]*$/.test(address);
}

/** Whether a call opens its file for writing. */
function writes(program: Program, text: string, from: number, end: number): boolean {
  if (/write/i.test(text)) return true;
  for (let at = from; at < Math.min(end, from + 40); at += 1)
    if (program.tokens[at]?.kind === "text" && /^[wax]b?\+?$/.test(program.text(at))) return true;
  return false;
}

/** Whether all paths between two positions are of one kind and none is a key store. */
function onlyOf(program: Program, only: PathKind, from: number, end: number): boolean {
  let seen = false;
  for (let at = from; at < Math.min(end, from + 160); at += 1) {
    const token = program.tokens[at];
    // A path assigned to a name earlier counts only for the rarer kind.
    const named = only === "mounted secret" ? program.values.literals.get(token?.text.toLowerCase() ?? "") : undefined;
    const path = token?.kind === "text" ? token.text : (named ?? "");
    const kind = kindOfPath(path);
    if (kind === only) seen = true;
    else if (kind === "secret" || kind === "history") return false;
  }
  return seen;
}
