import { findInvisible, nameInvisible } from "@/lib/text/safety/find-invisible";

/** Parts of a text that a reader of the rendered page cannot see, or sees as something else. */
type UnseenKind =
  | "comment"
  | "html"
  | "misleading_link"
  | "link_target"
  | "image_target"
  | "definition"
  | "code_note"
  | "character";
/** A range of the text, in UTF-16 code units, `end` exclusive. `note` gives details that the kind does not. */
export type Unseen = { kind: UnseenKind; start: number; end: number; note: string | null };

/**
 * In order, without overlaps. `is_whole` is false when the text was not parsed: then only comments and characters are
 * found.
 */
export type FoundUnseen = { places: Unseen[]; is_whole: boolean };

/** Beyond this number the rest of the text is shown without marks. */
const PLACES_MAX = 1_000;

/** Comments and invisible characters, found without parsing, in linear time. */
export function findUnseenMarks(markdown: string): FoundUnseen {
  return { places: inOrder([...invisibleCharacters(markdown), ...comments(markdown)]), is_whole: false };
}

/** Sorts ranges by position; of overlapping ones the first and longest stays. */
export function inOrder(found: Unseen[]): Unseen[] {
  found.sort((a, b) => a.start - b.start || b.end - a.end);
  const places: Unseen[] = [];
  for (const place of found) {
    if (place.start >= (places.at(-1)?.end ?? 0) && place.end > place.start) places.push(place);
  }
  return places.slice(0, PLACES_MAX);
}

function comments(markdown: string): Unseen[] {
  const found: Unseen[] = [];
  let at = markdown.indexOf("<!--");
  while (at >= 0) {
    const close = markdown.indexOf("-->", at);
    const end = close < 0 ? markdown.length : close + 3;
    found.push({ kind: "comment", start: at, end, note: null });
    at = markdown.indexOf("<!--", end);
  }
  return found;
}

/** Characters that are invisible or change the text direction; a run of one kind is one range. */
export function invisibleCharacters(markdown: string): Unseen[] {
  return findInvisible(markdown, "markdown").map(({ kind, what, index }) => {
    let end = index;
    for (let code = markdown.codePointAt(end); code !== undefined; code = markdown.codePointAt(end)) {
      if (end > index && (nameInvisible(code).kind !== kind || kind === "default_ignorable")) break;
      end += code > 0xffff ? 2 : 1;
    }
    return { kind: "character", start: index, end, note: `The page does not show ${what}.` };
  });
}
