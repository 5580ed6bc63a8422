import { parseRange } from "@/lib/command/projects/ranges";
import { inFull, readWritten } from "@/lib/contract/versions";

/** How an ecosystem writes ranges. */
type Dialect = {
  /** What `~1.2` allows: `minor` the versions 1.2.x, `last` everything below 2.0. */
  tilde: "minor" | "last";
  /** What `1.2` allows: `caret` everything compatible, `exact` only 1.2.0. */
  bare: "caret" | "exact";
};

export const PYTHON: Dialect = { tilde: "last", bare: "exact" };
export const POETRY: Dialect = { tilde: "minor", bare: "exact" };
export const RUBY: Dialect = { tilde: "last", bare: "exact" };
export const RUST: Dialect = { tilde: "minor", bare: "caret" };
export const PHP: Dialect = { tilde: "last", bare: "exact" };

/** Longer texts are not versions, and would take long to read. */
const CHARACTERS_MAX = 200;
const COMPARATOR = /^(>=|<=|!=|~=|~>|===?|[<>=~^])?v?(\d[\w.+*-]*)$/;

/**
 * A version of any ecosystem or distribution as node-semver writes it: "v1.9.1" → "1.9.1", "5.1" → "5.1.0",
 * "4.2rc1" → "4.2.0-rc.1", "7.1.3.4" → "7.1.3", "1:2.4.57-2+deb12u1" → "2.4.57". Null for a text that is not a version.
 */
export function versionOf(text: string): string | null {
  const read = readWritten(text);
  return read && inFull(read);
}

/** A range of another ecosystem as node-semver writes it; null for a text that is not a range, or allows every version. */
export function rangeOf(text: string, dialect: Dialect): string | null {
  if (text.length > CHARACTERS_MAX) return null;
  const maven = mavenRange(text.trim());
  if (maven) return maven;
  const alternatives = text.split(/\|\|?/).map((alternative) => {
    const words = alternative
      .replace(/([<>=!~^])\s+/g, "$1")
      .trim()
      .split(/\s*,\s*|\s+/);
    const comparators = words.filter((word) => word !== "").map((word) => comparatorOf(word, dialect));
    return comparators.includes(null) ? null : comparators.join(" ").trim();
  });
  if (alternatives.some((each) => !each)) return null;
  const range = alternatives.join(" || ");
  return parseRange(range) ? range : null;
}

/** Null for a word that is not a comparator; empty for one that excludes single versions. */
function comparatorOf(word: string, { tilde, bare }: Dialect): string | null {
  const [, operator = "", given = ""] = COMPARATOR.exec(word.replace(/@\w+$/, "")) ?? [];
  if (given === "") return null;
  if (operator === "!=") return "";
  const prefix = /^(\d+(?:\.\d+)?)\.[*x]/.exec(given)?.[1];
  if (prefix) return /^[<>]/.test(operator) ? `${operator}${prefix}` : `${prefix}.x`;
  const version = versionOf(given);
  if (version === null) return null;
  const parts = given.split(/[.-]/).filter((part) => /^\d+$/.test(part));
  const [major = "0", minor = "0"] = parts;
  switch (operator) {
    case "~=":
    case "~>":
    case "~": {
      const grows = operator === "~" ? tilde : "last";
      const isShort = parts.length < 3;
      if (isShort && (grows === "last" || parts.length < 2)) return `>=${version} <${Number(major) + 1}.0.0-0`;
      return `>=${version} <${major}.${Number(minor) + 1}.0-0`;
    }
    case "^":
      return `^${parts.length < 3 && /^[\d.]+$/.test(given) ? given : version}`;
    case "":
      return bare === "caret" ? comparatorOf(`^${given}`, { tilde, bare }) : version;
    case "=":
    case "==":
    case "===":
      return version;
    default:
      return `${operator}${version}`;
  }
}

function mavenRange(text: string): string | null {
  const found = /^([[(])\s*([^,()[\]]*?)\s*(?:(,)\s*([^,()[\]]*?)\s*)?([\])])$/.exec(text);
  if (!found) return null;
  const [, opening, low = "", comma, high = "", closing] = found;
  const [from, to] = [low ? versionOf(low) : "", high ? versionOf(high) : ""];
  if (from === null || to === null) return null;
  if (!comma) return from || null;
  const limits = [from && `${opening === "[" ? ">=" : ">"}${from}`, to && `${closing === "]" ? "<=" : "<"}${to}`];
  return limits.filter(Boolean).join(" ") || null;
}

/** A version by PEP 440: its release, and what marks a prerelease or a development release. The tests compare it with a library. */
const VERSION =
  /^v?(?:\d+!)?(\d+(?:\.\d+)*)(?:[-_.]?(alpha|a|beta|b|rc|c|preview|pre)[-_.]?(\d+)?)?(?:-\d+|[-_.]?(?:post|rev|r)(?:[-_.]?\d+)?)?(?:[-_.]?(dev)(?:[-_.]?(\d+))?)?(?:\+[a-z\d]+(?:[-_.][a-z\d]+)*)?$/i;

/**
 * A version by PEP 440 as node-semver writes it: "5.0a1" → "5.0.0-alpha.1", "2.3.1+cu121" and "2.3.1.post1" → "2.3.1",
 * "2.0.dev3" → "2.0.0-dev.3". Null for a text that is none.
 */
export function pythonVersionOf(text: string): string | null {
  const plain = text.trim();
  const read = plain.length > CHARACTERS_MAX ? null : VERSION.exec(plain);
  if (!read) return null;
  const [, release = "", letter, number = "0", dev, ofDev = "0"] = read;
  const first = letter?.toLowerCase()[0];
  const name = first === "a" ? "alpha" : first === "b" ? "beta" : "rc";
  const prerelease = letter ? `${name}.${Number(number)}` : dev ? `dev.${Number(ofDev)}` : "";
  return inFull({ numbers: release.split(".").map((each) => String(Number(each))), prerelease });
}
