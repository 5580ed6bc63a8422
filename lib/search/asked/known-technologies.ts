import { read } from "@/db/client";
import { getLogCheckpoint } from "@/db/queries/publish-log";
import { listedTechnologies } from "@/db/queries/technologies";
import { withoutRecording } from "@/db/query-recorder";
import type { ApplicabilityEntry } from "@/lib/contract/primitives";
import { SUGGESTIONS_MAX } from "@/lib/contract/search-answer";
import { normaliseTechnology, technologyAliases } from "@/lib/contract/technology-aliases";
import { log } from "@/lib/platform/log";
import { singleton } from "@/lib/platform/singleton";
import { builtOn, technologyNames } from "@/lib/search/query/technology-table";
import { editDistance } from "@/lib/text/edit-distance";

const CHECK_EVERY_MS = 2_000;
/** The share of time spent loading at most, so that a large library is not reloaded continuously. */
const LOAD_SHARE = 0.02;
const NAMES_MAX = 300;

type Loaded = { log_sequence: string; known: KnownTechnologies };
type State = { loaded: Loaded | null; loading: Promise<Loaded> | null; checkedAt: number; notBefore: number };

const state = () =>
  singleton<State>("search-known-technologies", () => ({ loaded: null, loading: null, checkedAt: 0, notBefore: 0 }));

/**
 * The technologies that the library and the alias table know, from memory. Only the first call waits for the database;
 * later ones refresh in the background, so a technology that was first listed some seconds ago may be missing: ask
 * `newerTechnologies` before a name is called unknown.
 */
export async function knownTechnologies(): Promise<KnownTechnologies> {
  const here = state();
  if (here.loaded === null) return (await load()).known;
  const now = Date.now();
  if (now - here.checkedAt > CHECK_EVERY_MS && now > here.notBefore) {
    here.checkedAt = now;
    void withoutRecording(newerTechnologies).catch((error: unknown) =>
      log().warn({ err: String(error) }, "the known technologies could not be refreshed"),
    );
  }
  return here.loaded.known;
}

/** Names of listed technologies in alphabetical order, for the completion of a field; at most 300. */
export async function listTechnologyNames(): Promise<string[]> {
  return [...(await knownTechnologies()).listed.keys()].sort().slice(0, NAMES_MAX);
}

/** The technologies as they are now; null when nothing has been published since they were loaded. */
export async function newerTechnologies(): Promise<KnownTechnologies | null> {
  const { loaded } = state();
  if (loaded !== null && (await read(getLogCheckpoint)).sequence === loaded.log_sequence) return null;
  return (await load()).known;
}

function load(): Promise<Loaded> {
  const here = state();
  here.loading ??= loadOnce(here).finally(() => {
    here.loading = null;
  });
  return here.loading;
}

async function loadOnce(here: State): Promise<Loaded> {
  const started = Date.now();
  const { log_sequence, entries } = await withoutRecording(() => read(listedTechnologies));
  here.loaded = { log_sequence, known: makeKnownTechnologies(entries) };
  here.checkedAt = Date.now();
  here.notBefore = here.checkedAt + (here.checkedAt - started) / LOAD_SHARE;
  return here.loaded;
}

/** What the listed skills state about one technology. */
type ListedTechnology = {
  /** Constraints as stated, in lower case, that are not a semver range: a caller's equal text is comparable. */
  texts: ReadonlySet<string>;
  /** The lowest and highest major version in its constraints; null when none has a number. */
  majors: { least: number; most: number } | null;
};

export type KnownTechnologies = {
  /** By normalised name: the technologies that a listed skill names. */
  listed: ReadonlyMap<string, ListedTechnology>;
  /** The normalised name of a known technology, exactly as written but for case, blanks and aliases; else null. */
  nameOf(name: string): string | null;
  /** The number of words of the longest name that begins with this word; 0 when none does. */
  wordsFrom(word: string): number;
  /**
   * The same for a name that spells its separators in another way, as package registries allow (PEP 503), or adds a
   * word such as "framework".
   */
  resolve(name: string): string | null;
  /** Known names within a typing error, or contained as a whole word; best first. */
  similarTo(name: string): string[];
};

/** Names longer than this have no similar ones: they are not names. */
const CHARACTERS_MAX = 60;
/** So many letters tell which name they are the beginning of. */
const BEGINNING_MIN = 5;
const KINDS = /\s+(?:framework|library|lib|(?:programming )?language|lang|database|db|runtime|package)$/;

type Spelt = { spelling: string; name: string };

