import { endianness } from "node:os";
import { termsOf, tokensOf } from "@/lib/search/query/terms";
import { readFences } from "@/lib/text/markdown/lines";

/** Increase it when the analysis changes: stored analyses with another number are made again. */
export const ANALYSIS_REVISION = 2;

export const FIELDS = ["title", "description", "headings", "body"] as const;
export type Field = (typeof FIELDS)[number];

export type VersionText = {
  slug: string;
  title: string;
  description: string;
  /** What its author says that it answers: read as description. */
  questions: readonly string[];
  /** A question that led here; null for none. */
  lent_question: string | null;
  markdown: string;
  technologies: readonly string[];
};

/**
 * The ranking data of one immutable version. `hashes` is sorted; entry i has four counts (one per field, at most 255)
 * at `counts[4 * i]`, and `slices[i]` has one bit for each thirty-second of the body that contains it.
 */
export type AnalysedVersion = {
  hashes: Uint32Array;
  counts: Uint8Array;
  slices: Uint32Array;
  lengths: readonly [number, number, number, number];
  /** A bit per term, by the low bits of its hash: these few bytes rule out most terms that a version lacks. */
  sieve: Uint32Array;
};

export type Analysis = { version: AnalysedVersion; terms: string[]; plain_text: string };

const SLICES = 32;
/** A shorter slice would split sentences. */
const SLICE_TERMS_MIN = 24;

/** Analyses one version: pure, linear in the text, a few milliseconds for the largest. */
export function analyseVersion(text: VersionText): Analysis {
  const plain = plainText(text.markdown);
  const body = tokensOf(plain.body).map((token) => [token.term, ...token.parts]);
  const found = new Map<string, { counts: [number, number, number, number]; slices: number }>();
  const lengths: [number, number, number, number] = [0, 0, 0, 0];
  const note = (term: string, field: number, slice: number | null) => {
    const entry = found.get(term) ?? { counts: [0, 0, 0, 0], slices: 0 };
    entry.counts[field] = Math.min(255, (entry.counts[field] ?? 0) + 1);
    if (slice !== null) entry.slices |= 1 << slice;
    found.set(term, entry);
    lengths[field] = (lengths[field] ?? 0) + 1;
  };
  for (const term of titleTerms(text)) note(term, 0, null);
  for (const part of [text.description, ...text.questions])
    for (const term of withNeighbours(part)) note(term, 1, null);
  for (const term of termsOf(plain.headings)) note(term, 2, null);
  const perSlice = Math.max(SLICE_TERMS_MIN, Math.ceil(body.length / SLICES));
  body.forEach((terms, index) => {
    for (const term of terms) note(term, 3, Math.floor(index / perSlice));
  });
  const terms = [...found.keys()].filter((term) => !term.includes(" ")).sort();
  const ownLengths = [...lengths] as typeof lengths;
  const has = (term: string) => found.has(term);
  for (const term of [...lentTerms(text.lent_question, has), ...lentPairs(text.lent_question, has)])
    note(term, 1, null);
  return { version: packed(found, ownLengths), terms, plain_text: plain.body };
}

/**
 * The terms of a lent question that `has` says the version has itself. They count as description, but add no term and no
 * length: so a lent question leaves the statistics, and with them the scores of all other versions, as they are.
 */
function lentTerms(question: string | null, has: (term: string) => boolean): string[] {
  return tokensOf(question ?? "").flatMap(({ term, parts }) => [term, ...parts].filter(has));
}

function lentPairs(question: string | null, has: (term: string) => boolean): string[] {
  const tokens = tokensOf(question ?? "");
  return tokens.flatMap(({ term }, index) => {
    const next = tokens[index + 1]?.term;
    return next !== undefined && has(term) && has(next) ? [`${term} ${next}`] : [];
  });
}

/**
 * The hash under which a term is stored (FNV-1a, 32 bits). A collision costs one wrong count among thousands of terms.
 */
export function hashOf(term: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < term.length; index += 1) {
    hash ^= term.charCodeAt(index);
    hash = Math.imul(hash, 0x01000193);
  }
  return hash >>> 0;
}

const HASHES = 2 ** 32;
const SIEVE_BITS_PER_TERM = 4;

/** The bit filter for these hashes: at least four bits a term, rounded up to a power of two. */
export function sieveOf(hashes: Uint32Array): Uint32Array {
  const sieve = new Uint32Array(2 ** Math.max(0, Math.ceil(Math.log2((hashes.length * SIEVE_BITS_PER_TERM) / 32))));
  const mask = sieve.length - 1;
  for (const hash of hashes) sieve[(hash >>> 5) & mask] = (sieve[(hash >>> 5) & mask] ?? 0) | (1 << (hash & 31));
  return sieve;
}

/**
 * The position of a term in a version, or -1. Checks the bit filter first: a search looks up hundreds of terms in
 * hundreds of versions, and every access to an uncached array costs more than the rest. Hashes are uniformly
 * distributed, so interpolation finds a term's position quickly.
 */
export function placeOf({ hashes, sieve }: AnalysedVersion, hash: number): number {
  if ((((sieve[(hash >>> 5) & (sieve.length - 1)] ?? 0) >>> (hash & 31)) & 1) === 0) return -1;
  const last = hashes.length - 1;
  let place = Math.floor((hash / HASHES) * hashes.length);
  let here = hashes[place] ?? -1;
  if (here < hash) while (here < hash && place < last) here = hashes[++place] ?? 0;
  else while (here > hash && place > 0) here = hashes[--place] ?? 0;
  return here === hash ? place : -1;
}

