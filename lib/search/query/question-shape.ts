import { stopWords } from "@/lib/search/query/word-lists";

/** Verbs of two words whose second one is a stop word: without it "back up" would be "back". */
const VERBS =
  /\b(back|clean|log|look|roll|set|shut|sign|start|time)(?:[gt]?(?:ing|ed)|s)?[ -](up|in|out|off|back|down)\b/gi;
const WHOLE_VERBS = new Set(
  "backup cleanup login logout lookup rollback rollout setup shutdown signin signout signup startup timeout".split(" "),
);
/** Where the name of a technology says where the answer must work: "in Go", "with Express". */
const SCOPE = /\b(?:in|with|using)\s+(?:an?\s+)?(\p{L}[\w.+#]*)/giu;
/**
 * Everyday words where they are names: "react" but as a verb, others before what is written in them ("a go http
 * server").
 */
const NAME_OR_WORD =
  /\b(react(?!\s+(?:to|on|when)\b)|(?:express|go|nest|spring)(?=\s+(?:http\s+|rest\s+|web\s+)?(?:api|app|application|backend|binary|cli|code|module|package|program|project|server|service|tests?)\b))\b/gi;
/** A capital inside a sentence or in a list. */
const CAPITAL = /(?:(?<=[\p{L}\d,]\s)(\p{Lu}[\w.+#]*)|(\p{Lu}[\w.+#]*)(?=,))/gu;
const LAST_SENTENCE = /[?.!:]\s+([^?!:]+)$/;
const LISTED_WORDS_MAX = 8;
const QUESTION_WORDS_MIN = 3;

/** Between Latin letters and a script without blanks: "Next.jsで". */
const SCRIPTS = (() => {
  const glued = "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Thai}";
  return new RegExp(`(?<=[${glued}])(?=[A-Za-z\\d])|(?<=[A-Za-z\\d])(?=[${glued}])`, "gu");
})();

/** A question as it is split into words: with whole verbs, and with blanks around names in a script without. */
export function asWritten(query: string): string {
  return withWholeVerbs(query.replace(SCRIPTS, " "));
}

/** A text with "back up" and "log in" as one word each, as in "backup" and "login". */
export function withWholeVerbs(text: string): string {
  return text.replace(VERBS, (written, verb: string, particle: string) => {
    const whole = `${verb}${particle}`.toLowerCase();
    return WHOLE_VERBS.has(whole) ? whole : written;
  });
}

/**
 * The words of a question that stand where a technology is named, in lower case: an everyday word there ("go",
 * "express") is a name. `scopes` are those that say where the answer must work.
 */
export function placesOfNames(query: string): { written: ReadonlySet<string>; scopes: ReadonlySet<string> } {
  const found = (pattern: RegExp) =>
    [...query.matchAll(pattern)].map(([, one, other]) => (one ?? other ?? "").toLowerCase());
  const scopes = found(SCOPE);
  return { scopes: new Set(scopes), written: new Set([...scopes, ...found(NAME_OR_WORD), ...found(CAPITAL)]) };
}

/**
 * Whether a question ends with a list of terms: "How do I cache a page? revalidate, cacheLife", also without a mark
 * between them. What stands behind the first comma then is not a part of a sentence.
 */
export function hasListOfTerms(query: string): boolean {
  const last = LAST_SENTENCE.exec(query)?.[1];
  const [before = "", ...listed] = (last ?? query).toLowerCase().split(/[,;]/);
  const words = listed.join(" ").match(/[\p{L}\p{N}]\S*/gu) ?? [];
  const isBehindQuestion = last !== undefined || before.trim().split(/\s+/).length >= QUESTION_WORDS_MIN;
  const isList = words.length > 0 && words.length <= LISTED_WORDS_MAX && !words.some((word) => stopWords.has(word));
  return isBehindQuestion && isList;
}

/** Frequent words of the larger Latin languages that English does not have. */
const WORDS: ReadonlyArray<[language: string, words: ReadonlySet<string>]> = [
  [
    "German",
    "der das die dem den und nicht ist ein eine einen einer wie was ich mit für auf auch oder wenn werden kann mein meine zu beim ohne von vom zum zur zwischen wird sind",
  ],
  [
    "French",
    "le la les de du des un une en est et pas pour dans avec sur que qui comment mon ma mes je ne plus sans entre quand peut faire cette au aux",
  ],
  [
    "Spanish",
    "el la los las de un una en es y no para con por como cómo mi que qué del al se sin sobre cuando puedo hacer entre está esta",
  ],
  [
    "Portuguese",
    "os um uma é e não para com por como meu minha que de do da em sem sobre quando posso fazer entre está no na",
  ],
  [
    "Italian",
    "il lo la le gli un una è e non per con come mio mia che di del della senza quando posso fare tra sono nel",
  ],
  ["Dutch", "de het een en niet is voor met op hoe ik mijn van dat wordt kan zonder tussen wanneer naar"],
  ["Polish", "jak nie się jest w z na do i dla przez przy czy mój moja aby lub bez oraz kiedy"],
  ["Swedish", "hur jag och inte är en ett det som för med på av till utan mellan kan min mitt när"],
  ["Turkish", "bir ve ile için nasıl bu da de mi ne olarak kadar gibi daha sonra nedir yapılır"],
].map(([language = "", words = ""]) => [language, new Set(words.split(" "))]);
const ENGLISH = new Set(
  "the a an and or is are was to in of for with on at by from how do does can i my we it its this that what when why not no without be as if use using".split(
    " ",
  ),
);
/** A single letter may be a symbol: "μ law". */
const FOREIGN_LETTERS_MIN = 2;
const FOREIGN_LETTERS_SHARE = 0.1;
const FOREIGN_WORDS_SHARE = 0.25;
/** A digit, a mark of code, or letters joined by a point or colon: "e53614da", "/de/la" and "da.de" hold no words. */
const CODE = /[\p{N}_/\\@#=<>{}$`]|\p{L}[.:]\p{L}/u;

type OtherLanguage = {
  /** In words for a sentence: "German", "another script than English". */
  name: string;
  /** Whether a word, in lower case and without accents, is one of its frequent words: no name and no code. */
  owns(word: string): boolean;
};

/**
 * The language of a query that is most likely not in English; null when it may be. Code, identifiers and names are
 * English.
 */
export function otherLanguage(query: string): OtherLanguage | null {
  const letters = query.match(/\p{L}/gu)?.length ?? 0;
  const foreign = query.match(/[^\P{L}\p{Script=Latin}\p{Script=Common}]/gu)?.length ?? 0;
  if (foreign >= FOREIGN_LETTERS_MIN && foreign / letters >= FOREIGN_LETTERS_SHARE)
    return { name: "another script than English", owns: () => false };
  const written = query
    .split(/\s+/)
    .flatMap((piece) => (CODE.test(piece) ? [piece] : (piece.match(/[\p{L}'-]+/gu) ?? [])));
  const words = written.map((word) => word.toLowerCase());
  // Capitals are code: "ON CONFLICT".
  const english = written.filter((word) => ENGLISH.has(word)).length;
  let best: { name: string; known: ReadonlySet<string>; count: number } | null = null;
  for (const [name, known] of WORDS) {
    const own = words.filter((word) => known.has(word) && !ENGLISH.has(word));
    const isIt = new Set(own).size >= 2 && own.length > english && own.length / words.length >= FOREIGN_WORDS_SHARE;
    if (isIt && own.length > (best?.count ?? 0)) best = { name, known, count: own.length };
  }
  const { name, known } = best ?? {};
  if (!name || !known) return null;
  const plain = new Set([...known].map((word) => word.normalize("NFD").replace(/\p{Mn}/gu, "")));
  return { name, owns: (word) => plain.has(word) };
}
