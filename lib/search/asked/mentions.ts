import { readWritten } from "@/lib/contract/versions";
import type { KnownTechnologies } from "@/lib/search/asked/known-technologies";
import { splitName } from "@/lib/search/asked/split-name";
import { termOf } from "@/lib/search/query/terms";
import { type ReadConstraint, readConstraint } from "@/lib/search/query/version-spellings";
import { commonWords, softWords } from "@/lib/search/query/word-lists";

/** A technology that a question names. */
export type Mention = {
  /** As written in the question. */
  technology: string;
  /** The normalised name. */
  name: string;
  version: { written: string; read: ReadConstraint } | null;
  /** Whether a listed skill names it. */
  isListed: boolean;
  /** A word of everyday English ("next", "go"), which names a technology only beside a version of it. */
  isOrdinary: boolean;
};

/** Words of a question that are read. */
const WORDS_MAX = 60;
const NAME_WORDS_MAX = 4;
/** Majors that the library does not mention may be asked for: so many above the highest, and down to half the lowest. */
const NEWER_MAJORS_MAX = 3;
const VERSION = /^v?\d{1,4}(?:\.(?:\d{1,6}|x)){0,3}(?:-?(?:alpha|beta|rc|canary|a|b|preview)[.-]?\d*)?\+?$/i;
const BARE = /^\d+$/;
/** "react 16 columns", "node 20 seconds": the number counts something. */
const COUNTED =
  /^(?:%|percent|times?|x|ms|s|(?:sec|second|minute|min|hour|day|week|month|year|column|row)s?|gb|mb|kb|th|nd|rd|st|px)$/i;
/** After these ("the next 14 items", "go 3 steps") any plural is counted; "next.js 14 pages" names a version. */
const BEFORE_COUNTED = /^(?:next|go)$/i;
const PLURAL = /^\p{L}{2,}(?<![jsuic])s$/iu;
const ANOTHER = /^(?:to|->|=>|→|-|–|vs\.?|versus|or|and|or|through|into)$/i;
const CHANGE = /\b(?:upgrad|migrat|port(?:ing)? |moving|switch|convert)\w*/i;

/**
 * The technologies that a question names, each once, with the version that directly follows the name. A version of a
 * listed technology counts if it is shaped like one, near those that the library knows, and no count ("3 columns"), and if the
 * question does not lead from one version to another.
 */
export function mentionsIn(query: string, known: KnownTechnologies): Mention[] {
  const words = query
    .split(/\s+/, WORDS_MAX)
    .map(bare)
    .filter((word) => word !== "");
  const found = new Map<string, Mention>();
  const isChange = CHANGE.test(query);
  for (let at = 0; at < words.length; at += 1) {
    const named = nameAt(words, at, known);
    if (!named) continue;
    const { technology, name, length } = named;
    const after = at + length;
    const own = named.version ?? versionAt(words, after, name);
    const isTold =
      own !== null &&
      !isChange &&
      isPlausible(own.read, name, known) &&
      !isStep(words, at, after, own.written) &&
      !isCount(words, technology, after, own.written);
    const version = isTold ? own : null;
    const isOrdinary = version === null && length === 1 && isEveryday(technology);
    const isListed = known.listed.has(name);
    found.set(name, merged(found.get(name), { technology, name, version, isListed, isOrdinary }));
    at = after - 1;
  }
  return [...found.values()];
}

/** Two versions of one technology tell none. */
function merged(present: Mention | undefined, next: Mention): Mention {
  if (!present) return next;
  const isOrdinary = present.isOrdinary && next.isOrdinary;
  const [one, other] = [present.version, next.version];
  if (one && other && one.read.constraint !== other.read.constraint) return { ...present, version: null, isOrdinary };
  return { ...present, version: one ?? other, isOrdinary };
}

function nameAt(words: readonly string[], at: number, known: KnownTechnologies) {
  const longest = Math.min(NAME_WORDS_MAX, known.wordsFrom(words[at] ?? ""), words.length - at);
  for (let length = longest; length > 0; length -= 1) {
    const technology = words.slice(at, at + length).join(" ");
    const name = known.nameOf(technology);
    if (name) return { technology, name, length, version: null };
  }
  // "python3.12", "nodejs@22": a version inside the word.
  const word = words[at] ?? "";
  const split = /\d/.test(word) ? splitName(word, known) : null;
  return split?.version && isVersion(split.version.written) ? { ...split, length: 1 } : null;
}

function versionAt(words: readonly string[], at: number, name: string): Mention["version"] {
  const start = /^(?:version|v\.?)$/i.test(words[at] ?? "") ? at + 1 : at;
  const written = words[start] ?? "";
  const read = isVersion(written) ? readConstraint(written, name) : null;
  return read && { written, read };
}

/** Whether a word of a question is shaped like a version, or like a distribution's build of one. */
function isVersion(word: string): boolean {
  if (VERSION.test(word)) return true;
  const written = /^v?\d/.test(word) ? readWritten(word) : null;
  return written?.isBuild === true && written.numbers.length > 1;
}

/** Whether the version is one end of a change. */
function isStep(words: readonly string[], at: number, after: number, written: string): boolean {
  if (/^(?:from|to)$/i.test(words[at - 1] ?? "")) return true;
  const next = placeBehind(words, after, written) ?? after;
  return ANOTHER.test(words[next] ?? "") && /^v?\d/.test(words[next + 1] ?? "");
}

/** Whether the number only counts what follows it. A version inside the word of its name ("nodejs@22") counts nothing. */
function isCount(words: readonly string[], technology: string, after: number, written: string): boolean {
  const next = words[placeBehind(words, after, written) ?? words.length] ?? "";
  return BARE.test(written) && (COUNTED.test(next) || (BEFORE_COUNTED.test(technology) && PLURAL.test(next)));
}

/** The place after a version that is a word of its own; null for one inside the word of its name. */
function placeBehind(words: readonly string[], after: number, written: string): number | null {
  const place = words.indexOf(written, after);
  return place === after || place === after + 1 ? place + 1 : null;
}

/** Whether a version is near those that the library's skills for the technology mention. */
export function isPlausible({ constraint }: ReadConstraint, name: string, known: KnownTechnologies): boolean {
  const majors = known.listed.get(name)?.majors;
  const major = Number(/\d+/.exec(constraint)?.[0] ?? Number.NaN);
  if (!majors || Number.isNaN(major)) return false;
  if (known.listed.get(name)?.texts.has(constraint.toLowerCase())) return true;
  return major >= Math.floor(majors.least / 2) && major <= majors.most + NEWER_MAJORS_MAX;
}

function isEveryday(word: string): boolean {
  const lower = word.toLowerCase();
  return softWords.has(lower) || (/^\p{L}+$/u.test(lower) && commonWords.has(termOf(lower)));
}

/** A word without the punctuation around it. */
function bare(word: string): string {
  return word
    .replace(/^[("'“‘[]+/, "")
    .replace(/[)\]"'”’,;:!?]+$/, "")
    .replace(/\.+$/, "");
}
