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

export type OtherLanguage = {
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
