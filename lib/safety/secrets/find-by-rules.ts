import type { Span } from "@/lib/safety/finding";
import { isMarkedPlaceholder } from "@/lib/safety/secrets/judge-value";
import type { SecretRule, Value } from "@/lib/safety/secrets/rule";
import { secretRules } from "@/lib/safety/secrets/rules";

/**
 * Finds what the table describes. One pass looks for every gate; at each, the shapes that may begin there are tried.
 *
 * Plain expressions instead of re2js: an alternation of fixed texts cannot backtrack, and a sticky shape costs at most its
 * bound, so the work is linear by construction. (re2js took 20 ms for one case-insensitive pattern over 32 KiB, this
 * takes under 1 ms for all gates of one case.)
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
  const spans = everywhere.flatMap((rule) =>
    [...text.matchAll(rule.shape)].flatMap((match) => spanOf(text, match, rule)),
  );
  for (const { gates, starts } of [exact, folded]) {
    const read = gates === folded.gates ? foldCase(text) : text;
    const refused: Refused = new Map();
    gates.lastIndex = 0;
    for (let match = gates.exec(read); match && spans.length < SPANS_MAX; match = gates.exec(read)) {
      const at = match.index;
      const span = spanAt(text, read, at, starts.get(match[0].slice(0, STEM)) ?? [], refused);
      if (span) spans.push(span);
      // What begins within a secret is a part of it.
      gates.lastIndex = span?.index === at ? Math.max(at + 1, span.end) : at + 1;
    }
  }
  return spans;
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

// The shortest gates have two characters, so two are enough to find the rules that may begin at a place.
const STEM = 2;

type Gates = { gates: RegExp; starts: Map<string, Start[]> };
type Table = { everywhere: readonly SecretRule[]; exact: Gates; folded: Gates };

function tableOf(rules: readonly SecretRule[]): Table {
  return {
    everywhere: rules.filter((rule) => rule.gate.length === 0),
    exact: gatesOf(rules.filter((rule) => !rule.folded)),
    folded: gatesOf(rules.filter((rule) => rule.folded)),
  };
}

function gatesOf(rules: readonly SecretRule[]): Gates {
  const starts = new Map<string, Start[]>();
  for (const rule of rules) {
    for (const literal of rule.gate) {
      const stem = literal.slice(0, STEM);
      starts.set(stem, [...(starts.get(stem) ?? []), { literal, rule }]);
    }
  }
  const within = anyOf(rules.filter((rule) => rule.inside));
  const apart = anyOf(rules.filter((rule) => !rule.inside));
  const either = [apart && `(?<![A-Za-z0-9])(?:${apart})`, within].filter(Boolean);
  return { gates: new RegExp(either.join("|") || "(?!)", "g"), starts };
}

function anyOf(rules: readonly SecretRule[]): string {
  const literals = [...new Set(rules.flatMap((rule) => rule.gate))];
  return literals.map((literal) => literal.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&")).join("|");
}

/** Lower case for ASCII alone: other letters may change their length, and then no place would fit any more. */
function foldCase(text: string): string {
  const lower = text.toLowerCase();
  return lower.length === text.length ? lower : text.replace(/[A-Z]+/g, (capitals) => capitals.toLowerCase());
}

const TABLE = tableOf(secretRules);
