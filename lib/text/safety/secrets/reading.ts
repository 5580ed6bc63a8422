import type { Span } from "@/lib/text/safety/finding";

/** Reassembled parts of a text that keep their original positions. */
export class Reading {
  private readonly out: string[] = [];
  private length = 0;
  /** The start of each piece in the reading and in the text. */
  private readonly pieces: Array<{ at: number; from: number; length: number }> = [];
  private readonly joins: number[] = [];

  constructor(private readonly source: string) {}

  text(): string {
    return this.out.join("");
  }

  isEmpty(): boolean {
    return this.length === 0;
  }

  hasJoins(): boolean {
    return this.joins.length > 0;
  }

  add(from: number, end: number): void {
    if (end <= from) return;
    this.pieces.push({ at: this.length, from, length: end - from });
    this.out.push(this.source.slice(from, end));
    this.length += end - from;
  }

  /** Marks an omitted break at this position. */
  join(): void {
    this.joins.push(this.length);
  }

  /** Adds parts as one separate word, with or without the hyphens that end them. */
  addWord(parts: ReadonlyArray<{ index: number; end: number }>, keepsHyphens: boolean): void {
    for (const [place, { index, end }] of parts.entries()) {
      const isLast = place === parts.length - 1;
      this.add(index, !isLast && !keepsHyphens && this.source.charAt(end - 1) === "-" ? end - 1 : end);
      if (!isLast) this.join();
    }
    this.separate();
  }

  /** Separates the following text from the preceding text. */
  separate(): void {
    this.out.push(SEPARATOR);
    this.length += SEPARATOR.length;
  }

  /** Findings that cross a break, at their positions in the text. */
  across(spans: Span[]): Span[] {
    return spans.flatMap((span) => {
      const join = this.joins[below(this.joins.length, (at) => (this.joins[at] ?? 0) <= span.index)];
      if (join === undefined || join >= span.end) return [];
      return [{ ...span, index: this.placeOf(span.index), end: this.placeOf(span.end - 1) + 1 }];
    });
  }

  private placeOf(at: number): number {
    const piece = this.pieces[below(this.pieces.length, (place) => (this.pieces[place]?.at ?? 0) <= at) - 1];
    return piece ? piece.from + Math.min(at - piece.at, piece.length) : at;
  }
}

const SEPARATOR = " \u0000 ";

/** The number of the first `length` positions, which are in order, for which `holds` is true. */
function below(length: number, holds: (place: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