/** The technologies of a library (`stated`: the applicability of its listed versions) and those of the alias table. */
export function makeKnownTechnologies(stated: readonly ApplicabilityEntry[]): KnownTechnologies {
  const listed = listedOf(stated);
  const names = new Map<string, string>();
  for (const [alias, name] of technologyAliases) names.set(alias, name).set(name, name);
  for (const name of [...technologyNames, ...[...builtOn].flat(2)]) if (!names.has(name)) names.set(name, name);
  for (const name of listed.keys()) names.set(name, name);
  const longest = new Map<string, number>();
  const loose = new Map<string, string | null>();
  const byLength = new Map<number, Spelt[]>();
  for (const [spelling, name] of names) {
    const written = spelling.split(" ");
    const [first = ""] = written;
    longest.set(first, Math.max(written.length, longest.get(first) ?? 0));
    const key = looseKey(spelling);
    const present = loose.get(key);
    // A spelling of two technologies names neither.
    loose.set(key, present === undefined || present === name ? name : null);
    const alike = byLength.get(spelling.length) ?? [];
    byLength.set(spelling.length, alike);
    alike.push({ spelling, name });
  }
  const nameOf = (name: string) => names.get(normaliseTechnology(name)) ?? null;
  const looseNameOf = (name: string) => nameOf(name) ?? (looseKey(name) && loose.get(looseKey(name))) ?? null;
  const resolve = (name: string) => {
    const plain = normaliseTechnology(name);
    return looseNameOf(plain) || looseNameOf(plain.replace(KINDS, "")) || null;
  };
  return {
    listed,
    nameOf,
    wordsFrom: (word) => longest.get(word.normalize("NFC").toLowerCase()) ?? 0,
    resolve,
    similarTo: (name) => similarTo(normaliseTechnology(name), { listed, names, byLength, resolve }),
  };
}

function listedOf(stated: readonly ApplicabilityEntry[]): Map<string, ListedTechnology> {
  const listed = new Map<string, { texts: Set<string>; majors: { least: number; most: number } | null }>();
  for (const { technology, version_scheme, constraint } of stated) {
    const name = normaliseTechnology(technology);
    const known = listed.get(name) ?? { texts: new Set<string>(), majors: null };
    listed.set(name, known);
    if (version_scheme !== "semver") known.texts.add(constraint.trim().toLowerCase());
    for (const [, digits] of constraint.matchAll(/(?<![\d.-])(\d{1,9})/g)) {
      const major = Number(digits);
      const { least, most } = known.majors ?? { least: major, most: major };
      known.majors = { least: Math.min(least, major), most: Math.max(most, major) };
    }
  }
  return listed;
}

/** "scikit_learn", "Scikit.Learn" and "scikit-learn" are one package. */
function looseKey(name: string): string {
  return name.toLowerCase().replace(/[-_.\s/@]+/g, "");
}

type Names = Pick<KnownTechnologies, "listed" | "resolve"> & {
  /** Spelling → name. */
  names: ReadonlyMap<string, string>;
  byLength: ReadonlyMap<number, Spelt[]>;
};

function similarTo(given: string, { listed, names, byLength, resolve }: Names): string[] {
  if (given.length > CHARACTERS_MAX) return [];
  const most = errorsAllowed(given.length);
  const found = new Map<string, number>();
  const add = (name: string, cost: number) => found.set(name, Math.min(cost, found.get(name) ?? cost));
  for (let length = given.length - most; most > 0 && length <= given.length + most; length += 1)
    for (const { spelling, name } of byLength.get(length) ?? []) {
      const distance = editDistance(given, spelling, most);
      if (distance <= most && isSlip(given, spelling)) add(name, distance);
    }
  if (given.length >= BEGINNING_MIN)
    for (const [spelling, name] of names) if (spelling.startsWith(given)) add(name, most + 1);
  for (const word of given.split(/[\s/,()-]+/)) {
    const name = word.length > 1 && word !== given ? resolve(word) : null;
    if (name) add(name, most + 1);
  }
  const rank = ([name, cost]: [string, number]) => cost + (listed.has(name) ? 0 : 0.5);
  return [...found]
    .sort((a, b) => rank(a) - rank(b) || (a[0] < b[0] ? -1 : 1))
    .slice(0, SUGGESTIONS_MAX)
    .map(([name]) => name);
}

/** In short names another first letter, or another letter among three, makes another name. */
function isSlip(given: string, spelling: string): boolean {
  if (given.length > 5) return true;
  const isSwap = given.length === spelling.length && [...given].sort().join("") === [...spelling].sort().join("");
  return given[0] === spelling[0] && (given.length > 3 || given.length !== spelling.length || isSwap);
}

function errorsAllowed(length: number): number {
  if (length < 3) return 0;
  return length < 8 ? 1 : 2;
}
