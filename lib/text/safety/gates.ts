/** A rule that is tried only where one of its literals occurs. */
export type Gated = {
  /** Unique among the rules. */
  id: string;
  /** Literals of two or more characters. */
  gate: readonly string[];
  /** They may occur inside a word. */
  inside?: true;
};
export type Start<R> = { literal: string; rule: R };

/** Rules whose gates share their first two characters. */
type Gate<R> = { starts: Array<Start<R>>; apart: string[]; inside: string[] };
/**
 * Gates by their first two characters; every gate has at least two. For two characters below 128, `plain` holds the
 * index of their gate in `gates` plus one, or 0. `others` holds the rest.
 */
export type Gates<R> = { gates: Array<Gate<R>>; plain: Uint16Array; others: Map<string, Gate<R>> };
/** The gates of rules. Throws if one has fewer than two characters. */
export function gatesOf<R extends Gated>(rules: readonly R[]): Gates<R> {
  const byStem = new Map<string, Gate<R>>();
  for (const rule of rules)
    for (const literal of rule.gate) {
      if (literal.length < STEM) throw new Error(`the gate "${literal}" of ${rule.id} has fewer than two characters`);
      const stem = literal.slice(0, STEM);
      const gate = byStem.get(stem) ?? { starts: [], apart: [], inside: [] };
      byStem.set(stem, gate);
      gate.starts.push({ literal, rule });
      (rule.inside ? gate.inside : gate.apart).push(literal);
    }
  const gates: Array<Gate<R>> = [];
  const plain = new Uint16Array(ASCII * ASCII);
  const others = new Map<string, Gate<R>>();
  for (const [stem, gate] of byStem) {
    const [first, second] = [stem.charCodeAt(0), stem.charCodeAt(1)];
    if (first < ASCII && second < ASCII) plain[first * ASCII + second] = gates.push(gate);
    else others.set(stem, gate);
  }
  return { gates, plain, others };
}

const STEM = 2;
const ASCII = 128;

/** The next position from `at` on whose two characters may begin a gate, or the last position but one. */
export function nextStem<R>({ plain, others }: Gates<R>, read: string, at: number): number {
  const last = read.length - 2;
  let first = read.charCodeAt(at);
  for (let place = at; place < last; place += 1) {
    const second = read.charCodeAt(place + 1);
    if (first >= ASCII || second >= ASCII ? others.size > 0 : plain[first * ASCII + second] !== 0) return place;
    first = second;
  }
  return Math.max(at, last);
}

/** The rules that may begin at this position; undefined if no gate occurs here. */
export function startsAt<R>(gates: Gates<R>, read: string, at: number): Array<Start<R>> | undefined {
  const gate = gateAt(gates, read, at);
  if (gate === undefined) return undefined;
  for (const literal of gate.inside) if (goesOn(read, literal, at)) return gate.starts;
  if (at > 0 && isAlphanumeric(read.charCodeAt(at - 1))) return undefined;
  for (const literal of gate.apart) if (goesOn(read, literal, at)) return gate.starts;
  return undefined;
}

function gateAt<R>({ gates, plain, others }: Gates<R>, read: string, at: number): Gate<R> | undefined {
  const first = read.charCodeAt(at);
  const second = read.charCodeAt(at + 1);
  if (first >= ASCII || second >= ASCII) return others.size === 0 ? undefined : others.get(read.slice(at, at + STEM));
  const place = plain[first * ASCII + second] ?? 0;
  return place === 0 ? undefined : gates[place - 1];
}

/** An ASCII letter or digit. */
export function isAlphanumeric(code: number): boolean {
  return (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
}

/**
 * Whether a gate whose first two characters match continues here. Compared manually, because `startsWith` is slower.
 */
function goesOn(read: string, literal: string, at: number): boolean {
  for (let index = 2; index < literal.length; index += 1)
    if (read.charCodeAt(at + index) !== literal.charCodeAt(index)) return false;
  return true;
}

/** Lower-cases only ASCII: other letters may change their length, which would shift all positions. */
export function foldCase(text: string): string {
  const lower = text.toLowerCase();
  return lower.length === text.length ? lower : text.replace(/[A-Z]+/g, (capitals) => capitals.toLowerCase());
}
