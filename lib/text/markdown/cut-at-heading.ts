/**
 * The longest start of a markdown text that ends before a heading and satisfies `fits`; the whole text if that fits.
 * Without such a heading it ends before a blank line outside code, else after a line, else it is empty. `fits` must
 * hold for every shorter start of a text for which it holds. Pure; one pass over the lines.
 */
export function cutAtHeading(markdown: string, fits: (start: string) => boolean): string {
  if (fits(markdown)) return markdown;
  const { headings, blanks, lines } = placesIn(markdown);
  for (const places of [headings, blanks, lines]) {
    const start = longest(markdown, places, fits);
    if (start.trim() !== "") return start;
  }
  return "";
}

/** The offsets at which headings, blank lines outside code, and lines begin. */
function placesIn(markdown: string): Record<"headings" | "blanks" | "lines", number[]> {
  const places = { headings: [] as number[], blanks: [] as number[], lines: [] as number[] };
  let fence: string | null = null;
  let at = 0;
  for (const line of markdown.split(/(?<=\n)/)) {
    const [, mark = "", rest = ""] = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})(.*)$/s.exec(line) ?? [];
    if (at > 0) places.lines.push(at);
    if (fence !== null) {
      if (mark.startsWith(fence) && rest.trim() === "") fence = null;
    } else if (mark !== "") fence = mark;
    else if (at > 0 && /^ {0,3}#{1,6}(?:\s|$)/.test(line)) places.headings.push(at);
    else if (at > 0 && line.trim() === "") places.blanks.push(at);
    at += line.length;
  }
  return places;
}

/** By halves: the starts grow with their places. */
function longest(markdown: string, places: readonly number[], fits: (start: string) => boolean): string {
  let [low, high] = [0, places.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (fits(markdown.slice(0, places[middle]))) low = middle + 1;
    else high = middle;
  }
  return low === 0 ? "" : markdown.slice(0, places[low - 1]);
}