/** The title, plus those words of slug and technologies that it does not contain. */
function titleTerms(text: VersionText): string[] {
  const title = withNeighbours(text.title);
  const said = new Set(title);
  const others = [...withNeighbours(text.slug.replaceAll("-", " ")), ...text.technologies.flatMap(termsOf)];
  for (const term of others) {
    if (said.has(term)) continue;
    said.add(term);
    title.push(term);
  }
  return title;
}

/** Terms, plus each pair of neighbours as one term with a space, for finding phrases in the short fields. */
function withNeighbours(text: string): string[] {
  const tokens = tokensOf(text);
  return tokens.flatMap((token, index) => {
    const next = tokens[index + 1];
    return [token.term, ...token.parts, ...(next ? [`${token.term} ${next.term}`] : [])];
  });
}

function packed(
  found: ReadonlyMap<string, { counts: [number, number, number, number]; slices: number }>,
  lengths: [number, number, number, number],
): AnalysedVersion {
  const entries = [...found].map(([term, entry]) => ({ hash: hashOf(term), ...entry })).sort((a, b) => a.hash - b.hash);
  const hashes = Uint32Array.from(entries, (entry) => entry.hash);
  const version = {
    hashes,
    counts: new Uint8Array(entries.length * 4),
    slices: new Uint32Array(entries.length),
    lengths,
    sieve: sieveOf(hashes),
  };
  entries.forEach((entry, index) => {
    version.counts.set(entry.counts, index * 4);
    version.slices[index] = entry.slices >>> 0;
  });
  return version;
}

const HEADER_WORDS = 5;

/** An analysed version as bytes: the number of terms, four lengths, then hashes, slices and counts. Little-endian. */
export function pack(version: AnalysedVersion): Buffer {
  const terms = version.hashes.length;
  const bytes = Buffer.allocUnsafe((HEADER_WORDS + 3 * terms) * 4);
  [terms, ...version.lengths].forEach((value, index) => {
    bytes.writeUInt32LE(value, index * 4);
  });
  const at = HEADER_WORDS * 4;
  version.hashes.forEach((hash, index) => {
    bytes.writeUInt32LE(hash, at + index * 4);
  });
  version.slices.forEach((slice, index) => {
    bytes.writeUInt32LE(slice, at + (terms + index) * 4);
  });
  bytes.set(version.counts, at + 2 * terms * 4);
  return bytes;
}

/** The reverse of `pack`. Throws when the bytes are not valid output of `pack`. */
export function unpack(bytes: Buffer): AnalysedVersion {
  const terms = bytes.length >= HEADER_WORDS * 4 ? bytes.readUInt32LE(0) : -1;
  if (bytes.length !== (HEADER_WORDS + 3 * terms) * 4) throw new Error("a stored analysis has the wrong length");
  const at = HEADER_WORDS * 4;
  // One copy, out of the driver's buffer. Thousands are read when a process starts on a large library.
  const copy = new Uint8Array(bytes.subarray(at));
  const hashes = wordsOf(copy, 0, terms);
  return {
    hashes,
    slices: wordsOf(copy, terms * 4, terms),
    counts: copy.subarray(2 * terms * 4),
    lengths: lengthsOf(bytes),
    sieve: sieveOf(hashes),
  };
}

const LITTLE_ENDIAN = endianness() === "LE";

function wordsOf(bytes: Uint8Array, at: number, count: number): Uint32Array {
  if (LITTLE_ENDIAN) return new Uint32Array(bytes.buffer, bytes.byteOffset + at, count);
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  return Uint32Array.from({ length: count }, (_, index) => view.getUint32(at + index * 4, true));
}

/** The four field lengths of a packed version. */
export function lengthsOf(bytes: Buffer): [number, number, number, number] {
  return [bytes.readUInt32LE(4), bytes.readUInt32LE(8), bytes.readUInt32LE(12), bytes.readUInt32LE(16)];
}

type PlainText = {
  /** The heading texts, one a line. */
  headings: string;
  /** Everything else: one paragraph, list item, table row or code line a line. */
  body: string;
};

/**
 * Markdown as plain lines for the index: removes marks, link targets, tags and rules, and keeps the
 * words. One pass over the lines, so hostile nesting costs nothing; the output is text and must never be rendered as
 * markup.
 */
export function plainText(markdown: string): PlainText {
  const headings: string[] = [];
  const body: string[] = [];
  const { kindOf } = readFences();
  for (const line of markdown.split(/\r\n?|\n/)) {
    const kind = kindOf(line);
    if (kind === "fence") continue;
    if (kind === "code") {
      if (line.trim()) body.push(line.trim());
      continue;
    }
    const heading = /^\s{0,3}#{1,6}\s+(.*?)\s*#*\s*$/.exec(line)?.[1];
    const text = inline(heading ?? line);
    if (text.length > 0) (heading === undefined ? body : headings).push(text);
  }
  return { headings: headings.join("\n"), body: body.join("\n") };
}

function inline(line: string): string {
  return line
    .replace(/^[\s>]*(?:[-*+]\s+(?:\[[ xX]\]\s+)?|\d{1,9}[.)]\s+)?/, "")
    .replace(/^[\s|:=*_-]+$/, "")
    .replace(/!?\[([^[\]]{0,500})\]\([^()\s]{0,2000}(?:\s[^()]{0,300})?\)/g, "$1")
    .replace(/<\/?[a-zA-Z][^<>]{0,300}>/g, " ")
    .replace(/[`*|]+|(?<!\w)_{1,3}|_{1,3}(?!\w)|~~/g, " ")
    .replace(/\s+/g, " ")
    .trim();
}
