import type { Span } from "@/lib/text/safety/finding";
import { foldCase, type Gates, gatesOf, isAlphanumeric, nextStem, type Start, startsAt } from "@/lib/text/safety/gates";
import { isMarkedPlaceholder } from "@/lib/text/safety/secrets/judge-value";
import type { SecretRule, Value } from "@/lib/text/safety/secrets/rule";
import { secretRules } from "@/lib/text/safety/secrets/rules";

/**
 * Finds the secrets described by the table. One pass looks for all gates; at each gate it tries the shapes that may
 * begin there.
 *
 * Gates are compared by their first two characters, and a sticky shape costs at most its bound, so the work is linear
 * by construction. (One expression of all gates took several times as long.)
 */
export function findByRules(text: string): Span[] {
  return findBy(TABLE, text);
}

/** Like `findByRules`, with a subset of the rows. */
export function finderOf(rules: readonly SecretRule[]): (text: string) => Span[] {
  const table = tableOf(rules);
  return (text) => findBy(table, text);
}

function findBy({ everywhere, exact, folded }: Table, text: string): Span[] {
  const spans: Span[] = [];
  if (hasLongWord(text))
    for (const rule of everywhere)
      for (const match of text.matchAll(rule.shape)) spans.push(...spanOf(text, match, rule));
  findAtGates(exact, text, text, spans);
  findAtGates(folded, text, foldCase(text), spans);
  return spans;
}

/** Tries the shapes whose gate occurs at a position of `read`, which is the text or its lower-case form. */
function findAtGates(gates: Gates<SecretRule>, text: string, read: string, spans: Span[]): void {
  const refused: Refused = new Map();
  let at = 0;
  while (at < read.length - 1 && spans.length < SPANS_MAX) {
    at = nextStem(gates, read, at);
    const starts = startsAt(gates, read, at);
    const span = starts === undefined ? null : spanAt(text, read, at, starts, refused);
    if (span) spans.push(span);
    // A match that begins within a secret is part of it.
    at = span?.index === at ? Math.max(at + 1, span.end) : at + 1;
  }
}

/** Far more than are kept: a text full of secrets is not read to its end. */
const SPANS_MAX = 1_000;

/**
 * The end of the last long match that a row refused: a match that begins within it is the same token from a later
 * position.
 */
type Refused = Map<SecretRule, number>;
const LONG = 64;

function spanAt(
  text: string,
  read: string,
  at: number,
  starts: Array<Start<SecretRule>>,
  refused: Refused,
): Span | null {
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

type Table = { everywhere: readonly SecretRule[]; exact: Gates<SecretRule>; folded: Gates<SecretRule> };

function tableOf(rules: readonly SecretRule[]): Table {
  return {
    everywhere: rules.filter((rule) => rule.gate.length === 0),
    exact: gatesOf(rules.filter((rule) => !rule.folded)),
    folded: gatesOf(rules.filter((rule) => rule.folded)),
  };
}

/** The minimum run of letters, digits and hyphens in shapes without a gate. */
const LONG_WORD = 24;

/**
 * Whether a text has such a run. Every run covers at least one multiple of its length, so few characters are checked.
 */
function hasLongWord(text: string): boolean {
  for (let at = LONG_WORD - 1; at < text.length; at += LONG_WORD) {
    if (!isWord(text.charCodeAt(at))) continue;
    let [from, to] = [at, at + 1];
    while (from > 0 && isWord(text.charCodeAt(from - 1)) && at - from < LONG_WORD) from -= 1;
    while (to < text.length && isWord(text.charCodeAt(to)) && to - at < LONG_WORD) to += 1;
    if (to - from >= LONG_WORD) return true;
  }
  return false;
}

function isWord(code: number): boolean {
  return isAlphanumeric(code) || code === HYPHEN || code === LOW_LINE;
}

const [HYPHEN, LOW_LINE] = [0x2d, 0x5f];

const TABLE = tableOf(secretRules);
