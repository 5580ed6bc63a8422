import type { Place } from "@/lib/command/projects/place";

const SETTINGS = "cairn.json";
const AT_HOME = ".config/cairn/cairn.json";

/**
 * Why the name of a package stays here by the user's own word: `private` in the `cairn.json` of the project, of a folder
 * above it and of the user, and `given`. A file that cannot be read keeps every name here.
 */
export function keptNames(place: Place, given: readonly string[]): (name: string) => string | null {
  const files = [...place.above(SETTINGS), ...place.atHome(AT_HOME).map((text) => ({ file: SETTINGS, text }))];
  const read = files.map(({ file, text }) => place.parsed(file, text, namesIn));
  const patterns = [...given, ...read.flatMap((names) => names ?? [])];
  if (read.includes(null)) return () => `${SETTINGS} cannot be read`;
  return (name) => (patterns.some((pattern) => covers(pattern, name)) ? "private, as you say" : null);
}

function namesIn(text: string): string[] {
  const { private: names = [] } = Object(JSON.parse(text));
  if (Array.isArray(names) && names.every((name) => typeof name === "string")) return names;
  throw new Error("private is not a list of names");
}

/** `*` stands for any text; a scope, an owner or a group stands for all that is below it. */
function covers(pattern: string, name: string): boolean {
  const plain = name.toLowerCase();
  const [first = "", ...others] = pattern.trim().toLowerCase().split("*");
  if (!plain.startsWith(first)) return false;
  const last = others.pop();
  if (last === undefined)
    return plain === first || (first !== "" && /[/:]/.test(plain.slice(first.length - 1, first.length + 1)));
  let at = first.length;
  for (const part of others) {
    const found = plain.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return plain.length - last.length >= at && plain.endsWith(last);
}
