/** A word of a command without its quotes. */
export type Word = {
  text: string;
  start: number;
  quoted: boolean;
  /** Commands of substitutions in the word: `$(…)`, backticks, `<(…)`, `>(…)`. */
  inner: Command[];
  /** Names of variables in the word. */
  variables: string[];
};

/** One command: its words, its output redirections, and the commands whose output it reads. */
export type Command = {
  words: Word[];
  redirects: Array<{ operator: string; target: Word }>;
  /** The text of a here document or here string. */
  input: string;
  inputAt: number;
  from: Command[];
  start: number;
};

export type Dialect = "posix" | "powershell";

/** Deeper substitutions are read as plain words. */
const DEPTH_MAX = 6;

/**
 * Reads a script as commands, in order. Lenient, because snippets contain placeholders and mistakes and agents read
 * them anyway: an unclosed construct ends with the text. Linear.
 */
export function readCommands(text: string, dialect: Dialect = "posix"): Command[] {
  return new Reader(text, dialect).read("", 0);
}

class Reader {
  private at = 0;
  private readonly pending: Array<{ word: string; dash: boolean; command: Command }> = [];
  private readonly closes = new Map<string, number>();

  constructor(
    private readonly text: string,
    private readonly dialect: Dialect,
  ) {}

  /** Reads commands until `end` (")" or "`"), or to the end of the text. */
  read(end: string, depth: number): Command[] {
    const list = new CommandList();
    if (depth === 0) this.skipPrompt();
    while (this.at < this.text.length) {
      const char = this.text.charAt(this.at);
      const next = this.text.charAt(this.at + 1);
      if (char === end && list.groups.length === 0 && end !== "") {
        this.at += 1;
        return list.all;
      }
      if (char === "\n") {
        list.finish();
        this.at += 1;
        this.readHereDocuments();
        if (list.closed.length > 0 && !GOES_ON.test(this.text.slice(this.at, this.at + 24))) list.closed = [];
        this.skipPrompt();
      } else if (char === " " || char === "\t" || char === "\r") this.at += 1;
      else if ((char === "\\" || (char === "^" && this.dialect === "posix")) && next === "\n") this.at += 2;
      else if (char === "`" && next === "\n" && this.dialect === "powershell") this.at += 2;
      else if (char === "#" && /[\s(;&|]|^$/.test(this.text.charAt(this.at - 1))) this.skipLine();
      else if (char === "|" && next !== "|") {
        list.finish();
        list.from = list.closed;
        this.at += next === "&" ? 2 : 1;
        this.skipBlanks();
      } else if (char === ";" || char === "|" || (char === "&" && next !== ">")) {
        list.finish();
        if (char === "&" && next !== "&" && this.dialect === "powershell") list.closed = [];
        this.at += next === char ? 2 : 1;
        list.closed = [];
      } else if (char === "(" && list.command !== null && this.dialect === "powershell") {
        // An expression as an argument: `iex (irm …)`.
        const word = this.readWord(depth);
        list.current(this.at).words.push(word);
      } else if ((char === "(" || char === "{") && (list.command === null || this.dialect === "powershell")) {
        list.groups.push(list.all.length);
        // A script block processes the input of its command.
        const outer = list.command;
        list.finish();
        if (outer !== null) list.from = outer.from;
        this.at += 1;
      } else if (char === ")" || (char === "}" && list.groups.length > 0)) {
        list.finish();
        const since = list.groups.pop();
        list.closed = since === undefined ? list.closed : list.all.slice(since);
        this.at += 1;
      } else if ((char === "<" || char === ">") && next !== "(") this.readRedirect(list.current(this.at), depth);
      else if (/[0-9]/.test(char) && (next === ">" || next === "<")) this.at += 1;
      else if (char === "&" && next === ">") {
        this.at += 1;
        this.readRedirect(list.current(this.at), depth);
      } else {
        const owner = list.current(this.at);
        const word = this.readWord(depth);
        if (owner.words.length === 0 && !word.quoted && KEYWORDS.has(word.text)) {
          if (list.all.at(-1) === owner) list.all.pop();
          list.from = owner.from;
          list.command = null;
        } else owner.words.push(word);
      }
    }
    return list.all;
  }

  private readWord(depth: number): Word {
    const word: Word = { text: "", start: this.at, quoted: false, inner: [], variables: [] };
    const { text } = this;
    const first = this.at;
    if (this.dialect === "powershell" && text.charAt(first) === "(") this.readInner(word, 1, ")", depth);
    while (this.at < text.length) {
      const char = text.charAt(this.at);
      if (char === "'" || char === '"') {
        const end = this.closing(char);
        if (end < 0) {
          word.text += char;
          this.at += 1;
          continue;
        }
        word.quoted = true;
        this.at += 1;
        if (char === "'") {
          word.text += text.slice(this.at, end);
          this.at = end + 1;
        } else this.readQuoted(word, depth);
      } else if ((char === "<" || char === ">") && text.charAt(this.at + 1) === "(")
        this.readInner(word, 2, ")", depth);
      else if (ENDS.has(char) && !(this.dialect === "powershell" && char === "(" && this.at > first)) {
        if (char === "{" || char === "}") {
          // Placeholders such as {name} and brace lists are words.
          word.text += char;
          this.at += 1;
          continue;
        }
        break;
      } else if (char === "(") {
        // A PowerShell call, `[Type]::Method('text')`: its argument belongs to the word.
        word.text += "(";
        this.at += 1;
      } else this.readPiece(word, depth);
    }
    if (this.at === first) {
      word.text += text.charAt(this.at);
      this.at += 1;
    }
    return word;
  }

  private readQuoted(word: Word, depth: number): void {
    while (this.at < this.text.length && this.text.charAt(this.at) !== '"') this.readPiece(word, depth);
    this.at += 1;
  }

  /** One character, escape, variable or substitution. */
  private readPiece(word: Word, depth: number): void {
    const { text } = this;
    const char = text.charAt(this.at);
    if (char === "\\" && this.dialect === "posix") {
      const escaped = text.charAt(this.at + 1);
      // Keep backslashes of Windows paths.
      word.text += /[\w.]/.test(escaped) ? `\\${escaped}` : escaped === "\n" ? "" : escaped;
      this.at += 2;
    } else if (char === "`") {
      if (this.dialect === "powershell") {
        word.text += text.charAt(this.at + 1);
        this.at += 2;
      } else this.readInner(word, 1, "`", depth);
    } else if (char === "$" && text.charAt(this.at + 1) === "(") this.readInner(word, 2, ")", depth);
    else if (char === "$") {
      const name = /^\$\{?((?:env:)?[\w]{1,60})(\}?)/.exec(text.slice(this.at, this.at + 70));
      if (name) word.variables.push((name[1] ?? "").replace(/^env:/, ""));
      const taken = name ? name[0] : "$";
      word.text += taken;
      this.at += taken.length;
    } else {
      word.text += char;
      this.at += 1;
    }
  }

  private readInner(word: Word, skip: number, end: string, depth: number): void {
    const start = this.at;
    this.at += skip;
    if (depth >= DEPTH_MAX || (end === "`" && this.text.indexOf("`", this.at) < 0))
      word.text += this.text.slice(start, this.at);
    else {
      const inner = this.read(end, depth + 1);
      word.inner.push(...inner);
      word.text += inner.length > 0 ? "$()" : "";
    }
  }

  private readRedirect(command: Command, depth: number): void {
    const operator = /^(?:<<<|<<-|<<|>>|>\||<>|>&|<&|[<>])/.exec(this.text.slice(this.at, this.at + 3))?.[0] ?? ">";
    this.at += operator.length;
    this.skipBlanks();
    if (this.at >= this.text.length || this.text.charAt(this.at) === "\n") return;
    const target = this.readWord(depth);
    if (operator === "<<" || operator === "<<-")
      this.pending.push({ word: target.text, dash: operator === "<<-", command });
    else if (operator === "<<<") {
      command.input = target.text;
      command.inputAt = target.start;
      command.redirects.push({ operator, target });
    } else command.redirects.push({ operator, target });
  }

  private readHereDocuments(): void {
    if (this.pending.length === 0) return;
    for (const { word, dash, command } of this.pending.splice(0)) {
      const start = this.at;
      let end = this.text.length;
      while (this.at < this.text.length) {
        const stop = this.text.indexOf("\n", this.at);
        const line = this.text.slice(this.at, stop < 0 ? undefined : stop);
        const lineStart = this.at;
        this.at = stop < 0 ? this.text.length : stop + 1;
        if ((dash ? line.trim() : line.trimEnd()) === word || line.trim() === word) {
          end = lineStart;
          break;
        }
      }
      command.input = this.text.slice(start, end);
      command.inputAt = start;
    }
  }

  /** The position of the closing quote, or -1. Each quote is searched for once. */
  private closing(quote: string): number {
    const known = this.closes.get(quote);
    if (known === -1) return -1;
    const end = this.text.indexOf(quote, this.at + 1);
    if (end < 0) this.closes.set(quote, -1);
    return end;
  }

  private skipBlanks(): void {
    while (/[ \t\r]/.test(this.text.charAt(this.at))) this.at += 1;
    // A pipe at the end of a line continues on the next.
    if (this.text.charAt(this.at) === "\n" && this.text.charAt(this.at - 1) !== "\n") {
      const back = this.text.slice(Math.max(0, this.at - 3), this.at).trimEnd();
      if (back.endsWith("|")) this.at += 1;
    }
    while (/[ \t]/.test(this.text.charAt(this.at))) this.at += 1;
  }

  private skipLine(): void {
    const end = this.text.indexOf("\n", this.at);
    this.at = end < 0 ? this.text.length : end;
  }

  private skipPrompt(): void {
    const prompt = /^[ \t]{0,8}(?:\$|PS[^>\n]{0,40}>|>)[ \t]/.exec(this.text.slice(this.at, this.at + 60));
    if (prompt) this.at += prompt[0].length;
  }
}

/** The commands of one list, up to its closing bracket. */
class CommandList {
  readonly all: Command[] = [];
  /** For each open group, the number of commands before it. */
  readonly groups: number[] = [];
  /** The input of the next command. */
  from: Command[] = [];
  /** The input of a pipe after the last command. */
  closed: Command[] = [];
  command: Command | null = null;

  finish(): void {
    if (this.command) this.closed = [this.command];
    this.command = null;
  }

  /** The current command, or a new one that begins at a position. */
  current(at: number): Command {
    if (!this.command) {
      this.command = { words: [], redirects: [], input: "", inputAt: 0, from: this.from, start: at };
      this.all.push(this.command);
      this.from = [];
    }
    return this.command;
  }
}

/** A pipe at the beginning of a line reads the output of the previous line. */
const GOES_ON = /^[ \t]{0,20}\|(?!\|)/;
const ENDS = new Set([" ", "\t", "\r", "\n", ";", "|", "&", "<", ">", "(", ")", "{", "}"]);
const KEYWORDS = new Set([
  "if",
  "then",
  "else",
  "elif",
  "fi",
  "do",
  "done",
  "while",
  "until",
  "!",
  "time",
  "begin",
  "end",
  "try",
  "{",
  "}",
  "function",
]);
