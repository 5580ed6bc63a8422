import type { Span } from "@/lib/safety/finding";
import { isMarkedPlaceholder } from "@/lib/safety/secrets/judge-value";
import type { SecretRule, Value } from "@/lib/safety/secrets/rule";
import { secretRules } from "@/lib/safety/secrets/rules";

/**
 * Finds what the table describes. One pass looks for every gate; at each, the shapes that may begin there are tried.
 *
 * Gates are compared by their first two characters, and a sticky shape costs at most its bound, so the work is linear by
 * construction. (One expression of all gates took thirty times as long.)
 */
export function findByRules(text: string): Span[] {
  return findBy(TABLE, text);
}

/** As `findByRules`, with some rows of the table. */
export function finderOf(rules: readonly SecretRule[]): (text: string) => Span[] {
  const table = tableOf(rules);
  return (text) => findBy(table, text);
}

function findBy({ everywhere, exact, folded }: Table, text: string): Span[] {
  const spans: Span[] = [];
  for (const rule of everywhere)
    if (rule.core?.test(text) ?? true)
      for (const match of text.matchAll(rule.shape)) spans.push(...spanOf(text, match, rule));
  findAtGates(exact, text, text, spans);
  findAtGates(folded, text, foldCase(text), spans);
  return spans;
}

/** Tries the shapes whose gate stands at a place of `read`, which is the text, or the text in lower case. */
function findAtGates(gates: Gates, text: string, read: string, spans: Span[]): void {
  const refused: Refused = new Map();
  let at = 0;
  while (at < read.length - 1 && spans.length < SPANS_MAX) {
    const starts = startsAt(gates, read, at);
    const span = starts === undefined ? null : spanAt(text, read, at, starts, refused);
    if (span) spans.push(span);
    // What begins within a secret is a part of it.
    at = span?.index === at ? Math.max(at + 1, span.end) : at + 1;
  }
}

/** Far more than are kept: a text of nothing else is not read to its end. */
const SPANS_MAX = 1_000;

type Start = { literal: string; rule: SecretRule };
/** Up to where a row has refused a long match: what begins within it is the same token, read from a later place. */
type Refused = Map<SecretRule, number>;
const LONG = 64;

function spanAt(text: string, read: string, at: number, starts: Start[], refused: Refused): Span | null {
  for (const { literal, rule } of starts) {
    if (!read.startsWith(literal, at) || at < (refused.get(rule) ?? 0)) continue;
    rule.shape.lastIndex = at;
    const match = rule.shape.exec(text);
    if (!match) continue;
    const [span] = spanOf(text, match, rule, literal);
    if (span) return span;
    if (match[0].length > LONG) refused.set(rule, at + match[0].length);
  }
  return null;
}

function spanOf(text: string, match: RegExpExecArray, rule: SecretRule, literal = ""): Span[] {
  const secret = secretOf(text, match, rule);
  if (!secret) return [];
  const rest = secret.index === match.index ? secret.text.slice(literal.length) : secret.text;
  if (isMarkedPlaceholder(rest) || !(rule.check?.(rest) ?? true)) return [];
  const { id, kind, what } = rule;
  return [{ rule: id, kind, what, index: secret.index, end: secret.index + secret.text.length }];
}

function secretOf(text: string, match: RegExpExecArray, rule: SecretRule): Value | null {
  const end = match.index + match[0].length;
  if (rule.read) return rule.read(text, end);
  const { secret = match[0], head = "" } = match.groups ?? {};
  return { text: head + secret, index: end - secret.length - head.length };
}

/** Rules by the first two characters of their gates: no gate is shorter. */
type Gate = { starts: Start[]; apart: string[]; inside: string[] };
/** `firsts` holds for each character below 128 whether a gate begins with it, and whether it does so within words too. */
type Gates = { firsts: Uint8Array; byStem: Map<number, Gate> };
type Table = { everywhere: readonly SecretRule[]; exact: Gates; folded: Gates };

const [APART, INSIDE] = [1, 2];

function tableOf(rules: readonly SecretRule[]): Table {
  return {
    everywhere: rules.filter((rule) => rule.gate.length === 0),
    exact: gatesOf(rules.filter((rule) => !rule.folded)),
    folded: gatesOf(rules.filter((rule) => rule.folded)),
  };
}

function gatesOf(rules: readonly SecretRule[]): Gates {
  const firsts = new Uint8Array(ASCII);
  const byStem = new Map<number, Gate>();
  for (const rule of rules)
    for (const literal of rule.gate) {
      if (literal.length < 2) throw new Error(`the gate "${literal}" of ${rule.id} has fewer than two characters`);
      const stem = stemAt(literal, 0);
      const gate = byStem.get(stem) ?? { starts: [], apart: [], inside: [] };
      byStem.set(stem, gate);
      gate.starts.push({ literal, rule });
      (rule.inside ? gate.inside : gate.apart).push(literal);
      const first = literal.charCodeAt(0);
      if (first < ASCII) firsts[first] = (firsts[first] ?? 0) | (rule.inside ? INSIDE : APART);
    }
  return { firsts, byStem };
}

const ASCII = 128;

/** The rules that may begin at a place where a gate stands; undefined without one. */
function startsAt({ firsts, byStem }: Gates, read: string, at: number): Start[] | undefined {
  const first = read.charCodeAt(at);
  const kinds = first < ASCII ? firsts[first] : APART | INSIDE;
  if (kinds === 0) return undefined;
  const isWithin = at > 0 && isAlphanumeric(read.charCodeAt(at - 1));
  if (kinds === APART && isWithin) return undefined;
  const gate = byStem.get(stemAt(read, at));
  if (gate === undefined) return undefined;
  for (const literal of gate.inside) if (read.startsWith(literal, at)) return gate.starts;
  if (!isWithin) for (const literal of gate.apart) if (read.startsWith(literal, at)) return gate.starts;
  return undefined;
}

function stemAt(text: string, at: number): number {
  return text.charCodeAt(at) * 0x10000 + text.charCodeAt(at + 1);
}

/** A letter of English or a digit. */
function isAlphanumeric(code: number): boolean {
  return (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
}

/** Lower case for ASCII alone: other letters may change their length, and then no place would fit any more. */
function foldCase(text: string): string {
  const lower = text.toLowerCase();
  return lower.length === text.length ? lower : text.replace(/[A-Z]+/g, (capitals) => capitals.toLowerCase());
}

const TABLE = tableOf(secretRules);
