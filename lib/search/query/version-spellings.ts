import semver from "semver";
import type { ApplicabilityEntry } from "@/lib/contract/primitives";
import { inFull, readWritten, withJavaNumbers, withoutBuilds } from "@/lib/contract/versions";

/** A version or range in a form that can be compared: a semver range, or the exact text of a date. */
export type ReadConstraint = {
  version_scheme: Exclude<ApplicabilityEntry["version_scheme"], "unknown">;
  constraint: string;
};

const WITH_PRERELEASES = { includePrerelease: true } as const;
/** Longer texts are not a version. The contract's limit is the same. */
const CHARACTERS_MAX = 200;
/** Nobody names more versions in one constraint, and node-semver compares each with each. */
const VERSIONS_MAX = 12;
const DATE = /^(?:19|20)\d\d-(?:0\d|1[0-2])(?:-[0-3]\d)?$/;
/** A version as it stands inside a range, with everything that belongs to it. */
const VERSION = String.raw`v?\d[\w.+*]*(?:-[a-z][\w.+-]*)?`;
/** Between versions that are alternatives: "14, 15 and 16". A comma without a blank may be a decimal one. */
const LISTED = String.raw`(?:\s*[,;]\s+(?:and\s+)?|\s+and\s+|\s*[&/]\s*|\s+)`;
const ONLY_VERSIONS = new RegExp(`^${VERSION}(?:${LISTED}${VERSION})+$`);
const QUALIFIER = "later|newer|higher|above|up|greater|more|earlier|older|lower|below|less";
const OR = new RegExp(String.raw`\s*(?:\|\|?|\bor\b(?!\s+(?:${QUALIFIER})\b))\s*`);
const FROM = new RegExp(
  String.raw`^(${VERSION}?)\s*(?:\+|,?\s*(?:or|and)\s+(?:later|newer|higher|above|up|greater|more|upwards?|onwards?)|\bonwards?|\bupwards?)$`,
);
const UP_TO = new RegExp(String.raw`^(${VERSION})\s*,?\s*(?:or|and)\s+(?:earlier|older|lower|below|less)$`);
const BETWEEN = new RegExp(
  String.raw`^(?:between\s+|from\s+)?(${VERSION})\s*(?:-|\.\.\.?|\b(?:to|through|thru|until|up to|and)\b)\s*(${VERSION})$`,
);
const WORDED: ReadonlyArray<[RegExp, string]> = [
  [/^(?:at least|minimum|min\.?|from|since|starting (?:with|at))\s+/, ">="],
  [/^(?:at most|maximum|max\.?|up to|until)\s+/, "<="],
  [/^(?:before|below|under|(?:older|lower|less|earlier) than)\s+/, "<"],
  [/^(?:after|above|over|(?:newer|greater|higher|later|more) than)\s+/, ">"],
];
const MAVEN = /^([[(])\s*([^,()[\]\s]*)\s*(?:(,)\s*([^,()[\]\s]*)\s*)?([\])])$/;
const COMPARATOR = new RegExp(String.raw`^(>=|<=|=>|=<|~>|~=|!=|={1,3}|[<>^~])?\s*(${VERSION})$`);

/**
 * Reads a version or a range as people and package registries write it: "v14", "14.x", "14+", ">= 14, < 15",
 * "~> 7.1", "[1.0,2.0)", "3.12.0rc1", "24.04 LTS", "14 or later", "v1.31.2-gke.1115000". `technology`: the normalised
 * name of what it is a version of. Null when it is none ("latest", "*"). Pure; what it returns always parses in its
 * scheme; its time is bounded by the 200 characters that it reads.
 */
export function readConstraint(text: string, technology = ""): ReadConstraint | null {
  if (text.length > CHARACTERS_MAX) return null;
  const written = plainForm(text);
  const plain = withoutBuilds(technology === "java" ? withJavaNumbers(written) : written);
  const versions = plain.match(/\d[^\s,|/<>=!~^-]*/g)?.length ?? 0;
  if (versions === 0 || versions > VERSIONS_MAX) return null;
  if (DATE.test(plain)) return { version_scheme: "exact", constraint: plain };
  const range = ONLY_VERSIONS.test(plain)
    ? joined(plain.split(new RegExp(LISTED)).map(one), " || ")
    : (asWritten(plain) ?? joined(plain.split(OR).map(one), " || "));
  return range === null || !isRange(range) ? null : { version_scheme: "semver", constraint: range };
}

/** Whether it is a semver range that excludes some versions, and not all. */
function isRange(text: string): boolean {
  const range = semver.validRange(text, WITH_PRERELEASES);
  return range !== null && range !== "*" && range !== "" && semver.intersects(range, "*", WITH_PRERELEASES);
}

/** What node-semver reads itself. Ruby and Python mean something else by `~>`, `~=`. */
function asWritten(plain: string): string | null {
  return !/~[>=]|={2}|\//.test(plain) && isRange(plain) ? plain : null;
}

