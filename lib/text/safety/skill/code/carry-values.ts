import { chainBefore, heldIn, homeIn, pathsIn } from "@/lib/text/safety/skill/code/held-values";
import { judgeTarget } from "@/lib/text/safety/skill/code/judge-change";
import { sourceAt } from "@/lib/text/safety/skill/code/name-sources";
import type { Program } from "@/lib/text/safety/skill/code/program";
import type { Token } from "@/lib/text/safety/skill/code/read-tokens";
import { isTrustedPlace } from "@/lib/text/safety/skill/code/written-places";
import * as taint from "@/lib/text/safety/skill/taint";

const LITERALS_MAX = 400;
const OPENS =
  /(?:^|\.)(?:open|Create|createWriteStream|File\.new|File\.open|fopen|OpenFile|OpenWrite|FileOutputStream|FileWriter)$/;

/** Propagates the taint of a value to the name it is assigned to. */
export function assign(program: Program, at: number): void {
  const end = program.endOf(at + 1);
  keepLiteral(program, at, end);
  const held = homeIn(program, at + 1, end, heldIn(program, at + 1, end));
  judgeTarget(program, at, end, held);
  keepOpened(program, at, end);
  if (held === 0) return;
  const names: string[] = [];
  for (let index = at - 1; index >= Math.max(0, at - 14); index -= 1) {
    const token = program.tokens[index];
    if (!token || token.kind === "line" || token.text === ";" || token.text === "(" || token.text === "=>") break;
    if (token.kind === "name") names.push(token.text);
    if (token.kind === "text") break;
  }
  for (const name of names) program.add(name, held & ~taint.PARAMETER);
}

/** Remembers a name's fixed text, including concatenated texts. */
function keepLiteral(program: Program, at: number, end: number): void {
  const name = program.tokens[at - 1];
  const { literals } = program.values;
  if (name?.kind !== "name" || end - at > 14 || literals.size > LITERALS_MAX) return;
  let text = "";
  for (let index = at + 1; index < end; index += 1) {
    const token = program.tokens[index];
    if (token?.kind === "text") text += token.text;
    else if (token?.kind === "name" && literals.has(token.text.toLowerCase()))
      text += literals.get(token.text.toLowerCase());
    else if (token?.text !== "+" && token?.text !== "." && token?.kind !== "line") {
      // For a concatenated path, keep the significant part.
      const place = program.tokens.slice(at + 1, end).find((one) => one.kind === "text" && isTrustedPlace(one.text));
      if (place) literals.set(name.text.toLowerCase(), place.text);
      return;
    }
  }
  if (text.length > 0 && text.length < 300) literals.set(name.text.toLowerCase(), text);
}

/** Remembers the path of a file opened now and written later. */
function keepOpened(program: Program, at: number, end: number): void {
  for (let index = at + 1; index < Math.min(end, at + 30); index += 1) {
    const path = program.tokens[index + 2];
    if (path?.kind !== "text" || program.text(index + 1) !== "(" || !OPENS.test(program.text(index))) continue;
    const { file } = program.literal(path.text);
    for (let back = at - 1; back > at - 5 && program.tokens[back]?.kind !== "line"; back -= 1)
      if (program.isName(back) && file) program.opened.set(program.text(back), file);
  }
}

/** The parameters of a Ruby block, `each do |one|`, take the taint of the iterated value. */
export function block(program: Program, at: number): void {
  const held = heldIn(program, program.startOf(at), at - 1) & ~taint.PARAMETER;
  for (let index = at + 1; index < at + 8 && program.text(index) !== "|"; index += 1)
    if (program.isName(index)) program.add(program.text(index), held);
}

/** Remembers the parameter names of a function and the end of its body. */
export function define(program: Program, at: number): void {
  const name = program.text(at + 1);
  const open = program.text(at + 1) === "(" ? at + 1 : at + 2;
  const close = program.closes[open] ?? -1;
  if (close < 0) return;
  const names = new Set<string>();
  for (let index = open + 1; index < close && names.size < 12; index += 1)
    if (program.isName(index)) names.add(program.text(index));
  const body = program.text(close + 1) === "{" ? (program.closes[close + 1] ?? -1) : -1;
  program.returning = name;
  if (program.parameters.length < 60) program.parameters.push({ name, until: body > 0 ? body : close + 120, names });
}

/** Parameters of a callback take the taint of the callee, its receiver and the files that the call reads. */
export function callbacks(program: Program, token: Token, at: number, from: number, end: number): void {
  const held =
    (program.get(token.text) |
      sourceAt(program, token, at) |
      chainBefore(program, at) |
      pathsRead(program, token, from, end)) &
    ~taint.PARAMETER;
  if (held === 0) return;
  for (let index = from; index < Math.min(end, from + 60); index += 1) {
    if (program.text(index) === "=>" || program.text(index) === "->") {
      const before = index - 1;
      if (program.isName(before)) program.add(program.text(before), held);
      else if (program.text(before) === ")")
        for (let back = before - 1; back > before - 12 && program.text(back) !== "("; back -= 1)
          if (program.isName(back)) program.add(program.text(back), held);
      return;
    }
    if (program.text(index) === "function") {
      const open = program.text(index + 1) === "(" ? index + 1 : index + 2;
      const close = program.closes[open] ?? -1;
      for (let one = open + 1; one < close; one += 1) if (program.isName(one)) program.add(program.text(one), held);
      return;
    }
  }
  const only = program.text(from);
  if (
    /\.(?:then|pipe)$/.test(token.text) &&
    end === from + 1 &&
    held & (taint.REMOTE | taint.DECODED) &&
    program.name(only).call.runs.length > 0
  )
    program.ran(at, held);
}

function pathsRead(program: Program, token: Token, from: number, end: number): number {
  return program.name(token.text).reads ? taint.contentsOf(pathsIn(program, from, end)) : 0;
}

/** Remembers the content written to a file, under the file's name. */
export function keepWrites(program: Program, token: Token, at: number, from: number, end: number): void {
  if (!program.name(token.text).call.writes) return;
  const owner = token.text.includes(".") ? program.get(token.text) & taint.WATCHED : 0;
  const start = program.startOf(at);
  const held =
    (owner |
      heldIn(program, from, end) |
      heldIn(program, start, at) |
      (/retrieve|download/i.test(token.text) ? sourceAt(program, token, at) : 0)) &
    (taint.REMOTE | taint.DECODED | taint.PRIVATE);
  if (held === 0) return;
  // The target path: a name or a text in the same statement.
  for (let index = start; index < Math.min(end, start + 80); index += 1) {
    const one = program.tokens[index];
    const file = one?.kind === "text" ? program.literal(one.text).file : "";
    if (file) program.values.files.set(file, held);
    else if (
      one?.kind === "name" &&
      !one.text.includes("(") &&
      program.text(index + 1) !== "(" &&
      program.text(index - 1) !== "as"
    ) {
      program.add(one.text, held);
      const opened = program.opened.get(one.text);
      if (opened) program.values.files.set(opened, held);
    }
  }
}
