import unhomoglyph from "unhomoglyph";

/** Names of the service and its maintainers. Only the command line gives them to connections. */
const RESERVED = ["library", "searcher", "asker", "maintainers", "maintainer", "moderator", "admin", "cairn"];

const MARKS = /\p{M}/gu;

/**
 * Whether a name is reserved, or begins with a reserved word that a non-letter follows; "The" and non-letters may
 * precede it. Case, accents, compatibility forms (fullwidth letters) and look-alikes of other scripts, by Unicode's
 * table of confusables, are ignored.
 */
export function isReservedName(name: string): boolean {
  return readingsOf(name).some((reading) => PATTERN.test(reading));
}

/**
 * The possible readings of a name: look-alikes become the letters they resemble, with digits either replaced or kept.
 * Look-alikes are also replaced before compatibility forms, since some of these lead away from the resembled letter (ϲ
 * to ς).
 */
function readingsOf(text: string): string[] {
  // The table of confusables makes a 1 an l only.
  return [text, text.normalize("NFKC"), text.replaceAll("1", "i")]
    .map((form) => form.normalize("NFD").replace(MARKS, ""))
    .flatMap((form) => [form, lower(form)])
    .flatMap((form) => [unhomoglyph(form), letterwise(form)])
    .map(lower);
}

/**
 * Replaces look-alikes within letters only: a digit or a stroke after a reserved word ends it, although it looks like
 * an l.
 */
function letterwise(text: string): string {
  return text.replace(/\p{L}+/gu, (letters) => unhomoglyph(letters));
}

function lower(text: string): string {
  return text.toLowerCase().normalize("NFD").replace(MARKS, "");
}

/** The words after the same replacement of look-alikes: an m looks like an r and an n. */
const WORDS = [...new Set(RESERVED.flatMap((word) => [word, unhomoglyph(word)]))].join("|");
const PATTERN = new RegExp(`^\\P{L}*(?:the\\P{L}+)?(?:${WORDS})(?!\\p{L})`, "u");