function plainForm(text: string): string {
  return text
    .normalize("NFKC")
    .replace(/[\u2010-\u2015\u2212]/g, "-")
    .replaceAll("≥", ">=")
    .replaceAll("≤", "<=")
    .replace(/\s+/g, " ")
    .trim()
    .replace(/^["'`]+|["'`]+$/g, "")
    .toLowerCase()
    .trim();
}

/** One of several alternatives. */
function one(text: string): string | null {
  const plain = text
    .replace(/^(?:(?:version|ver\b\.?|release|rel\b\.?|major|v\.?)\s*)+(?=\d)/, "")
    .replace(/\s*\([^()]*[a-z][^()]*\)$/, "")
    .replace(
      /(\d)(?:\s+|-)(?:lts|esr|ga|stable|final|release|series|(?:slim|alpine|bookworm|bullseye|jammy|noble)[\w.-]*)$/,
      "$1",
    )
    .replace(/(\d)\s+(alpha|beta|rc|preview|canary|dev)\s*(\d*)$/, "$1$2$3")
    .trim();
  return maven(plain) ?? worded(plain) ?? between(plain) ?? comparators(plain);
}

/** The interval notation of Maven and NuGet. */
function maven(text: string): string | null {
  const found = MAVEN.exec(text);
  if (!found) return null;
  const [, opening, low = "", comma, high = "", closing] = found;
  if (!comma) return low && opening === "[" && closing === "]" ? comparator("=", low, true) : null;
  const from = low && comparator(opening === "[" ? ">=" : ">", low, true);
  const to = high && comparator(closing === "]" ? "<=" : "<", high, true);
  if (from === null || to === null || (!from && !to)) return null;
  return `${from} ${to}`.trim();
}

function worded(text: string): string | null {
  const from = FROM.exec(text)?.[1];
  if (from) return comparator(">=", from.replace(/\+$/, ""));
  const upTo = UP_TO.exec(text)?.[1];
  if (upTo) return comparator("<=", upTo);
  for (const [words, operator] of WORDED)
    if (words.test(text)) {
      const rest = text.replace(words, "");
      // "from 14 to 16" is read as an interval.
      return new RegExp(`^${VERSION}$`).test(rest) ? comparator(operator, rest) : null;
    }
  return null;
}

function between(text: string): string | null {
  const [, low, high] = BETWEEN.exec(text) ?? [];
  if (!low || !high) return null;
  const [from, to] = [version(low), version(high)];
  if (!from || !to) return null;
  const [least, most] = [semver.minVersion(from), semver.minVersion(to)];
  return least && most && semver.lte(least, most) ? `${from} - ${to}` : null;
}

function comparators(text: string): string | null {
  const parts = text
    .replace(/([<>=!^~])\s+(?=[\dv=])/g, "$1")
    .split(/\s*(?:,|&&|\band\b|\s)\s*/)
    .filter((part) => part !== "");
  const excluded: string[] = [];
  const kept: Array<string | null> = [];
  for (const part of parts) {
    const [, operator = "", given] = COMPARATOR.exec(part) ?? [];
    if (!given) return null;
    if (operator === "!=") excluded.push(given);
    else kept.push(comparator(operator, given));
  }
  const range = kept.length === 0 ? "" : joined(kept, " ");
  if (range === null || excluded.length > 4) return null;
  // Everything but a version is what lies below it, or above it.
  return excluded.reduce<string | null>((before, given) => {
    const out = version(given);
    if (before === null || out === null) return null;
    return before
      .split(" || ")
      .flatMap((alternative) => [`${alternative} <${out}`.trim(), `${alternative} >${out}`.trim()])
      .join(" || ");
  }, range);
}

function joined(parts: ReadonlyArray<string | null>, by: string): string | null {
  return parts.length === 0 || parts.includes(null) ? null : parts.join(by);
}

/** `whole`: a version with fewer parts is that version, not all that begin with it. */
function comparator(operator: string, given: string, whole = false): string | null {
  const read = version(given);
  if (read === null) return null;
  const parts = read.split("-")[0]?.split(".") ?? [];
  const full = whole && /^\d+(\.\d+)?$/.test(read) ? [...parts, "0", "0"].slice(0, 3).join(".") : read;
  if (operator === "~>" || operator === "~=") {
    const [major = "0", minor = "0"] = parts;
    const end = parts.length < 3 ? `${Number(major) + 1}` : `${major}.${Number(minor) + 1}`;
    return `>=${full} <${end}`;
  }
  const known: Record<string, string> = { "=>": ">=", "=<": "<=", "==": "", "===": "", "=": whole ? "=" : "" };
  return `${known[operator] ?? operator}${full}`;
}

/** One version, or the beginning of one, in the form of node-semver: "24.04" → "24.4", "18beta1" → "18.0.0-beta.1". */
function version(given: string): string | null {
  const wildcard = /^v?(\d+(?:\.\d+)*)(?:\.[x*])+$/.exec(given)?.[1];
  const read = readWritten(wildcard ?? given);
  if (read === null) return semver.valid(given) ? given.replace(/^[v=\s]+/, "") : null;
  if (read.prerelease !== "") return inFull(read);
  // No range of node-semver tells the fourth part of a version.
  return read.numbers.slice(0, 3).join(".");
}
