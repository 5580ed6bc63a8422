import { pathTaint } from "@/lib/text/safety/skill/code/literal-paths";
import { sourceAt } from "@/lib/text/safety/skill/code/name-sources";
import type { Program } from "@/lib/text/safety/skill/code/program";
import { AROUND_HOME, WHOLE_HOME_NAMES } from "@/lib/text/safety/skill/code/written-places";
import * as taint from "@/lib/text/safety/skill/taint";

const EXPRESSION_MAX = 160;
const PATH_PARTS_MAX = 200;
/** Data that a program must never ask for. */
const SEED =
  /seed|recovery (?:words?|phrase)|mnemonic|\b(?:12|24|twelve)\b.{0,12}(?:words|palabras|mots|wörter)|助记词|恢复词/i;
/** Request options in which tokens are expected. */
const BESIDE_BODY = new Set(["headers", "auth", "Authorization", "cookies", "env", "cert", "agent"]);
const WHOLE_ENVIRONMENT = new Set(["process.env", "os.environ"]);
const WHOLE_HOME_PATH = /^(?:~\/?|\/|[A-Z]:\\{1,2})$/;
const ALL_OF_IT = /^(?:\*{1,2}(?:\/\*)?|\.|node:os|os)$/;
const LISTS_FOLDER = /\.iterdir$|\.rglob$|\.glob$|\.children$/;
const WALKS_FOLDER = /(?:listdir|scandir|readdirSync|walk|glob|Dir\.glob|ReadDir|join)$/;

/** The possible taint of the tokens between two positions. */
export function heldIn(program: Program, from: number, to: number): number {
  let held = 0;
  const end = Math.min(to, from + EXPRESSION_MAX);
  program.budget -= end - from;
  if (program.budget < 0) return 0;
  for (let at = from; at < end; at += 1) {
    const token = program.tokens[at];
    if (!token) break;
    if (token.kind === "text") {
      const literal = program.literal(token.text);
      held |= literal.held | literal.path | (program.values.files.get(literal.file) ?? 0);
      if (literal.isSourcePattern && program.text(at - 1) === "(") held |= taint.TREE_PATH;
    } else if (token.kind === "name") {
      const name = program.name(token.text);
      held |= program.get(token.text) | sourceAt(program, token, at);
      for (const one of program.parameters) if (at < one.until && one.names.has(name.first)) held |= taint.PARAMETER;
      if (program.text(at + 1) !== "(") continue;
      if (name.asks && SEED.test(program.text(at + 2))) held |= taint.SECRET;
      const close = program.closes[at + 1] ?? -1;
      if (name.reads && close > at) held |= taint.contentsOf(pathsIn(program, at + 2, close));
    }
  }
  // A concatenated path: `join(home, ".config", "gcloud")`, `home + "/.ssh/id_rsa"`, `home / ".aws"`.
  if (end - from > 2) held |= pathsIn(program, from, end) & (taint.SECRET_PATH | taint.PRIVATE_PATH);
  if (held & (taint.SECRET_PATH | taint.PRIVATE_PATH | taint.TREE_PATH) && hasRead(program, from, end)) {
    if (held & taint.SECRET_PATH) held |= taint.SECRET;
    if (held & taint.PRIVATE_PATH) held |= taint.PRIVATE_FILE;
    if (held & taint.TREE_PATH) held |= taint.SOURCE_TREE;
  }
  return held;
}

function hasRead(program: Program, from: number, to: number): boolean {
  for (let at = from; at < Math.min(to, from + EXPRESSION_MAX); at += 1)
    if (program.isName(at) && program.text(at + 1) === "(" && program.name(program.text(at)).reads) return true;
  return false;
}

/** The taint of the paths between two positions, including concatenated paths. */
export function pathsIn(program: Program, from: number, to: number): number {
  let held = 0;
  program.budget -= Math.min(to - from, PATH_PARTS_MAX);
  if (program.budget < 0) return 0;
  const parts: string[] = [];
  let count = 0;
  for (let at = from; at < to && count < PATH_PARTS_MAX; at += 1, count += 1) {
    const token = program.tokens[at];
    if (token?.kind === "text") {
      const { path, namesHome } = program.literal(token.text);
      held |= path;
      parts.push(namesHome ? "~" : token.text);
    } else if (token?.kind === "name") {
      held |= program.get(token.text) & (taint.SECRET_PATH | taint.PRIVATE_PATH | taint.TREE_PATH);
      const { lower, namesHome } = program.name(token.text);
      const literal = program.values.literals.get(lower);
      if (literal !== undefined) {
        held |= program.literal(literal).path;
        parts.push(literal);
      } else if (namesHome) parts.push("~");
    }
  }
  if (parts.length > 1 && parts.length < 8) {
    held |= pathTaint(parts.join("/").replace(/\/{2,}/g, "/"));
    held |= pathTaint(parts.join(""));
  }
  return held;
}

/** The taint of the data that a request sends outside its headers, where tokens are expected. */
export function heldWithout(program: Program, from: number, end: number): number {
  let held = 0;
  for (let at = from; at < Math.min(end, from + EXPRESSION_MAX); at += 1) {
    const token = program.tokens[at];
    if (!token) break;
    const next = program.text(at + 1);
    if ((next === "=" || next === ":") && BESIDE_BODY.has(token.text)) {
      const close = program.closes[at + 2] ?? -1;
      at = close > at ? close : at + 2;
    } else held |= heldIn(program, at, at + 1);
  }
  if (held & taint.SECRET_PATH && hasRead(program, from, end)) held |= taint.SECRET;
  if (held & taint.PRIVATE_PATH && hasRead(program, from, end)) held |= taint.PRIVATE_FILE;
  return held;
}

/** Marks a value as the whole home folder if the expression names no path below it; otherwise clears the mark. */
export function homeIn(program: Program, from: number, end: number, held: number): number {
  let isHome = false;
  for (let at = from; at < Math.min(end, from + 24); at += 1) {
    const token = program.tokens[at];
    if (token?.kind === "text") {
      if (WHOLE_HOME_PATH.test(token.text) || program.literal(token.text).namesHome) isHome = true;
      else if (!ALL_OF_IT.test(token.text)) return held & ~taint.WHOLE_HOME;
    } else if (token?.kind === "name") {
      const plain = token.text.replace(LISTS_FOLDER, "");
      if (WHOLE_HOME_NAMES.test(plain) || program.get(plain) & taint.WHOLE_HOME) isHome = true;
      else if (!AROUND_HOME.test(token.text) && !WALKS_FOLDER.test(token.text)) return held & ~taint.WHOLE_HOME;
    }
  }
  return isHome ? held | taint.WHOLE_HOME : held & ~taint.WHOLE_HOME;
}

/** The whole environment as the value of any option. */
export function environmentIn(program: Program, from: number, end: number): number {
  for (let at = from; at < Math.min(end, from + 60); at += 1)
    if (WHOLE_ENVIRONMENT.has(program.text(at)) && /^[,})]$/.test(program.text(at + 1))) return taint.ENVIRONMENT;
  return 0;
}

/** The taint of the call before a `.method`. */
export function chainBefore(program: Program, at: number): number {
  if (!program.text(at).startsWith(".")) return 0;
  const end = at - 1;
  if (!/^[)\]]$/.test(program.text(end))) return 0;
  return heldIn(program, program.startOf(at), at);
}
