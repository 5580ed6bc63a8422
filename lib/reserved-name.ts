import unhomoglyph from "unhomoglyph";

/** Names of the service and of those who look after it. Connections get them on the command line only. */
const RESERVED = ["library", "searcher", "asker", "maintainers", "maintainer", "moderator", "admin", "cairn"];

const MARKS = /\p{M}/gu;

/**
 * Whether a name is a reserved one, or begins with one that anything but a letter follows; "The" and other characters that
 * are no letters may stand before it. Case, accents, compatibility forms (fullwidth letters) and look-alikes of other
 * scripts, by Unicode's table of confusables, make no difference.
 */
export function isReservedName(name: string): boolean {
  return readingsOf(name).some((reading) => PATTERN.test(reading));
}

/**
 * How a name may be read: look-alikes become the letters they look like, digits among them or left alone. Also before
 * compatibility forms are replaced, since some of these lead away from what they look like (ϲ to ς).
 */
function readingsOf(text: string): string[] {
  return [text, text.normalize("NFKC")]
    .map((form) => form.normalize("NFD").replace(MARKS, ""))
    .flatMap((form) => [form, lower(form)])
    .flatMap((form) => [unhomoglyph(form), letterwise(form)])
    .map(lower);
}

/** Without what is no letter: a digit or a stroke behind a reserved word ends it, though it looks like an l. */
function letterwise(text: string): string {
  return text.replace(/\p{L}+/gu, (letters) => unhomoglyph(letters));
}

function lower(text: string): string {
  return text.toLowerCase().normalize("NFD").replace(MARKS, "");
}

/** The words as they read after the same look-alikes were replaced: an m looks like an r and an n. */
const WORDS = [...new Set(RESERVED.flatMap((word) => [word, unhomoglyph(word)]))].join("|");
const PATTERN = new RegExp(`^\\P{L}*(?:the\\P{L}+)?(?:${WORDS})(?!\\p{L})`, "u");
