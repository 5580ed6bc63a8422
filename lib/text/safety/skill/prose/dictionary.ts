import type { Concept, Lexicon } from "@/lib/text/safety/skill/prose/lexicon";
import { verbs } from "@/lib/text/safety/skill/prose/lexicon";
import { german } from "@/lib/text/safety/skill/prose/lexicon-de";
import { english } from "@/lib/text/safety/skill/prose/lexicon-en";
import { spanish } from "@/lib/text/safety/skill/prose/lexicon-es";
import { french } from "@/lib/text/safety/skill/prose/lexicon-fr";
import { chinese } from "@/lib/text/safety/skill/prose/lexicon-zh";

export type Language = "en" | "de" | "es" | "fr" | "zh";

/** A trie node of phrases by words: the concepts that end here, and the next words. */
export type Node = { concepts: Concept[]; next: Map<string, Node> };

const node = (): Node => ({ concepts: [], next: new Map() });

/** A word in lower case, without accents. */
export function fold(word: string): string {
  const lower = word.toLowerCase();
  return /[^ -~]/.test(lower) ? lower.replaceAll("ß", "ss").normalize("NFD").replace(/\p{M}/gu, "") : lower;
}

function build(lexicon: Lexicon, forms: boolean): Node {
  const root = node();
  for (const [concept, phrases] of Object.entries(lexicon) as Array<[Concept, string]>) {
    for (const phrase of phrases.split(",")) {
      const words = fold(phrase.trim())
        .replace(/['’]s\b/g, " s")
        .split(/[\s'’-]+/)
        .filter(Boolean);
      add(root, words, concept);
      if (!forms || !verbs.has(concept) || !words[0]) continue;
      const [first, ...rest] = words;
      for (const form of formsOf(first)) add(root, [form, ...rest], concept);
    }
  }
  return root;
}

function add(root: Node, words: string[], concept: Concept): void {
  let at = root;
  for (const word of words) {
    let next = at.next.get(word);
    if (!next) {
      next = node();
      at.next.set(word, next);
    }
    at = next;
  }
  if (at !== root && !at.concepts.includes(concept)) at.concepts.push(concept);
}

/** "-s", "-ing" and "-ed" of an English verb. */
function formsOf(verb: string): string[] {
  const stem = verb.replace(/e$/, "");
  const doubled = /[^aeiou][aeiou][bdgmnprt]$/.test(verb) && verb.length < 6 ? verb + verb.slice(-1) : stem;
  const s = /(?:s|sh|ch|x|z)$/.test(verb)
    ? `${verb}es`
    : /[^aeiou]y$/.test(verb)
      ? `${verb.slice(0, -1)}ies`
      : `${verb}s`;
  const past = /[^aeiou]y$/.test(verb) ? `${verb.slice(0, -1)}ied` : `${doubled}ed`;
  return [s, `${doubled}ing`, past, ...(IRREGULAR[verb] ?? [])];
}

const IRREGULAR: Readonly<Record<string, string[]>> = {
  send: ["sent"],
  hide: ["hidden"],
  give: ["given"],
  write: ["written"],
  take: ["taken"],
  run: ["running"],
  tell: ["told"],
  keep: ["kept"],
  show: ["shown"],
};

const roots: Readonly<Record<Language, Node>> = {
  en: build(english, true),
  de: build(german, false),
  es: build(spanish, false),
  fr: build(french, false),
  zh: buildCharacters(chinese),
};

function buildCharacters(lexicon: Lexicon): Node {
  const root = node();
  for (const [concept, phrases] of Object.entries(lexicon) as Array<[Concept, string]>)
    for (const phrase of phrases.split(",")) add(root, Array.from(phrase.trim().toLowerCase()), concept);
  return root;
}

export const dictionary = (language: Language): Node => roots[language];

/** Words that exist in only one of the languages, to detect the language of a paragraph. */
const marks: Readonly<Record<Exclude<Language, "zh">, ReadonlySet<string>>> = {
  en: new Set("the and of to is are with for that this from it you your be on by as or not when".split(" ")),
  de: new Set(
    "der die das und den dem des ist nicht mit ein eine einen zu auf von im fur sich auch bei nach als wird werden oder aus wenn am vor zum zur ohne alle jeder jede kein keine".split(
      " ",
    ),
  ),
  es: new Set(
    "el la los las y del un una para con por que se en al es no su sin cada como todo este esta lo desde mas cuando usuario".split(
      " ",
    ),
  ),
  fr: new Set(
    "le la les et des un une pour avec dans est sur que qui par du au ce aux ne pas vous sans chaque toute cette puis ou leur votre ces l d".split(
      " ",
    ),
  ),
};

const LANGUAGES = ["en", "de", "es", "fr"] as const;

/** The languages of each of these words. */
const languagesOf = new Map<string, Array<(typeof LANGUAGES)[number]>>();
for (const language of LANGUAGES)
  for (const word of marks[language]) languagesOf.set(word, [...(languagesOf.get(word) ?? []), language]);

/** The language of most words; English by default. */
export function languageOf(words: readonly string[], hasHan: boolean): Language {
  const counts = { en: 0, de: 0, es: 0, fr: 0 };
  for (const word of words.slice(0, 400)) for (const language of languagesOf.get(word) ?? []) counts[language] += 1;
  const best = LANGUAGES.reduce((a, b) => (counts[b] > counts[a] ? b : a));
  if (hasHan && counts[best] < 4) return "zh";
  return best;
}
