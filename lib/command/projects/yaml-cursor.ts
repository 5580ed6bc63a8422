/** Blanks within a line. */
export const BLANKS = /[ \t]*/y;
/** Where a document begins or ends. */
export const MARKER = /(?:---|\.\.\.)(?=\s|$)/y;
const COMMENT = /#[^\n]*/y;
const SAID_CHARACTERS_MAX = 40;

/** A place in a text of YAML. Patterns are sticky: they are only looked for here, so that no text is read twice. */
export class YamlCursor {
  protected at = 0;
  /** Where the line begins that is read. */
  protected line = 0;
  /** Brackets that are open, in which indentation says nothing. */
  protected open = 0;

  constructor(protected readonly text: string) {}

  protected get column(): number {
    return this.at - this.line;
  }

  /** What a pattern finds here, which is then read. */
  protected take(pattern: RegExp): string {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0] ?? "";
    this.at += found.length;
    return found;
  }

  protected isAt(pattern: RegExp, at = this.at): boolean {
    pattern.lastIndex = at;
    return pattern.test(this.text);
  }

  /** Goes to the next thing that is neither blank nor a comment; whether it is on another line. */
  protected skip(): boolean {
    const from = this.line;
    for (;;) {
      this.take(BLANKS);
      if (this.at === this.line || /\s/.test(this.text[this.at - 1] ?? "")) this.take(COMMENT);
      if (this.text[this.at] !== "\n") break;
      this.at += 1;
      this.line = this.at;
    }
    const isOther = this.line !== from;
    if (this.open === 0 && (isOther || from === 0) && this.at < this.text.length)
      if (/^ *\t/.test(this.text.slice(this.line, this.at))) this.fail("a tab is not an indentation");
    return isOther;
  }

  protected endLine(): void {
    if (!this.skip() && this.at < this.text.length) this.fail("unexpected");
  }

  protected isMarker(): boolean {
    return this.at === this.line && this.isAt(MARKER);
  }

  protected isEnd(): boolean {
    return this.at >= this.text.length || this.isMarker();
  }

  protected fail(what: string): never {
    throw new Error(`${what}: ${this.text.slice(this.at, this.at + SAID_CHARACTERS_MAX).split("\n")[0]}`);
  }
}
