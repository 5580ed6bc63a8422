/** What a release before its final one is called, wherever it stands in the text after the numbers. */
const CLEAR = "alpha|beta|rc|preview|canary|nightly|snapshot|milestone|prerelease|candidate";
/** The same, where nothing but a separator stands before it: further on these words also name editions and tools. */
const FIRST = [
  "pre|dev|devel|develop|development|next|ea|eap|insiders?|experimental|exp|edge|unstable|test|testing|pr|cr|ctp|tp",
  "techpreview|dp|wip|draft|poc|ci|main|master|trunk|head|daily|integration|internal|staging|git",
].join("|");
const CLEAR_TOKEN = new RegExp(String.raw`(?:^|[-._~\d])(${CLEAR})(?:[-._]?(\d+))?(?![a-z])`);
const FIRST_TOKEN = new RegExp(
  String.raw`^[-._~]?(?:(${CLEAR}|${FIRST})(?:[-._]?(\d+))?|([abcm])[-._]?(\d+))(?![a-z])`,
);
/** The short names of Python, Ruby and Java. */
const LONG: ReadonlyMap<string, string> = new Map([
  ["a", "alpha"],
  ["b", "beta"],
  ["c", "rc"],
  ["cr", "rc"],
  ["m", "milestone"],
]);

/** The prerelease that the text after a version's numbers names, as node-semver writes it; null when it names none. */
export function prereleaseIn(rest: string): string | null {
  const plain = rest.toLowerCase();
  const first = FIRST_TOKEN.exec(plain);
  const found = first ?? CLEAR_TOKEN.exec(plain);
  if (!found) return null;
  const [name = "", number] = first ? [found[1] ?? found[3], found[2] ?? found[4]] : found.slice(1);
  return `${LONG.get(name) ?? name}${number === undefined ? "" : `.${Number(number)}`}`;
}

/** Whether the text after a version's numbers begins with the name of a prerelease. */
export function beginsWithPrerelease(rest: string): boolean {
  return FIRST_TOKEN.test(rest.toLowerCase());
}
