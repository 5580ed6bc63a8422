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
    gates.lastIndex = 0;
    for (let match = gates.exec(read); match; match = gates.exec(read)) {
      const span = spanAt(text, read, match.index, starts.get(match[0].slice(0, STEM)) ?? []);
      if (span) spans.push(span);
      gates.lastIndex = match.index + 1;
    }
  }
  return spans;
}

type Start = { literal: string; rule: SecretRule };

function spanAt(text: string, read: string, at: number, starts: Start[]): Span | null {
  for (const { literal, rule } of starts) {
    if (!read.startsWith(literal, at)) continue;
    rule.shape.lastIndex = at;
    const match = rule.shape.exec(text);
    const [span] = match ? spanOf(text, match, rule, literal) : [];
    if (span) return span;
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
  const secret = match.groups?.secret;
  return secret === undefined ? { text: match[0], index: match.index } : { text: secret, index: end - secret.length };
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
