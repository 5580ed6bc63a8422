import { stopWords } from "@/lib/search/query/stop-words";

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
