/** Frequent words of the larger Latin languages that English does not have. */
const WORDS: ReadonlyArray<[language: string, words: ReadonlySet<string>]> = [
  [
    "German",
    "der das und nicht ist ein eine einen einer wie ich mit für auf auch oder wenn werden kann mein meine zu beim ohne zwischen wird sind",
  ],
  [
    "French",
    "le la les des du une est et pas pour dans avec sur que qui comment mon ma mes je ne plus sans entre quand peut faire cette",
  ],
  [
    "Spanish",
    "el la los las una es y no para con por como cómo mi que qué del al sin sobre cuando puedo hacer entre está esta",
  ],
  [
    "Portuguese",
    "os uma é e não para com por como meu minha que do da em sem sobre quando posso fazer entre está no na",
  ],
  ["Italian", "il lo gli una è e non per con come mio mia che di del della senza quando posso fare tra sono nel una"],
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
const FOREIGN_LETTERS_SHARE = 0.3;
const FOREIGN_WORDS_SHARE = 0.25;

/** Why a query is most likely not in English, in words for a sentence; null when it may be. Code and names are English. */
export function otherLanguage(query: string): string | null {
  const letters = query.match(/\p{L}/gu)?.length ?? 0;
  const foreign = query.match(/[^\P{L}\p{Script=Latin}\p{Script=Common}]/gu)?.length ?? 0;
  if (letters > 0 && foreign / letters >= FOREIGN_LETTERS_SHARE) return "another script than English";
  const words = query.toLowerCase().match(/[\p{L}']+/gu) ?? [];
  const english = words.filter((word) => ENGLISH.has(word)).length;
  for (const [language, known] of WORDS) {
    const own = words.filter((word) => known.has(word) && !ENGLISH.has(word));
    if (new Set(own).size >= 2 && own.length > english && own.length / words.length >= FOREIGN_WORDS_SHARE)
      return language;
  }
  return null;
}
