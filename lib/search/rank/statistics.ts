import { read } from "@/db/client";
import { frequentTerms, searchStatistics } from "@/db/queries/search-documents";
import { log } from "@/lib/platform/log";
import { singleton } from "@/lib/platform/singleton";
import type { Statistics } from "@/lib/search/query/query-words";
import { familyOf } from "@/lib/search/query/stem";
import { editDistance } from "@/lib/text/edit-distance";

/** The maximum number of terms in memory. The rest are rare; queries look them up when needed. */
const TERMS_MAX = 100_000;
const CHECK_EVERY_MS = 2_000;
/** The share of time spent loading at most, so that a large library is not reloaded continuously. */
const LOAD_SHARE = 0.02;

type State = {
  loaded: Statistics | null;
  loading: Promise<Statistics> | null;
  generation: string;
  checkedAt: number;
  notBefore: number;
};

const state = () =>
  singleton<State>("search-statistics", () => ({
    loaded: null,
    loading: null,
    generation: "",
    checkedAt: 0,
    notBefore: 0,
  }));

/**
 * Library statistics for ranking, from memory. Only the first call waits for the database; later ones get the cached
 * statistics and refresh them in the background, so frequencies may be some seconds old.
 */
export async function currentStatistics(): Promise<Statistics> {
  const now = Date.now();
  const here = state();
  if (here.loaded === null) return load();
  if (now - here.checkedAt > CHECK_EVERY_MS && now > here.notBefore) {
    here.checkedAt = now;
    void load().catch((error: unknown) =>
      log().warn({ err: String(error) }, "search statistics could not be refreshed"),
    );
  }
  return here.loaded;
}

function load(): Promise<Statistics> {
  const here = state();
  here.loading ??= loadOnce(here).finally(() => {
    here.loading = null;
  });
  return here.loading;
}

async function loadOnce(here: State): Promise<Statistics> {
  const started = Date.now();
  const sums = await read(searchStatistics);
  if (here.loaded !== null && sums.generation === here.generation) return here.loaded;
  const rows = await read((sql) => frequentTerms(sql, TERMS_MAX));
  const documents = Number(sums.documents);
  const mean = (sum: string) => (documents === 0 ? 1 : Number(sum) / documents);
  here.loaded = makeStatistics({
    documents,
    means: [mean(sums.title_length), mean(sums.description_length), mean(sums.headings_length), mean(sums.body_length)],
    terms: new Map(rows.map((row) => [row.term, row.documents])),
    isWhole: rows.length < TERMS_MAX,
  });
  here.generation = sums.generation;
  here.checkedAt = Date.now();
  here.notBefore = here.checkedAt + (here.checkedAt - started) / LOAD_SHARE;
  return here.loaded;
}

const SIMILAR_MAX = 4;
const FAMILY_MAX = 5;
const STARTING_MAX = 8;
const FAMILY_LETTERS_MIN = 4;
/** The cost of one typing error in a word of one letter; in longer words it is divided by the length. */
const ERROR_COST = 1.2;

type Known = {
  documents: number;
  means: readonly [number, number, number, number];
  terms: ReadonlyMap<string, number>;
  /** False when rarer terms are omitted. */
  isWhole?: boolean;
};
/** Terms with the same first letter and length, with the set of letters of each. */
type Spelt = { terms: string[]; letters: number[] };

/** Statistics over a term → document count table, with indexes to find terms by family, prefix and similarity. */
export function makeStatistics(known: Known): Statistics {
  const families = new Map<string, string[]>();
  const spelt = new Map<string, Spelt>();
  for (const term of known.terms.keys()) {
    if (!/^[\p{L}][\p{L}\p{N}]*$/u.test(term)) continue;
    const key = `${term[0]}${term.length}`;
    const alike = spelt.get(key) ?? { terms: [], letters: [] };
    spelt.set(key, alike);
    alike.terms.push(term);
    alike.letters.push(lettersOf(term));
    if (term.length >= FAMILY_LETTERS_MIN) push(families, familyOf(term), term);
  }
  const having = (term: string) => known.terms.get(term) ?? 0;
  const byFrequency = (a: string, b: string) => having(b) - having(a) || (a < b ? -1 : 1);
  return {
    documents: known.documents,
    isWhole: known.isWhole ?? true,
    means: known.means,
    documentsWith: having,
    familyOf: (family) => (families.get(family) ?? []).toSorted(byFrequency).slice(0, FAMILY_MAX),
    startingWith: (prefix) => startingWith(spelt, prefix).sort(byFrequency).slice(0, STARTING_MAX),
    similarTo: (term) =>
      similarTo(spelt, term)
        .sort((a, b) => b.weight - a.weight || byFrequency(a.term, b.term))
        .slice(0, SIMILAR_MAX),
  };
}

const LONGEST = 48;

function startingWith(spelt: ReadonlyMap<string, Spelt>, prefix: string): string[] {
  const found: string[] = [];
  for (let length = prefix.length + 1; length <= LONGEST; length += 1) {
    for (const term of spelt.get(`${prefix[0]}${length}`)?.terms ?? []) if (term.startsWith(prefix)) found.push(term);
  }
  return found;
}

function similarTo(spelt: ReadonlyMap<string, Spelt>, term: string): Array<{ term: string; weight: number }> {
  const most = errorsAllowed(term);
  const letters = lettersOf(term);
  // In short words an added or missing letter makes another word (llvm, llm); a changed or swapped one is a typing
  // error.
  const slack = term.length < 5 ? 0 : most;
  const found: Array<{ term: string; weight: number }> = [];
  for (let length = term.length - slack; most > 0 && length <= term.length + slack; length += 1) {
    const alike = spelt.get(`${term[0]}${length}`);
    if (!alike) continue;
    // By index over plain numbers: a large library has thousands of terms with one first letter and length.
    for (let place = 0; place < alike.letters.length; place += 1) {
      const others = alike.letters[place] ?? 0;
      if (bitsOf(letters ^ others) > 2 * most) continue;
      const other = alike.terms[place] ?? "";
      const distance = editDistance(term, other, most);
      if (distance === 0 || distance > most || (term.length < 4 && letters !== others)) continue;
      found.push({ term: other, weight: 1 - (distance * ERROR_COST) / term.length });
    }
  }
  return found;
}

/** Allowed typing errors: none in names with digits, a swap in three letters, one from four letters, two from eight. */
function errorsAllowed(term: string): number {
  if (term.length < 3 || /\d/.test(term)) return 0;
  return term.length < 8 ? 1 : 2;
}

/** The set of letters of a word, as bits: words whose sets differ too much need no edit distance. */
function lettersOf(term: string): number {
  let letters = 0;
  for (let index = 0; index < term.length; index += 1) letters |= 1 << (term.charCodeAt(index) & 31);
  return letters;
}

/** The number of set bits of 32. */
function bitsOf(bits: number): number {
  const pairs = bits - ((bits >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

function push<T>(map: Map<string, T[]>, key: string, value: T): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}
