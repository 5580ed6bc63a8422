import type { SearchWarning } from "@/lib/contract/search-answer";
import { shortened } from "@/lib/platform/words";

const QUOTED_CHARACTERS_MAX = 80;
const WORDS_MAX = 8;

export function unknownTechnology(technology: string, suggestions: string[]): SearchWarning {
  const send =
    suggestions.length > 0 ? `send ${either(suggestions)} if you meant that` : "send its usual name, such as next.js";
  return {
    code: "unknown_technology",
    detail: `The technology ${quoted(technology)} is unknown here, so its version was compared with none; ${send}.`,
    technology,
    ...(suggestions.length > 0 ? { suggestions } : {}),
  };
}

/** `candidates`: the technologies that the question names. */
export function versionWithoutTechnology(version: string, candidates: string[]): SearchWarning {
  const suggestions = candidates.slice(0, 3);
  const of = suggestions.length > 0 ? ` (${either(suggestions)})` : "";
  return {
    code: "version_without_technology",
    detail: `The version ${quoted(version)} was not used, because nothing says which technology it belongs to; send technology with it${of}.`,
    ...(suggestions.length > 0 ? { suggestions } : {}),
  };
}

/** `from`: the part of the request that names it. */
export function technologyInferred(technology: string, version: string, from: string): SearchWarning {
  return {
    code: "technology_inferred",
    detail: `${technology} ${shortened(version, QUOTED_CHARACTERS_MAX)} was taken from ${from}; send technology and version to say something else.`,
    technology,
  };
}

export function constraintNotParsed(constraint: string, technology: string): SearchWarning {
  return {
    code: "constraint_not_parsed",
    detail: `${quoted(constraint)} is not read as a version or a range, so no version of ${shortened(technology, QUOTED_CHARACTERS_MAX)} was compared with it; send the number that you use, such as 14.2.3, or a range, such as >=14 <15.`,
    technology,
  };
}

export function contradiction(technology: string, inName: string, version: string): SearchWarning {
  return {
    code: "constraint_not_parsed",
    detail: `The technology ${quoted(technology)} says ${quoted(inName)} and the version says ${quoted(version)}: only the version was used; send the name of the technology without a version.`,
    technology,
  };
}

export function exactWithRange(technology: string, constraint: string): SearchWarning {
  return {
    code: "exact_with_range",
    detail: `The scheme exact takes one whole version, and ${quoted(constraint)} leaves several, so it was compared with no range; send version_scheme semver, or a whole version such as 14.2.3.`,
    technology,
  };
}

/**
 * `words`: those of the question that were understood and those that were not, in lower case, without such as every
 * sentence has; null when that is not known.
 */
export function language(
  language: string,
  query: string,
  words: { read: readonly string[]; unread: readonly string[] } | null,
): SearchWarning {
  const written = query.match(/[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}.+#'_-]*/gu) ?? [];
  const asWritten = (word: string) => {
    const at = query.toLowerCase().indexOf(word);
    const whole = written.find((one) => withoutAccents(one) === word);
    return quoted(whole ?? (at < 0 ? word : query.slice(at, at + word.length)));
  };
  const listed = (list: readonly string[]) => joined(list.slice(0, WORDS_MAX).map(asWritten), "and");
  const effect = () => {
    if (words === null) return "so matching skills may be missed";
    if (words.read.length === 0) return "and no word of it was understood";
    const only = `so only ${listed(words.read)} ${words.read.length === 1 ? "was" : "were"}`;
    if (words.unread.length === 0) return `${only} looked for`;
    // Of a script without blanks only pairs of characters are known.
    const unread = words.unread.filter((word) => /^\p{Script=Latin}/u.test(word));
    return `${only} understood, ${unread.length === 0 ? "the rest was not" : `not ${listed(unread)}`}`;
  };
  return {
    code: "language",
    detail: `The question looks like ${language} and the library is in English, ${effect()}; ask in English.`,
  };
}

function withoutAccents(word: string): string {
  return word
    .normalize("NFD")
    .replace(/\p{Mn}/gu, "")
    .toLowerCase();
}

function either(names: string[]): string {
  return joined(names, "or");
}

function joined(names: string[], word: "and" | "or"): string {
  const last = names.at(-1) ?? "";
  return names.length < 2 ? last : `${names.slice(0, -1).join(", ")} ${word} ${last}`;
}

function quoted(text: string): string {
  return `"${shortened(text.replace(/\p{C}/gu, ""), QUOTED_CHARACTERS_MAX)}"`;
}
