/**
 * Whether the patterns occur one after another, each beginning at most `reach` characters after the one before it ended.
 * The offset of the first, or -1. Each pattern must be free of gaps of its own: then the work is linear, where one
 * expression with several `.{0,n}` would multiply them.
 */
export function inOrder(text: string, reach: number, first: RegExp, ...rest: RegExp[]): number {
  let tried = 0;
  for (const match of text.matchAll(everywhere(first))) {
    tried += 1;
    if (tried > TRIES_MAX) return -1;
    let at = match.index + match[0].length;
    let all = true;
    for (const pattern of rest) {
      const next = pattern.exec(text.slice(at, at + reach + LONGEST));
      if (!next || next.index > reach) {
        all = false;
        break;
      }
      at += next.index + next[0].length;
    }
    if (all) return match.index;
  }
  return -1;
}

/** Room for the last pattern itself beyond the reach. */
const LONGEST = 200;
/** A statement has at most 2,000 characters; more candidates than this are noise. */
const TRIES_MAX = 150;

const copies = new Map<RegExp, RegExp>();

function everywhere(pattern: RegExp): RegExp {
  const known = copies.get(pattern);
  if (known) return known;
  const copy = new RegExp(pattern.source, pattern.flags.includes("g") ? pattern.flags : `${pattern.flags}g`);
  copies.set(pattern, copy);
  return copy;
}
