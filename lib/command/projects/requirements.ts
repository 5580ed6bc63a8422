import path from "node:path";
import type { Place } from "@/lib/command/projects/place";
import { PYTHON, rangeOf } from "@/lib/command/projects/version-texts";

/** A package that a Python project asks for; `pinned`: the only version that it allows. */
export type Wanted = { name: string; range: string | null; pinned: string | null; indirect?: boolean };

const INCLUDED_MAX = 8;
const LINE_CHARACTERS_MAX = 2_000;

/**
 * The requirements of a file, with those of the files that it includes; their paths are relative to it. Constraints
 * (`-c`) pin what they name. A package with several lines is wanted by each in some environments.
 */
export function requirementsOf(place: Place, file: string): Wanted[] {
  const constraints = new Map<string, Wanted>();
  const wanted = linesOf(place, file, constraints, new Set());
  return joined(wanted).map((one) => {
    const constraint = one.pinned === null ? constraints.get(one.name) : undefined;
    return { ...one, pinned: one.pinned ?? constraint?.pinned ?? null, range: one.range ?? constraint?.range ?? null };
  });
}

function linesOf(place: Place, file: string, constraints: Map<string, Wanted>, seen: Set<string>): Wanted[] {
  if (seen.has(file) || seen.size > INCLUDED_MAX) return [];
  seen.add(file);
  const lines = (place.text(file) ?? "").replace(/\\\r?\n/g, " ").split(/\r?\n/);
  return lines.flatMap((line) => {
    const [, option, included] = /^\s*(-r|--requirement|-c|--constraint)[\s=]+(\S+)/.exec(line) ?? [];
    if (option === undefined || included === undefined)
      return requirement(line.replace(/(?:^|\s)(?:#|--[a-z]).*/s, ""));
    const at = path.join(path.dirname(file), included);
    if (path.isAbsolute(included) || at.split(path.sep)[0] === "..") {
      place.warn(file, "includes a file outside of the project, which was ignored");
      return [];
    }
    const found = linesOf(place, at, constraints, seen);
    if (!/^--?c/.test(option)) return found;
    for (const one of found) constraints.set(one.name, one);
    return [];
  });
}

/** A requirement as PEP 508 writes it. Addresses, options and environment markers say nothing about the version. */
export function requirement(text: string | null): Wanted[] {
  if (text === null || text.length > LINE_CHARACTERS_MAX) return [];
  // With single spaces, and names that end where they end, no part of the pattern can be read in several ways.
  const plain = text.trim().replace(/\s+/g, " ");
  const [, name, rest = ""] =
    /^([A-Za-z0-9][\w.-]*)(?![\w.-]) ?(?:\[[^\]]*\])? ?\(?([^;@()]*)\)? ?(?:;.*)?$/.exec(plain) ?? [];
  if (!name) return [];
  const only = /^\s*={2,3}\s*([^\s,*]+)\s*$/.exec(rest)?.[1] ?? null;
  return [{ name: plainName(name), range: rangeOf(rest, PYTHON), pinned: only }];
}

/** Each package once. Of several lines each is only for some environments, and nothing says which this one is. */
export function joined(wanted: readonly Wanted[]): Wanted[] {
  const found = new Map<string, Wanted>();
  for (const one of wanted) {
    const known = found.get(one.name);
    const [range, other] = [known?.range ?? null, one.range];
    if (!known || range === null) found.set(one.name, one);
    else if (other !== null && !range.split(" || ").includes(other))
      found.set(one.name, { name: one.name, pinned: null, range: `${range} || ${other}` });
  }
  return [...found.values()];
}

/** The one spelling of a package's name (PEP 503). */
export function plainName(name: string): string {
  return name.toLowerCase().replace(/[-_.]+/g, "-");
}
