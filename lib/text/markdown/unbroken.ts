/** A part of a text; `end` is exclusive. */
export type Range = { start: number; end: number };

const TAG = /<(?:!--[\s\S]*?-->|\/?[a-zA-Z][^<>]{0,300}>)/g;

/**
 * The parts of one block of markdown that cannot be divided: its inline code with the backticks, and the HTML tags and
 * comments outside of it. Places are those of the whole text. Linear.
 */
export function unbroken(text: string, start: number, end: number): { code: Range[]; tags: Range[] } {
  const block = text.slice(start, end);
  const code = block.includes("`") ? codeSpans(block) : [];
  const tags = block.includes("<")
    ? [...block.matchAll(TAG)]
        .map(({ 0: tag, index }) => ({ start: index, end: index + tag.length }))
        .filter((tag) => !code.some((span) => tag.start < span.end && tag.end > span.start))
    : [];
  const placed = (range: Range) => ({ start: start + range.start, end: start + range.end });
  return { code: code.map(placed), tags: tags.map(placed) };
}

/** Whether a place is inside one of these ranges, not at its edge. */
export function isInside(ranges: readonly Range[], place: number): boolean {
  return ranges.some(({ start, end }) => place > start && place < end);
}

/** Inline code as CommonMark reads it: from a run of backticks to the next run of the same length. */
function codeSpans(block: string): Range[] {
  const runs = [...block.matchAll(/`+/g)].map(({ 0: run, index }) => {
    const escaped = (/\\*$/.exec(block.slice(Math.max(0, index - 20), index))?.[0].length ?? 0) % 2;
    return { start: index, end: index + run.length, opens: run.length - escaped };
  });
  const next = new Map<number, number>();
  const closing: Array<number | undefined> = [];
  for (let place = runs.length - 1; place >= 0; place -= 1) {
    const run = runs[place];
    if (!run) continue;
    closing[place] = next.get(run.opens);
    next.set(run.end - run.start, place);
  }
  const spans: Range[] = [];
  for (let place = 0; place < runs.length; place += 1) {
    const [run, close] = [runs[place], closing[place]];
    if (!run || close === undefined) continue;
    spans.push({ start: run.end - run.opens, end: runs[close]?.end ?? run.end });
    place = close;
  }
  return spans;
}
