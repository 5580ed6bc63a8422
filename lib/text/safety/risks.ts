import { foldCase, type Gates, gatesOf, nextStem, startsAt } from "@/lib/text/safety/gates";
import type { RiskRow } from "@/lib/text/safety/risk-row";
import { flowRows } from "@/lib/text/safety/risk-rows";
import { standingRows } from "@/lib/text/safety/risk-rows-more";
import { isKnownInstaller } from "@/lib/text/safety/skill/known-installers";
import { type Block, readBlocks } from "@/lib/text/safety/skill/read-blocks";

/** What a text makes an agent able to do: the rule, the line, from 1, and a description to follow "the skill has". */
export type Risk = { rule: string; line: number; what: string };

/** The whole table. */
export const riskRows: readonly RiskRow[] = [...flowRows, ...standingRows];

/** The risks of a public text, in the order of its lines. Pure; its work grows linearly with the text. */
export function risksOf(text: string): Risk[] {
  return TABLE(text).filter(({ rule }) => rule !== KNOWN_INSTALLER);
}

/** Like `risksOf`, with the known installers, which are labels without effect. */
export function capabilitiesOf(text: string): Risk[] {
  return TABLE(text);
}

/** Like `capabilitiesOf`, with a subset of the rows. */
export function risksBy(rows: readonly RiskRow[]): (text: string) => Risk[] {
  const gates = gatesOf(rows.flatMap(gated));
  return (text) => {
    const found: Risk[] = [];
    const blocks = readBlocks(text);
    for (const index of blocks.keys()) findInBlock(gates, blocks, index, found);
    return found.sort((a, b) => a.line - b.line);
  };
}

type Tried = { id: string; gate: readonly string[]; inside?: true; row: RiskRow };

/** Words of letters are looked for only where a word begins. */
function gated(row: RiskRow): Tried[] {
  const isWord = (literal: string) => /^[a-z]/.test(literal);
  return [
    { id: row.id, row, gate: row.gate.filter(isWord) },
    { id: row.id, row, gate: row.gate.filter((literal) => !isWord(literal)), inside: true },
  ];
}

const KNOWN_INSTALLER = "known_installer";
const TABLE = risksBy(riskRows);

/** A longer line is read in parts of this length, which overlap, so that the work for a line is bounded. */
const PART = 1_200;
const OVERLAP = 300;

function findInBlock(gates: Gates<Tried>, blocks: readonly Block[], index: number, found: Risk[]): void {
  const block = blocks[index];
  if (!block) return;
  const read = block.kind === "code" ? joinLines(block.text) : block.text.replaceAll("\n", " ");
  const folded = foldCase(read);
  const tried = new Map<RiskRow, number>();
  const near = nearby(blocks, index, read);
  let line = { first: 0, end: -1 };
  for (let at = nextStem(gates, folded, 0); at < folded.length - 1; at = nextStem(gates, folded, at + 1)) {
    const starts = startsAt(gates, folded, at);
    if (at > line.end) line = lineAround(read, at);
    const part = partOf(line, at);
    for (const { literal, rule } of starts ?? []) {
      const { row } = rule;
      if (tried.get(row) === part.from || (row.only && row.only !== block.kind) || !folded.startsWith(literal, at))
        continue;
      tried.set(row, part.from);
      const text = read.slice(part.from, part.end);
      const match = row.shape.exec(text);
      if (!match || row.unless?.test(text)) continue;
      if ((row.beside && !near.holds(row, part.from)) || (row.check && !row.check(text, near.at(part.from)))) continue;
      const isInstaller = row.installer && isKnownInstaller(text);
      found.push({
        rule: isInstaller ? KNOWN_INSTALLER : row.rule,
        what: isInstaller ? "a well-known installer that is run unseen" : row.what,
        line: block.line + countBreaks(block.text, part.from + match.index),
      });
    }
    if (at === folded.length - 2) break;
  }
}

type Line = { first: number; end: number };

function lineAround(read: string, at: number): Line {
  const end = read.indexOf("\n", at);
  return { first: read.lastIndexOf("\n", at) + 1, end: end < 0 ? read.length : end };
}

function partOf({ first, end }: Line, at: number): { from: number; end: number } {
  const start = first + Math.floor((at - first) / PART) * PART;
  return { from: Math.max(first, start - OVERLAP), end: Math.min(end, start + PART + OVERLAP) };
}

/** A row reads at most this much around a line, and as much of a neighbouring block, at most so many blocks away. */
const NEAR = 3_000;
const APART = 12;

/** What is around a line: its block, and the code blocks before and after it. Each pattern is tried once a part. */
function nearby(blocks: readonly Block[], index: number, read: string) {
  const texts = new Map<number, string>();
  const held = new Map<string, boolean>();
  const at = (from: number): string => {
    const part = Math.floor(from / NEAR);
    const known = texts.get(part);
    if (known !== undefined) return known;
    const own = read.slice(Math.max(0, (part - 1) * NEAR), (part + 2) * NEAR);
    const text = [neighbour(blocks, index, -1), own, neighbour(blocks, index, 1)].join("\n");
    texts.set(part, text);
    return text;
  };
  const holds = (row: RiskRow, from: number): boolean => {
    const key = `${row.id} ${Math.floor(from / NEAR)}`;
    let result = held.get(key);
    if (result === undefined) {
      const text = at(from);
      result = (row.beside ?? []).every((pattern) => pattern.test(text));
      held.set(key, result);
    }
    return result;
  };
  return { at, holds };
}

/** The code block before or after a block. */
function neighbour(blocks: readonly Block[], index: number, step: 1 | -1): string {
  for (let steps = 1; steps <= APART; steps += 1) {
    const block = blocks[index + step * steps];
    if (block?.kind === "code") return step < 0 ? block.text.slice(-NEAR) : block.text.slice(0, NEAR);
  }
  return "";
}

/** Replaces the breaks inside a command by blanks: after a backslash, and around a pipe. */
function joinLines(code: string): string {
  return code.replace(/[\\`]\n|\n(?=[ \t]{0,20}\|[ \t]{0,3}[a-z])|[|&][ \t]{0,3}\n/gi, (found) =>
    found.replace(/[\\`\n]/g, " "),
  );
}

function countBreaks(text: string, until: number): number {
  let count = 0;
  for (let at = text.indexOf("\n"); at >= 0 && at < until; at = text.indexOf("\n", at + 1)) count += 1;
  return count;
}
