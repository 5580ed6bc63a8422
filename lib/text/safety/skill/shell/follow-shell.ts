import { taintOfPath } from "@/lib/text/safety/skill/path-kinds";
import { filters } from "@/lib/text/safety/skill/shell/command-names";
import { judgeByRules } from "@/lib/text/safety/skill/shell/judge-by-rules";
import { judgeGit } from "@/lib/text/safety/skill/shell/judge-git";
import { decode, judgeOutput, judgeReading } from "@/lib/text/safety/skill/shell/judge-reading";
import { judgeRunning } from "@/lib/text/safety/skill/shell/judge-running";
import { judgeSending } from "@/lib/text/safety/skill/shell/judge-sending";
import {
  assignInPowershell,
  readAssignments,
  readInto,
  readLoop,
  readSetter,
} from "@/lib/text/safety/skill/shell/judge-variables";
import { judgeWriting, writeRedirects } from "@/lib/text/safety/skill/shell/judge-writing";
import {
  fetchCode,
  keepCopies,
  keepDownload,
  keepUnpacked,
  noteChecked,
} from "@/lib/text/safety/skill/shell/keep-files";
import { type Command, type Dialect, readCommands, type Word } from "@/lib/text/safety/skill/shell/read-commands";
import { type CommandFacts, type Held, type Report, Script, WORDS_READ } from "@/lib/text/safety/skill/shell/script";
import { sourcesOfCommand, sourcesOfWord } from "@/lib/text/safety/skill/shell/sources";
import { commandName, stripOption, unwrap } from "@/lib/text/safety/skill/shell/word-roles";
import * as taint from "@/lib/text/safety/skill/taint";
import type { Values } from "@/lib/text/safety/skill/values";

/** Follows data through the commands of a script and reports forbidden flows. */
export function followShell(text: string, dialect: Dialect, values: Values, report: Report, base = 0, depth = 0): void {
  new Script(text, dialect, values, report, base, depth, judgeCommand).runAll();
}

/** Judges one command that reads `piped`; returns the taint of its output. */
function judgeCommand(script: Script, given: Command, piped: number): number {
  const command = script.expandAll(given);
  if (script.dialect === "powershell" && given.from.length > 0) script.setVariable("_", piped);
  let input = piped | readInputs(script, command);
  const words = readAssignments(script, command.words);
  const [first, second] = words;
  if (!first) return writeRedirects(script, command, input);
  if (script.dialect === "powershell" && second?.text === "=" && first.text.startsWith("$")) {
    const rest = { ...command, words: words.slice(2) };
    assignInPowershell(script, words, () => judgeCommand(script, rest, input));
    return 0;
  }
  const [head, ...args] = unwrap(words);
  if (!head) return writeRedirects(script, command, input);
  const name = commandName(head.text);
  if (name === "for" && args[1]?.text === "in") {
    readLoop(script, args);
    return 0;
  }
  if (name === "read") input = readInto(script, args, input);
  readSetter(script, name, args);
  const joined = args
    .map(({ text }) => text)
    .join(" ")
    .slice(0, WORDS_READ);
  const at = script.base + head.start;
  judgeByRules(script, { command, name, head, args, joined, at });
  const held = args.map((word) => holdsOf(script, word));
  const output = held.reduce((sum, one) => sum | one.held, sourcesOfCommand(name, joined) | sourcesOfWord(head.text));
  const facts: CommandFacts = { given, command, name, head, args, joined, at, held, input, output };
  follow(script, facts);
  return writeRedirects(script, command, facts.output | (filters.has(name) ? input : 0));
}

/** The taint of a command's input from files, here strings and commands in a here document. */
function readInputs(script: Script, command: Command): number {
  let input = 0;
  for (const { operator, target } of command.redirects)
    if (operator === "<" || operator === "<<<") {
      const held = script.taintOf(target);
      input |= operator === "<" ? held | script.kept(target) | taint.contentsOf(taintOfPath(target.text)) : held;
      for (const inner of target.inner) script.run(inner);
    }
  if (command.input.includes("`") || command.input.includes("$("))
    for (const inner of readCommands(command.input.slice(0, WORDS_READ))) input |= script.run(inner);
  return input;
}

function holdsOf(script: Script, word: Word): Held {
  return { word, held: script.taintOf(word), path: taintOfPath(stripOption(word.text)), file: script.kept(word) };
}

/** Follows the data of a command as it is read, run, sent and written. */
function follow(script: Script, facts: CommandFacts): void {
  judgeReading(script, facts);
  decode(facts);
  judgeOutput(script, facts);
  judgeGit(script, facts);
  keepUnpacked(script, facts);
  judgeRunning(script, facts);
  judgeSending(script, facts);
  judgeWriting(script, facts);
  fetchCode(script, facts);
  noteChecked(script, facts);
  keepDownload(script, facts);
  keepCopies(script, facts);
  if (facts.name === "find") facts.output |= facts.held.reduce((sum, { path }) => sum | path, 0) & taint.SECRET_PATH;
}
