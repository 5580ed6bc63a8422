/**
 * Versions and ranges as node-semver reads them with prereleases included. Only the rules: node-semver would take a
 * sixth of the package's size. The tests compare the two.
 */
export type Version = { numbers: readonly [number, number, number]; prerelease: readonly string[] };
export type Interval = { low: Bound; high: Bound | null };
type Bound = { version: Version; isInside: boolean };

const PRERELEASE = String.raw`(?:-([\dA-Za-z-]+(?:\.[\dA-Za-z-]+)*))?(?:\+[\dA-Za-z.-]+)?`;
const VERSION = new RegExp(String.raw`^\s*[v=\s]*(\d{1,15})\.(\d{1,15})\.(\d{1,15})${PRERELEASE}\s*$`);
const PART = String.raw`(\d{1,15}|[xX*])`;
const PARTIAL = String.raw`[v=\s]*${PART}(?:\.${PART}(?:\.${PART}${PRERELEASE})?)?`;
const COMPARATOR = new RegExp(String.raw`^(>=|<=|>|<|=|~>?|\^)?${PARTIAL}$`);
const HYPHEN = new RegExp(String.raw`^${PARTIAL}\s+-\s+${PARTIAL}$`);
const CHARACTERS_MAX = 256;

/** A complete version; null for every other text. */
export function parseVersion(text: string): Version | null {
  const found = text.length <= CHARACTERS_MAX ? VERSION.exec(text) : null;
  if (!found) return null;
  const [, major, minor, patch, pre] = found;
  return version(Number(major), Number(minor), Number(patch), pre);
}

/** The intervals of a range, one or more for each of its alternatives; null for a text that is not a range. */
export function parseRange(text: string): Interval[] | null {
  if (text.length > CHARACTERS_MAX || text.trim() === "") return null;
  const intervals: Interval[] = [];
  for (const alternative of text.split("||")) {
    const bounds = boundsOf(alternative.trim());
    if (bounds === null) return null;
    const interval = intersection(bounds);
    if (interval !== null) intervals.push(interval);
  }
  return intervals;
}

/** Whether a version lies in one of the intervals. */
export function contains(range: readonly Interval[], at: Version): boolean {
  return intersects(range, [{ low: { version: at, isInside: true }, high: { version: at, isInside: true } }]);
}

/** Whether two ranges have a version in common. */
export function intersects(one: readonly Interval[], other: readonly Interval[]): boolean {
  return one.some((a) => other.some((b) => isBelow(a.low, b.high) && isBelow(b.low, a.high)));
}

/** Less than zero when `a` is lower, more than zero when it is higher. */
export function compare(a: Version, b: Version): number {
  for (const at of [0, 1, 2] as const) if (a.numbers[at] !== b.numbers[at]) return a.numbers[at] - b.numbers[at];
  const [one, other] = [a.prerelease, b.prerelease];
  if (one.length === 0 || other.length === 0) return other.length - one.length;
  for (let at = 0; at < Math.max(one.length, other.length); at += 1) {
    const order = comparePart(one[at], other[at]);
    if (order !== 0) return order;
  }
  return 0;
}

function comparePart(a: string | undefined, b: string | undefined): number {
  if (a === undefined || b === undefined) return Number(b === undefined) - Number(a === undefined);
  const [isNumber, isOther] = [/^\d+$/.test(a), /^\d+$/.test(b)];
  if (isNumber && isOther) return Number(a) - Number(b);
  if (isNumber !== isOther) return isNumber ? -1 : 1;
  return a < b ? -1 : Number(a > b);
}

type Limit = { side: "low" | "high"; bound: Bound };
const from = (at: Version, isInside = true): Limit => ({ side: "low", bound: { version: at, isInside } });
const upTo = (at: Version, isInside = false): Limit => ({ side: "high", bound: { version: at, isInside } });

function version(major: number, minor: number, patch: number, pre?: string): Version {
  return { numbers: [major, minor, patch], prerelease: pre ? pre.split(".") : [] };
}

