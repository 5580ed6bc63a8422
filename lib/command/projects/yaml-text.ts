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

const ESCAPES: Readonly<Record<string, string>> = {
  0: "\0",
  a: "\u0007",
  b: "\b",
  e: "\u001b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
  N: "\u0085",
  _: "\u00a0",
  L: "\u2028",
  P: "\u2029",
};

const ESCAPED = /\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|U([\da-fA-F]{8})|([\s\S]))/g;

/** Lines as one text: a break is a blank, and each empty line a break. */
export function folded(lines: readonly string[]): string {
  const last = lines.length - 1;
  let [value, gap] = ["", ""];
  lines.forEach((line, at) => {
    const text = at === 0 ? (last > 0 ? line.trimEnd() : line) : at === last ? line.trimStart() : line.trim();
    if (at > 0 && at < last && text === "") gap = gap === " " ? "\n" : `${gap}\n`;
    else {
      value += gap + text;
      gap = " ";
    }
  });
  return value;
}

/** The text between double quotes. A backslash at the end of a line joins it to the next one. */
export function unescaped(raw: string): string {
  const parts: string[][] = [[]];
  for (const line of raw.split("\n")) {
    const isJoined = backslashesAtEnd(line) % 2 === 1;
    parts.at(-1)?.push(isJoined ? line.slice(0, -1) : line);
    if (isJoined) parts.push([]);
  }
  const joined = parts.map((lines, at) => {
    const text = folded(lines);
    return at > 0 ? text.trimStart() : text;
  });
  return joined.join("").replace(ESCAPED, (_, x, u, long, letter) => {
    if (letter === undefined) return String.fromCodePoint(Number.parseInt(x ?? u ?? long, 16));
    const value = ESCAPES[letter] ?? (/["/\\ \t]/.test(letter) ? letter : undefined);
    if (value === undefined) throw new Error(`\\${letter} is not an escape`);
    return value;
  });
}

function backslashesAtEnd(line: string): number {
  let count = 0;
  while (line[line.length - 1 - count] === "\\") count += 1;
  return count;
}

/** The lines after `>` as one text: those that are indented more keep their breaks. */
export function foldedBlock(lines: readonly string[]): string {
  const first = lines.findIndex((line) => line !== "");
  let [value, gap, wasDeep] = ["\n".repeat(Math.max(first, 0)), "", false];
  for (const line of lines.slice(Math.max(first, 0))) {
    const isDeep = /^[ \t]/.test(line);
    if (line === "") {
      if (gap === "\n") value += "\n";
      else gap = "\n";
      continue;
    }
    if (isDeep && gap === " ") gap = "\n";
    else if (isDeep && !wasDeep && gap === "\n") gap = "\n\n";
    value += gap + line;
    gap = isDeep ? "\n" : " ";
    wasDeep = isDeep;
  }
  return value;
}
