import { isKeyName } from "@/lib/text/safety/skill/code/command-values";
import type { Found } from "@/lib/text/safety/skill/found";
import { type Command, type Dialect, readCommands, type Word } from "@/lib/text/safety/skill/shell/read-commands";
import { sourcesOfWord } from "@/lib/text/safety/skill/shell/sources";
import { fileName } from "@/lib/text/safety/skill/shell/word-roles";
import * as taint from "@/lib/text/safety/skill/taint";
import type { Values } from "@/lib/text/safety/skill/values";

export type Report = (found: Omit<Found, "what"> & { what?: string }) => void;

/** Maximum characters of a command's words that rules read. */
export const WORDS_READ = 1_200;
/** Maximum depth of nested scripts. */
export const DEPTH_MAX = 3;
const COMMANDS_MAX = 4_000;
const LITERALS_MAX = 400;
const FILE_MARK = /^[\w.-]{0,40}=?@/;
/** `while read line; do …; done < file` */
const READ_LOOP =
  /\bread\s(?:-\w+\s){0,3}(\w{1,40})[^\n]{0,200}(?:\n[^\n]{0,300}){0,12}?\bdone\s{0,3}<\s{0,3}["']?([\w./~$-]{1,200})/g;

/** An argument with its taint: of its value, its path, and the file of that name. */
export type Held = { word: Word; held: number; path: number; file: number };

/** A command as passed to its rules. */
export type NamedCommand = {
  /** With the fixed texts of its variables substituted. */
  command: Command;
  name: string;
  head: Word;
  args: Word[];
  /** The texts of the arguments, joined and truncated. */
  joined: string;
  /** Its offset in the judged text. */
  at: number;
};

/** A command with its data. */
export type CommandFacts = NamedCommand & {
  /** The original command. */
  given: Command;
  held: readonly Held[];
  /** The taint of its input. */
  input: number;
  /** The taint of its output, as far as known. */
  output: number;
};

/** A script whose commands are judged in order. */
export class Script {
  /** Files whose checksum or signature a command verifies. */
  readonly checked = new Set<string>();
  private readonly outputs = new Map<Command, number>();
  private readonly commands: Command[];
  private feeding: Set<Command> | undefined;
  private loops: Map<string, string> | undefined;
  private count = 0;

  constructor(
    readonly text: string,
    readonly dialect: Dialect,
    readonly values: Values,
    readonly report: Report,
    /** Offset of the script in the judged text. */
    readonly base: number,
    /** The number of enclosing scripts. */
    readonly depth: number,
    /** Judges one command that reads `input`; returns the taint of its output. */
    private readonly judge: (script: Script, command: Command, input: number) => number,
  ) {
    this.commands = readCommands(text, dialect);
  }

  runAll(): void {
    for (const command of this.commands) this.run(command);
  }

  /** Judges a command once; returns the taint of its output. */
  run(command: Command): number {
    this.count += 1;
    if (this.count > COMMANDS_MAX) return 0;
    const known = this.outputs.get(command);
    if (known !== undefined) return known;
    this.outputs.set(command, 0);
    let input = 0;
    for (const one of command.from) input |= this.outputs.get(one) ?? 0;
    const output = this.judge(this, command, input);
    this.outputs.set(command, output);
    return output;
  }

  /** Judges a nested script at an offset of the judged text, unless it is nested too deeply. */
  runInner(language: string, text: string, at: number): void {
    if (this.depth < DEPTH_MAX) this.values.scripts(language, text, at, this.depth + 1);
  }

  /** Whether another command reads this command's output. */
  isFeeding(command: Command): boolean {
    this.feeding ??= new Set(this.commands.flatMap(({ from }) => from));
    return this.feeding.has(command);
  }

  /** The file that a loop reads line by line into a variable; otherwise empty. */
  fileOfLoop(variable: string): string {
    if (this.loops === undefined) {
      this.loops = new Map();
      if (this.text.includes("read ") && this.text.includes("done"))
        for (const [, name = "", file = ""] of this.text.matchAll(READ_LOOP)) this.loops.set(name, file);
    }
    return this.loops.get(variable) ?? "";
  }

  taintOf(word: Word): number {
    let held = 0;
    for (const inner of word.inner) held |= this.run(inner);
    for (const name of word.variables) {
      held |= this.values.variables.get(name.toLowerCase()) ?? 0;
      if (isKeyName(name)) held |= taint.KEY_VALUE;
      // The last command that the person typed.
      if (name === "BASH_COMMAND") held |= taint.WATCHED;
    }
    return held | sourcesOfWord(word.text);
  }

  /** Remembers the taint of data written to a file. */
  keep(target: Word, held: number): void {
    if (held === 0) return;
    const { files } = this.values;
    const name = fileName(target.text);
    if (name) files.set(name, (files.get(name) ?? 0) | held);
    for (const variable of target.variables) files.set(`$${variable.toLowerCase()}`, held);
  }

  /** The taint of data written to the file that a word names. */
  kept(word: Word): number {
    const { files } = this.values;
    if (files.size === 0) return 0;
    let held = files.get(fileName(word.text.replace(FILE_MARK, ""))) ?? 0;
    for (const variable of word.variables) held |= files.get(`$${variable.toLowerCase()}`) ?? 0;
    return held;
  }

  setVariable(name: string, held: number): void {
    this.values.variables.set(name.toLowerCase(), held);
  }

  /** A command with the fixed texts of its variables substituted. */
  expandAll(given: Command): Command {
    if (this.values.literals.size === 0) return given;
    return {
      ...given,
      words: given.words.map((word) => this.expand(word)),
      redirects: given.redirects.map(({ operator, target }) => ({ operator, target: this.expand(target) })),
    };
  }

  expand(word: Word): Word {
    if (word.variables.length === 0 || word.text.length > 400) return word;
    let { text } = word;
    for (const variable of word.variables) {
      const literal = this.values.literals.get(variable.toLowerCase());
      if (literal !== undefined) text = text.replaceAll(`\${${variable}}`, literal).replaceAll(`$${variable}`, literal);
    }
    return text === word.text || text.length > 1_000 ? word : { ...word, text };
  }

  keepLiteral(name: string, text: string): void {
    const { literals } = this.values;
    const key = name.toLowerCase();
    if (text.length > 0 && text.length < 200 && !text.includes("$(") && literals.size < LITERALS_MAX)
      literals.set(key, text);
    else literals.delete(key);
  }
}