function boundsOf(alternative: string): Limit[] | null {
  const hyphen = HYPHEN.exec(alternative);
  if (hyphen) {
    const [, a, b, c, pre, d, e, f, otherPre] = hyphen;
    const [low, high] = [partial(a, b, c, pre), partial(d, e, f, otherPre)];
    return [from(low.first), ...(high.isAny ? [] : [high.pre ? upTo(high.exact, true) : upTo(high.next)])];
  }
  const words = alternative.replace(/(>=|<=|>|<|=|~>?|\^)\s+/g, "$1").split(/\s+/);
  const limits: Limit[] = [];
  for (const word of words) {
    const found = word === "" ? [] : comparator(word);
    if (found === null) return null;
    limits.push(...found);
  }
  return limits;
}

/** A version with parts left out. `first` and `next` enclose all that begin with it. */
function partial(major = "x", minor = "x", patch = "x", pre?: string) {
  const isAny = !/\d/.test(major);
  const [hasMinor, hasPatch] = [!isAny && /\d/.test(minor), !isAny && /\d/.test(minor) && /\d/.test(patch)];
  const [x, y, z] = [isAny ? 0 : Number(major), hasMinor ? Number(minor) : 0, hasPatch ? Number(patch) : 0];
  const nextMajor = version(x + 1, 0, 0, "0");
  const nextMinor = version(x, y + 1, 0, "0");
  const nextPatch = version(x, y, z + 1, "0");
  return {
    isAny,
    pre,
    isWhole: hasPatch,
    exact: version(x, y, z, pre),
    first: pre ? version(x, y, z, pre) : version(x, y, z, "0"),
    next: hasPatch ? nextPatch : hasMinor ? nextMinor : nextMajor,
    /** The end of `~`. */
    nextTilde: hasMinor ? nextMinor : nextMajor,
    /** The end of `^`: the first number that is not zero stays. */
    nextCaret: x > 0 || !hasMinor ? nextMajor : y > 0 || !hasPatch ? nextMinor : nextPatch,
  };
}

function comparator(word: string): Limit[] | null {
  const [, operator = "=", major, minor, patch, pre] = COMPARATOR.exec(word) ?? [];
  if (major === undefined) return null;
  const part = partial(major, minor, patch, pre);
  const { exact, first, next, isWhole } = part;
  // Nothing is higher or lower than every version.
  if (part.isAny) return /^[<>]$/.test(operator) ? [upTo(version(0, 0, 0, "0"))] : [];
  switch (operator) {
    case "^":
      return [from(isWhole ? exact : first), upTo(part.nextCaret)];
    case "~":
    case "~>":
      return [from(isWhole ? exact : first), upTo(part.nextTilde)];
    case ">":
      return [isWhole ? from(exact, false) : from(next)];
    case ">=":
      return [from(isWhole ? exact : first)];
    case "<":
      return [upTo(isWhole ? exact : first)];
    case "<=":
      return [isWhole ? upTo(exact, true) : upTo(next)];
    default:
      return isWhole ? [from(exact), upTo(exact, true)] : [from(first), upTo(next)];
  }
}

function intersection(limits: readonly Limit[]): Interval | null {
  const interval: Interval = { low: { version: version(0, 0, 0, "0"), isInside: true }, high: null };
  for (const { side, bound } of limits) {
    const present = interval[side];
    const order = present ? compare(bound.version, present.version) * (side === "low" ? 1 : -1) : 1;
    if (order > 0 || (order === 0 && !bound.isInside)) interval[side] = bound;
  }
  return isBelow(interval.low, interval.high) ? interval : null;
}

/** Whether some version is above the one bound and below the other. */
function isBelow(low: Bound, high: Bound | null): boolean {
  if (high === null) return true;
  const order = compare(low.version, high.version);
  return order < 0 || (order === 0 && low.isInside && high.isInside);
}
