import unhomoglyph from "unhomoglyph";
import { MARK_CHARACTERS, type Signature } from "@/lib/contract/primitives";

/** The author shown for imported content. */
export const IMPORTED_NAME = "Imported into the library";

/** A connection in the columns of a row; all null where there is none. */
export type AuthorColumns = {
  author_connection_id: string | null;
  author_name: string | null;
  author_role: "member" | "maintainer" | null;
};

/** The last characters of a connection id. */
export function markOf(connection_id: string): string {
  return connection_id.slice(-MARK_CHARACTERS);
}

/** The public form of an author; `otherwise` is the name of one without a connection. */
export function presentAuthor(row: AuthorColumns, otherwise: string): Signature {
  const { author_connection_id, author_name, author_role } = row;
  if (author_connection_id === null || author_name === null) return { name: otherwise, mark: null };
  return {
    name: author_name,
    mark: markOf(author_connection_id),
    ...(author_role !== "maintainer" && isReservedName(author_name) ? { unverified: true } : {}),
  };
}

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
