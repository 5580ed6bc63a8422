import { isMetadataService } from "@/lib/safety/skill/addresses";
import {
  codeMarks,
  deleteCalls,
  readCalls,
  requestNames,
  requestRunners,
  runCalls,
  sendCalls,
  sourceCalls,
  writeCalls,
} from "@/lib/safety/skill/code/calls";
import { isKeyName, isOwnService, outputOfCommand } from "@/lib/safety/skill/code/command-values";
import { programMarks } from "@/lib/safety/skill/code/program-marks";
import { readTokens, type Token } from "@/lib/safety/skill/code/read-tokens";
import {
  AROUND_HOME,
  HOME_VARIABLES,
  isTrustedPlace,
  PERSONAL_FOLDERS,
  ruleOfWrite,
  SOURCE_PATTERN,
  WHOLE_HOME_NAMES,
} from "@/lib/safety/skill/code/written-places";
import type { Found } from "@/lib/safety/skill/found";
import { kindOfPath, type PathKind, taintOfPath } from "@/lib/safety/skill/path-kinds";
import { queriesPeople } from "@/lib/safety/skill/settings-rules";
import type { Values } from "@/lib/safety/skill/shell/follow-shell";
import * as taint from "@/lib/safety/skill/taint";

type Report = (found: Omit<Found, "what">) => void;

const ROUNDS = 3;
const COMMENTS_READ = 20_000;
const BUDGET = 300_000;
/** Command lines of one program that are read; further ones are not. */
const SCRIPTS_MAX = 200;
/** Questions to the person at the keyboard, and what must not be asked. */
const ASKS =
  /(?:^|\.)(?:prompt|input|ask|question|preguntar|pregunta|frage|fragen|demander|getpass|text|password|readline|gets|Prompt)$/;
const SEED =
  /seed|recovery (?:words?|phrase)|mnemonic|\b(?:12|24|twelve)\b.{0,12}(?:words|palabras|mots|wörter)|助记词|恢复词/i;
const INTERPRETER =
  /^(?:.*[\\/])?(?:ba|z|da)?sh$|^(?:python[\d.]*|node|perl|ruby|php|pwsh|powershell|deno|bun|cmd|osascript|lua)(?:\.exe)?$/i;

/** Follows data through a program in JavaScript, Python or a language like them and reports what it must not do. */
export function followCode(
  source: string,
  language: string,
  values: Values,
  report: Report,
  base: number,
  depth: number,
): void {
  const hash = /^(?:py|python|python3|rb|ruby|php|perl|pl|r|elixir|ipython|jupyter|julia|toml|)$/.test(language);
  const tokens = readTokens(source, hash);
  // Comments that are commands.
  if (depth < 2)
    for (const line of source.slice(0, COMMENTS_READ).matchAll(/^\/\/go:generate (.{4,400})$/gm))
      values.scripts("sh", line[1] ?? "", base + line.index, depth + 2);
  const follower = new Follower(tokens, values, report, base, depth, /^(?:py|python|python3|ipython)$/.test(language));
  for (let round = 0; round < ROUNDS; round += 1) follower.run(round === ROUNDS - 1);
  judgeMarks(source, report, base);
}

/** Looks for the marks of programs that are dangerous by themselves. */
export function judgeMarks(source: string, report: Report, base: number): void {
  for (const mark of [...codeMarks, ...programMarks]) {
    const [first] = mark.all;
    if (!first || mark.not?.test(source) || !mark.all.every((pattern) => pattern.test(source))) continue;
    report({
      row: `code: ${mark.row}`,
      rule: mark.rule,
      at: base + Math.max(0, source.search(first)),
    });
  }
}

class Follower {
  /** For each opening bracket the place of its closing one. */
  private readonly closes: Int32Array;
  private readonly parameters: Array<{ name: string; until: number; names: Set<string> }> = [];
  private readonly senders = new Set<string>();
  private readonly started = new Map<number, number>();
  /** Files by the name they were opened under. */
  private readonly opened = new Map<string, string>();
  private scriptsRead = 0;
  private returning = "";
  /** Tokens that are looked at in all: what nests without end is not followed to its end. */
  private budget = BUDGET;

  constructor(
    private readonly tokens: Token[],
    private readonly values: Values,
    private readonly report: Report,
    private readonly base: number,
    private readonly depth: number,
    private readonly python: boolean,
  ) {
    this.closes = new Int32Array(tokens.length).fill(-1);
    const open: number[] = [];
    for (const [index, token] of tokens.entries()) {
      if (token.kind !== "sign") continue;
      if (token.text === "(" || token.text === "[" || token.text === "{") open.push(index);
      else if (token.text === ")" || token.text === "]" || token.text === "}") {
        const start = open.pop();
        if (start !== undefined) this.closes[start] = index;
      }
    }
  }

  run(last: boolean): void {
    for (let at = 0; at < this.tokens.length; at += 1) {
      const token = this.tokens[at];
      if (!token) continue;
      if (token.kind === "name") this.readName(token, at, last);
      else if (token.kind === "sign" && (token.text === "=" || token.text === ":=" || token.text === "+="))
        this.assign(at);
      else if (token.text === "|" && /^(?:do|\{)$/.test(this.text(at - 1))) this.block(at);
    }
  }

  /** The names of a Ruby block, `each do |one|`, take what it goes through. */
  private block(at: number): void {
    const held = this.heldIn(this.startOf(at), at - 1) & ~taint.PARAMETER;
    for (let index = at + 1; index < at + 8 && this.text(index) !== "|"; index += 1)
      if (this.tokens[index]?.kind === "name") this.add(this.text(index), held);
  }

  private text(at: number): string {
    return this.tokens[at]?.text ?? "";
  }

  private get(name: string): number {
    const own = this.values.variables.get(name.toLowerCase());
    if (own !== undefined) return own;
    const dot = name.indexOf(".");
    return dot > 0 ? (this.values.variables.get(name.slice(0, dot).toLowerCase()) ?? 0) : 0;
  }

  private add(name: string, held: number): void {
    if (held === 0 || !/^[\p{L}_$@][\p{L}\w$.@]{0,80}$/u.test(name) || WORDS.has(name)) return;
    const key = name.replace(/^(?:self|this)\./, "").toLowerCase();
    this.values.variables.set(key, (this.values.variables.get(key) ?? 0) | held);
    this.values.variables.set(name.toLowerCase(), (this.values.variables.get(name.toLowerCase()) ?? 0) | held);
  }

  /** Where the statement that holds a token ends: a line end or ";" outside of brackets, at most 400 tokens on. */
  private endOf(at: number): number {
    for (let index = at; index < Math.min(this.tokens.length, at + 160); index += 1) {
      const token = this.tokens[index];
      if (!token) break;
      if (token.kind === "line") {
        const next = this.text(index + 1);
        const before = this.text(index - 1);
        if (
          /^\.\p{L}/u.test(next) ||
          next === "." ||
          next === "?" ||
          next === "+" ||
          next === "|" ||
          /^(?:[=+,.&|([{\\]|=>|:=)$/.test(before)
        )
          continue;
        return index;
      }
      if (token.kind !== "sign") continue;
      if (token.text === ";" || token.text === ")" || token.text === "]" || token.text === "}") return index;
      const close = this.closes[index] ?? -1;
      if (close > index) index = close;
    }
    return Math.min(this.tokens.length, at + 160);
  }

  /** What the tokens between two places may hold. */
  private heldIn(from: number, to: number): number {
    let held = 0;
    const end = Math.min(to, from + 160);
    this.budget -= end - from;
    if (this.budget < 0) return 0;
    for (let at = from; at < end; at += 1) {
      const token = this.tokens[at];
      if (!token) break;
      if (token.kind === "text") {
        if (isMetadataService(token.text)) held |= taint.SECRET;
        if (isKeyName(token.text)) held |= taint.KEY_NAME;
        if (token.text.length > 12 && token.text.length < 600 && queriesPeople(token.text)) held |= taint.PEOPLE;
        if (SOURCE_PATTERN.test(token.text) && this.text(at - 1) === "(") held |= taint.TREE_PATH;
      }
      if (token.kind === "text") held |= pathTaint(token.text) | (this.values.files.get(lastName(token.text)) ?? 0);
      else if (token.kind === "name") {
        held |= this.get(token.text) | this.sourceAt(token, at);
        for (const one of this.parameters)
          if (at < one.until && one.names.has(token.text.split(".")[0] ?? "")) held |= taint.PARAMETER;
        const next = this.text(at + 1);
        if (ASKS.test(token.text) && next === "(" && SEED.test(this.tokens[at + 2]?.text ?? "")) held |= taint.SECRET;
        if (readCalls.test(token.text) && next === "(") {
          const close = this.closes[at + 1] ?? -1;
          if (close > at) held |= taint.contentsOf(this.pathsIn(at + 2, close));
        }
      }
    }
    // A path that is put together from parts: `join(home, ".config", "gcloud")`, `home + "/.ssh/id_rsa"`, `home / ".aws"`.
    if (end - from > 2) held |= this.pathsIn(from, end) & (taint.SECRET_PATH | taint.PRIVATE_PATH);
    if (held & taint.SECRET_PATH && this.hasRead(from, end)) held |= taint.SECRET;
    if (held & taint.PRIVATE_PATH && this.hasRead(from, end)) held |= taint.PRIVATE_FILE;
    if (held & taint.TREE_PATH && this.hasRead(from, end)) held |= taint.SOURCE_TREE;
    return held;
  }

  private hasRead(from: number, to: number): boolean {
    for (let at = from; at < Math.min(to, from + 160); at += 1) {
      const token = this.tokens[at];
      if (token?.kind === "name" && readCalls.test(token.text) && this.text(at + 1) === "(") return true;
    }
    return false;
  }

  private pathsIn(from: number, to: number): number {
    let held = 0;
    this.budget -= Math.min(to - from, 200);
    if (this.budget < 0) return 0;
    const parts: string[] = [];
    let count = 0;
    for (let at = from; at < to && count < 200; at += 1, count += 1) {
      const token = this.tokens[at];
      if (token?.kind === "text") {
        held |= pathTaint(token.text);
        parts.push(HOME_VARIABLES.test(token.text) ? "~" : token.text);
      } else if (token?.kind === "name") {
        held |= this.get(token.text) & (taint.SECRET_PATH | taint.PRIVATE_PATH | taint.TREE_PATH);
        const literal = this.values.literals.get(token.text.toLowerCase());
        if (literal !== undefined) {
          held |= pathTaint(literal);
          parts.push(literal);
        } else if (
          /homedir|Path\.home|expanduser|HOME|UserHomeDir|Dir\.home|home_dir|user\.home|NSHomeDirectory|SpecialFolder\.UserProfile/i.test(
            token.text,
          )
        )
          parts.push("~");
      }
    }
    if (parts.length > 1 && parts.length < 8) {
      held |= pathTaint(parts.join("/").replace(/\/{2,}/g, "/"));
      held |= pathTaint(parts.join(""));
    }
    return held;
  }

  private sourceAt(token: Token, at: number): number {
    let held = 0;
    const next = this.text(at + 1);
    for (const { row, call, gives } of sourceCalls) {
      if (!call.test(token.text)) continue;
      if (row === "whole environment") {
        // One variable is ordinary; the whole is not.
        if (next === "[" || next === "." || /^\.\w/.test(next)) continue;
        if (token.text === "dict" && !/environ/.test(this.text(at + 2))) continue;
        if (/getenv$/i.test(token.text) && !(next === "(" && this.text(at + 2) === ")")) continue;
        if (token.text === "environ" && next !== ")" && next !== ",") continue;
        if (token.text === "ENV" && !/^[),.}]|^$/.test(next)) continue;
        if (/^(?:process\.env|os\.environ)$/.test(token.text) && /^(?:=|\?|&|\||==|!=|in)$/.test(next)) continue;
        if (
          (this.text(at - 1) === "in" && this.tokens[at - 2]?.kind !== "name") ||
          (this.text(at - 1) === "=" && this.text(at - 2) === "}")
        )
          continue;
        if (this.isOptionNamed(at, "env")) continue;
      }
      if (row === "request" || row === "decoder" || row === "key store" || row === "watched" || row === "clipboard")
        if (next !== "(" && next !== "." && !(row === "clipboard" && /string$/.test(token.text))) continue;
      if (row === "request" && this.isLocal(at)) continue;
      if (row === "request" && /^(?:URI\.parse|conn|client|session)$/.test(token.text)) continue;
      if (row === "cookies" && /localStorage|sessionStorage/.test(token.text) && next !== ")" && next !== ",") continue;
      if (row === "cookies" && (next === "=" || next === "+=")) continue;
      held |= gives;
    }
    if (requestNames.test(token.text) && (/[.]|^\$_/.test(token.text) || next === "[" || next === "."))
      held |= taint.REQUEST;
    if (PERSONAL_FOLDERS.test(token.text)) held |= taint.PRIVATE_PATH;
    return held | this.startedAt(token, at) | this.keyAt(token, at);
  }

  /** What the command prints that a call starts. */
  private startedAt(token: Token, at: number): number {
    if (this.text(at + 1) !== "(" || !COMMANDS?.call.test(token.text)) return 0;
    const known = this.started.get(at);
    if (known !== undefined) return known;
    const words: string[] = [];
    const end = Math.min(this.endOf(at + 1), at + 40);
    for (let index = at + 2; index < end; index += 1) {
      const one = this.tokens[index];
      if (one?.kind === "text") words.push(one.text);
    }
    const held = words.length > 0 ? outputOfCommand(words) : 0;
    this.started.set(at, held);
    return held;
  }

  /** A single variable of the environment that holds a key of a service. */
  private keyAt(token: Token, at: number): number {
    const dotted = /^(?:process\.env|Bun\.env|import\.meta\.env)\.(\w{4,60})$/.exec(token.text)?.[1];
    let name = dotted ?? "";
    if (
      /^(?:process\.env|os\.environ|ENV|\$_ENV|\$_SERVER|(?:os|System|Deno\.env|os\.environ|ENV|std\.env|env|Environment)\.(?:get|getenv|Getenv|LookupEnv|fetch|var|GetEnvironmentVariable)|getenv|env)$/.test(
        token.text,
      ) &&
      /^[[(]$/.test(this.text(at + 1))
    ) {
      if (this.tokens[at + 2]?.kind === "text") name = this.text(at + 2);
      else if (this.get(this.text(at + 2)) & taint.KEY_NAME) return taint.PIPELINE_SECRET;
    }
    return isKeyName(name) ? taint.PIPELINE_SECRET : 0;
  }

  /** `env: process.env`, `env={**os.environ, …}`: handed to a child, not read out. */
  private isOptionNamed(at: number, name: string): boolean {
    for (let index = at - 1; index > at - 9 && index >= 0; index -= 1) {
      const text = this.text(index);
      if (text.toLowerCase() === name && /^[:=]$/.test(this.text(index + 1))) return true;
      if (text === ";" || text === ")") return false;
    }
    return false;
  }

  private isLocal(at: number): boolean {
    for (let index = at + 1; index < at + 6; index += 1) {
      const token = this.tokens[index];
      if (token?.kind === "text") return /^(?:https?:\/\/(?:localhost|127\.|0\.0\.0\.0|\[::1)|\/)/.test(token.text);
    }
    return false;
  }

  private assign(at: number): void {
    const end = this.endOf(at + 1);
    this.keepLiteral(at, end);
    const held = this.homeIn(at + 1, end, this.heldIn(at + 1, end));
    const target = this.tokens[at - 1];
    this.judgeTarget(target, at, end, held);
    this.keepOpened(at, end);
    if (held === 0) return;
    const names: string[] = [];
    for (let index = at - 1; index >= Math.max(0, at - 14); index -= 1) {
      const token = this.tokens[index];
      if (!token || token.kind === "line" || token.text === ";" || token.text === "(" || token.text === "=>") break;
      if (token.kind === "name") names.push(token.text);
      if (token.kind === "text") break;
    }
    for (const name of names) this.add(name, held & ~taint.PARAMETER);
  }

  /** A property of a page or of a report that leaves the machine with what it is given. */
  private judgeTarget(target: Token | undefined, at: number, end: number, held: number): void {
    if (
      target?.kind === "name" &&
      /\.src$|location\.href$|^location$|\.(?:extra|tags|contexts|breadcrumbs|attributes|metaData|customData)$/.test(
        target.text,
      ) &&
      (held | this.environmentIn(at + 1, end)) & taint.PRIVATE
    )
      this.sent(at, held | taint.ENVIRONMENT);
  }

  /** Remembers under which path a file was opened that is written later. */
  private keepOpened(at: number, end: number): void {
    for (let index = at + 1; index < Math.min(end, at + 30); index += 1) {
      const path = this.tokens[index + 2];
      if (path?.kind !== "text" || this.text(index + 1) !== "(" || !OPENS.test(this.text(index))) continue;
      for (let back = at - 1; back > at - 5 && this.tokens[back]?.kind !== "line"; back -= 1)
        if (this.tokens[back]?.kind === "name" && lastName(path.text))
          this.opened.set(this.text(back), lastName(path.text));
    }
  }

  /** The whole environment as a value of any option. */
  private environmentIn(from: number, end: number): number {
    for (let at = from; at < Math.min(end, from + 60); at += 1)
      if (/^(?:process\.env|os\.environ)$/.test(this.text(at)) && /^[,})]$/.test(this.text(at + 1)))
        return taint.ENVIRONMENT;
    return 0;
  }

  /** Marks a value as the whole home folder if nothing in the expression leads further down; takes the mark off if so. */
  private homeIn(from: number, end: number, held: number): number {
    let isHome = false;
    for (let at = from; at < Math.min(end, from + 24); at += 1) {
      const token = this.tokens[at];
      if (token?.kind === "text") {
        if (/^(?:~\/?|\/|[A-Z]:\\{1,2})$/.test(token.text) || HOME_VARIABLES.test(token.text)) isHome = true;
        else if (!/^(?:\*{1,2}(?:\/\*)?|\.|node:os|os)$/.test(token.text)) return held & ~taint.WHOLE_HOME;
      } else if (token?.kind === "name") {
        const plain = token.text.replace(/\.iterdir$|\.rglob$|\.glob$|\.children$/, "");
        if (WHOLE_HOME_NAMES.test(plain) || this.get(plain) & taint.WHOLE_HOME) isHome = true;
        else if (
          !AROUND_HOME.test(token.text) &&
          !/(?:listdir|scandir|readdirSync|walk|glob|Dir\.glob|ReadDir|join)$/.test(token.text)
        )
          return held & ~taint.WHOLE_HOME;
      }
    }
    return isHome ? held | taint.WHOLE_HOME : held & ~taint.WHOLE_HOME;
  }

  /** A call that removes what it is given, where that is the whole home folder or each thing in it. */
  private judgeDelete(token: Token, from: number, end: number): void {
    if (!deleteCalls.test(token.text)) return;
    const owner = token.text.slice(0, token.text.lastIndexOf("."));
    let first = end;
    for (let index = from; index < end && first === end; index += 1) {
      if (this.text(index) === ",") first = index;
      const close = this.closes[index] ?? -1;
      if (close > index) index = close;
    }
    const isWhole =
      from < end ? this.homeIn(from, first, 0) & taint.WHOLE_HOME : owner !== "" && this.get(owner) & taint.WHOLE_HOME;
    if (isWhole) this.report({ row: "code: home removed", rule: "destroys_data", at: this.base + token.start });
  }

  /** A text that is written where a shell, an agent or the system runs or obeys it. */
  private judgeWrite(token: Token, at: number, from: number, end: number): void {
    if (
      !writeCalls.test(token.text) &&
      !/(?:^|\.)(?:copy|copy2|copyfile|copyFileSync|cp|AppendAllText|appendText|writeText|puts|print|append)$/.test(
        token.text,
      )
    )
      return;
    let place = "";
    let content = "";
    for (let index = this.startOf(at); index < Math.min(end, at + 80); index += 1) {
      const one = this.tokens[index];
      const text =
        one?.kind === "text"
          ? one.text
          : one?.kind === "name"
            ? (this.values.literals.get(one.text.toLowerCase()) ?? "")
            : "";
      if (place === "" && text.length < 200 && isTrustedPlace(text)) place = text;
      else content += ` ${text.slice(0, 2_000)}`;
    }
    const owner = this.values.literals.get(token.text.slice(0, token.text.lastIndexOf(".")).toLowerCase()) ?? "";
    if (place === "" && isTrustedPlace(owner)) place = owner;
    if (place === "") return;
    const rule = ruleOfWrite(place, content, (this.heldIn(from, end) & (taint.REMOTE | taint.DECODED)) !== 0);
    if (rule) this.report({ row: "code: trusted place written", rule, at: this.base + token.start });
  }

  /** A runner of code or commands that is given what a request brought. */
  private judgeRequest(token: Token, at: number, from: number, end: number): void {
    // `/a/.exec(text)` is a pattern that is tried.
    if (!requestRunners.test(token.text) || this.text(at - 1) === ".") return;
    const name = token.text.replace(/^@/, "");
    const isCode =
      !/system|popen|Popen|subprocess|execFile|execa|exec(?:Sync|\.Command\w*)$|^exec$|passthru|shell_exec|proc_open|Process|getRuntime|spawn|Command/.test(
        name,
      );
    if (/^(?:assert|include|spawn|spawnSync)$/.test(name) && !/^\$_/.test(this.text(from))) return;
    let held = 0;
    if (isCode) held = this.heldIn(from, end);
    else
      for (let index = from; index < Math.min(end, from + 40); index += 1) {
        const isFirst = index === from || (index === from + 1 && /^[[{]$/.test(this.text(from)));
        const afterOption = /^[-/]\w{0,3}c$/i.test(this.text(index - 2)) && this.tokens[index - 2]?.kind === "text";
        const one = this.tokens[index];
        if (one?.kind === "name" && (isFirst || afterOption)) held |= this.get(one.text) | this.sourceAt(one, index);
      }
    if (held & taint.REQUEST) this.report({ row: "code: request run", rule: "back_door", at: this.base + token.start });
  }

  /** Remembers a name that is given a fixed text, also one that is put together from texts. */
  private keepLiteral(at: number, end: number): void {
    const name = this.tokens[at - 1];
    if (name?.kind !== "name" || end - at > 14 || this.values.literals.size > 400) return;
    let text = "";
    for (let index = at + 1; index < end; index += 1) {
      const token = this.tokens[index];
      if (token?.kind === "text") text += token.text;
      else if (token?.kind === "name" && this.values.literals.has(token.text.toLowerCase()))
        text += this.values.literals.get(token.text.toLowerCase());
      else if (token?.text !== "+" && token?.text !== "." && token?.kind !== "line") {
        // Of a path that is put together the part that tells is kept.
        const place = this.tokens.slice(at + 1, end).find((one) => one.kind === "text" && isTrustedPlace(one.text));
        if (place) this.values.literals.set(name.text.toLowerCase(), place.text);
        return;
      }
    }
    if (text.length > 0 && text.length < 300) this.values.literals.set(name.text.toLowerCase(), text);
  }

  /** Command lines that a language runs without brackets: `do shell script "…"`, `sh '…'`, `commandLine "…"`. */
  private bareCommand(token: Token, at: number): void {
    const { text } = token;
    let index = at + 1;
    if (text === "do" && this.text(at + 1) === "shell" && this.text(at + 2) === "script") index = at + 3;
    else if (!/^(?:sh|bat|powershell|commandLine|shell|Shell|command|cmd|executable)$/.test(text)) return;
    if (this.text(index) === "=" || this.text(index) === ":") index += 1;
    const words: string[] = [];
    for (const end = Math.min(this.tokens.length, index + 30); index < end; index += 1) {
      const one = this.tokens[index];
      if (one?.kind === "text") words.push(one.text);
      else if (one?.kind === "name" && /^(?:quoted|form|of)$/.test(one.text)) continue;
      else if (one?.kind === "name" && words.length > 0) words.push(`$${one.text}`);
      else if (one?.kind !== "sign" || !/^[&,+[\]]$/.test(one.text)) break;
    }
    if (words.length > 0 && words.join(" ").length > 6 && this.depth < 2)
      this.values.scripts(
        text === "powershell" ? "powershell" : "sh",
        words.join(" "),
        this.base + token.start,
        this.depth + 2,
      );
  }

  private readName(token: Token, at: number, last: boolean): void {
    this.budget -= 20;
    if (this.budget < 0) return;
    const { text } = token;
    if (last) this.bareCommand(token, at);
    if (text === "set" && this.text(at + 2) === "to" && this.tokens[at + 1]?.kind === "name") {
      // AppleScript: `set x to the clipboard`, `set x to do shell script "…"`, `set x to text returned of (display dialog …)`.
      const rest = this.tokens
        .slice(at + 3, Math.min(at + 24, this.endOf(at + 3)))
        .map((one) => one.text)
        .join(" ");
      if (/^(?:the )?clipboard\b/.test(rest)) this.add(this.text(at + 1), taint.CLIPBOARD);
      if (/hidden answer|password/i.test(rest) && /display dialog/.test(rest))
        this.add(this.text(at + 1), taint.SECRET);
      const started = /^do shell script (.{1,300})$/.exec(rest)?.[1];
      if (started) this.add(this.text(at + 1), outputOfCommand([started]));
    }
    const next = this.text(at + 1);
    if (text === "as" && this.tokens[at + 1]?.kind === "name") {
      const place = this.tokens
        .slice(this.startOf(at), at)
        .find((one) => one.kind === "text" && isTrustedPlace(one.text));
      if (place) this.values.literals.set(next.toLowerCase(), place.text);
      this.add(next, this.heldIn(this.startOf(at), at) & ~taint.PARAMETER);
    }
    if (text === "in" || text === "of") {
      const until = this.endOf(at + 1);
      const held = this.homeIn(at + 1, until, this.heldIn(at + 1, until)) & ~taint.PARAMETER;
      for (let index = at - 1; index > at - 8 && index >= 0; index -= 1) {
        if (this.text(index) === "for" || this.text(index) === "(") break;
        if (this.tokens[index]?.kind === "name") this.add(this.text(index), held);
      }
    }
    if (text === "return") {
      const held = this.heldIn(at + 1, this.endOf(at + 1));
      if (this.returning) this.add(this.returning, held & ~taint.PARAMETER);
    }
    if (
      last &&
      text === "import" &&
      this.python &&
      this.tokens[at + 1]?.kind === "name" &&
      (this.values.files.get(`${next.split(".")[0]}.py`.toLowerCase()) ?? 0) & taint.REMOTE
    )
      this.ran(at, taint.REMOTE);
    if (text === "def" || text === "function" || text === "func" || text === "fn") this.define(at);
    if (
      next !== "(" &&
      next !== "." &&
      !(text === "import" || text === "system" || text === "exec" || text === "eval" || text === "puts")
    ) {
      if (/document\.cookie$/.test(text)) return;
      return;
    }
    const open = next === "(" ? at + 1 : -1;
    const close = open >= 0 ? (this.closes[open] ?? -1) : this.endOf(at + 1);
    const end = close > at ? close : Math.min(this.tokens.length, at + 60);
    const from = open >= 0 ? open + 1 : at + 1;
    this.callbacks(at, from, end);
    // What is added to a list or a text makes the whole of it so.
    if (/\.(?:append|push|add|extend|concat|update|set|put|insert|appendFormat|AppendLine)$/.test(text))
      this.add(text.slice(0, text.indexOf(".")), this.heldIn(from, end) & ~taint.PARAMETER);
    if (last) {
      this.judgeCall(token, at, from, end);
      this.judgeDelete(token, from, end);
      this.judgeWrite(token, at, from, end);
      this.judgeRequest(token, at, from, end);
    } else this.keepWrites(token, at, from, end);
  }

  private startOf(at: number): number {
    for (let index = at - 1; index > at - 80 && index >= 0; index -= 1)
      if (this.tokens[index]?.kind === "line" || this.text(index) === ";") return index + 1;
    return Math.max(0, at - 80);
  }

  private define(at: number): void {
    const name = this.text(at + 1);
    const open = this.text(at + 1) === "(" ? at + 1 : at + 2;
    const close = this.closes[open] ?? -1;
    if (close < 0) return;
    const names = new Set<string>();
    for (let index = open + 1; index < close && names.size < 12; index += 1)
      if (this.tokens[index]?.kind === "name") names.add(this.text(index));
    const body = this.text(close + 1) === "{" ? (this.closes[close + 1] ?? -1) : -1;
    this.returning = name;
    if (this.parameters.length < 60) this.parameters.push({ name, until: body > 0 ? body : close + 120, names });
  }

  /** Names of a function that is handed to a call take what the call is about. */
  private callbacks(at: number, from: number, end: number): void {
    const held =
      (this.get(this.text(at)) |
        this.sourceAt(this.tokens[at] as Token, at) |
        this.chainBefore(at) |
        this.pathsRead(at, from, end)) &
      ~taint.PARAMETER;
    if (held === 0) return;
    for (let index = from; index < Math.min(end, from + 60); index += 1) {
      if (this.text(index) === "=>" || this.text(index) === "->") {
        const before = index - 1;
        if (this.tokens[before]?.kind === "name") this.add(this.text(before), held);
        else if (this.text(before) === ")")
          for (let back = before - 1; back > before - 12 && this.text(back) !== "("; back -= 1)
            if (this.tokens[back]?.kind === "name") this.add(this.text(back), held);
        return;
      }
      if (this.text(index) === "function") {
        const open = this.text(index + 1) === "(" ? index + 1 : index + 2;
        const close = this.closes[open] ?? -1;
        for (let one = open + 1; one < close; one += 1)
          if (this.tokens[one]?.kind === "name") this.add(this.text(one), held);
        return;
      }
    }
    const only = this.text(from);
    if (
      /\.(?:then|pipe)$/.test(this.text(at)) &&
      end === from + 1 &&
      held & (taint.REMOTE | taint.DECODED) &&
      runCalls.some((one) => one.call.test(only))
    )
      this.ran(at, held);
  }

  private pathsRead(at: number, from: number, end: number): number {
    return readCalls.test(this.text(at)) ? taint.contentsOf(this.pathsIn(from, end)) : 0;
  }

  /** What the call before a `.method` gave. */
  private chainBefore(at: number): number {
    if (!this.text(at).startsWith(".")) return 0;
    const end = at - 1;
    if (!/^[)\]]$/.test(this.text(end))) return 0;
    return this.heldIn(this.startOf(at), at);
  }

  private keepWrites(token: Token, at: number, from: number, end: number): void {
    if (!writeCalls.test(token.text)) return;
    const owner = token.text.includes(".") ? this.get(token.text) & taint.WATCHED : 0;
    const start = this.startOf(at);
    const held =
      (owner |
        this.heldIn(from, end) |
        this.heldIn(start, at) |
        (/retrieve|download/i.test(token.text) ? this.sourceAt(token, at) : 0)) &
      (taint.REMOTE | taint.DECODED | taint.PRIVATE);
    if (held === 0) return;
    // The path the text is kept under: a name or a text of the same statement.
    for (let index = start; index < Math.min(end, start + 80); index += 1) {
      const one = this.tokens[index];
      if (one?.kind === "text" && lastName(one.text)) this.values.files.set(lastName(one.text), held);
      else if (
        one?.kind === "name" &&
        !one.text.includes("(") &&
        this.text(index + 1) !== "(" &&
        this.text(index - 1) !== "as"
      ) {
        this.add(one.text, held);
        const opened = this.opened.get(one.text);
        if (opened) this.values.files.set(opened, held);
      }
    }
  }

  private judgeCall(token: Token, at: number, from: number, end: number): void {
    const { text } = token;
    const next = this.text(at + 1);
    this.keepWrites(token, at, from, end);
    const paths =
      this.pathsIn(from, end) |
      (text.startsWith(".") || /\./.test(text)
        ? this.get(text) | (this.heldIn(this.startOf(at), at) & (taint.SECRET_PATH | taint.PRIVATE_PATH))
        : 0);
    if (
      readCalls.test(text) &&
      paths & taint.SECRET_PATH &&
      !this.writes(text, from, end) &&
      !/\.(?:connect|load|add|write)$/.test(text)
    ) {
      const isEnvironment = this.onlyOf("environment file", from, end);
      if (
        !this.onlyOf("mounted secret", text.startsWith(".") ? this.startOf(at) : from, end) &&
        (!isEnvironment || /read|slurp/i.test(text))
      )
        this.report({
          row: "code: store read",
          rule: isEnvironment ? "reads_env_file" : "reads_credentials",
          at: this.base + token.start,
        });
    }
    if (/sqlite3?\.connect$|Database$/.test(text) && paths & taint.SECRET_PATH)
      this.report({ row: "code: store opened", rule: "reads_credentials", at: this.base + token.start });
    if (
      sourceCalls.some((one) => one.row === "key store" && one.call.test(text)) &&
      /browser|chrome|rookie|CryptUnprotect|CredEnumerate|findCredentials|cookiecheat/i.test(text)
    )
      this.report({ row: "code: key store", rule: "reads_credentials", at: this.base + token.start });
    for (const { row, call } of sendCalls) {
      if (!call.test(text) || this.isLocal(at)) continue;
      if (
        /^(?:posted|builder|address built)$/.test(row) &&
        this.addressIn(row === "builder" ? this.startOf(at) : from, end) === ""
      )
        continue;
      if (row === "name service" && !/dns|socket|gethost|Lookup|getaddress|resolve(?:Txt|4)?$/.test(text)) continue;
      let held = this.heldWithout(from, end) | (row === "beacon" ? this.chainBefore(at) : 0);
      held |= taint.contentsOf(this.pathsIn(from, end) & (row === "store" || row === "mail" ? -1 : 0));
      if (
        row !== "telemetry" &&
        row !== "name service" &&
        held & taint.PIPELINE_SECRET &&
        !(held & taint.PRIVATE & ~taint.PIPELINE_SECRET) &&
        this.isOwn(from, end)
      )
        continue;
      if (held & taint.PEOPLE && /^https?:\/\/[\w-]+\.[\w.-]+/.test(this.addressIn(from, end)))
        held |= taint.PRIVATE_FILE;
      if (held & taint.SOURCE_TREE && !(held & taint.PRIVATE & ~taint.SOURCE_TREE) && this.isModelService(from, end))
        continue;
      if (held & taint.PRIVATE) this.sent(at, held);
      if (held & taint.PARAMETER) for (const one of this.parameters) if (at < one.until) this.senders.add(one.name);
    }
    if (REVIVES.test(text) && this.heldIn(from, end) & taint.REMOTE) this.ran(at, taint.REMOTE);
    if (EVALUATES.test(text) && next === "(" && !this.isFunction(from)) {
      const run = this.heldIn(from, end) & (taint.REMOTE | taint.DECODED);
      if (run !== 0) this.ran(at, run);
    }
    if (
      next === "(" &&
      this.text(at - 1) !== "." &&
      this.tokens[from]?.kind === "name" &&
      ASKED.test(this.text(from)) &&
      runCalls.some((one) => one.row !== "imports" && one.call.test(text)) &&
      !/^(?:open|run|load|compile|assert|setTimeout|sh|spawn|\.exec|evaluate)$/.test(text) &&
      !/\.(?:exec)$/.test(text.replace(/^(?:child_process|cp|shell|shelljs|ssh|os|vm)\./, ""))
    )
      this.report({ row: "code: message run", rule: "back_door", at: this.base + token.start });
    if (this.senders.has(text) && this.heldIn(from, end) & taint.PRIVATE) this.sent(at, this.heldIn(from, end));
    for (const { row, call, command } of runCalls) {
      if (!call.test(text)) continue;
      if (
        text === "open" ||
        text === "run" ||
        text === "load" ||
        text === "compile" ||
        text === "assert" ||
        text === "setTimeout" ||
        text === "evaluate" ||
        text === ".exec"
      ) {
        if (
          !(this.heldIn(from, Math.min(end, from + 3)) & taint.REMOTE) ||
          text === "open" ||
          text === "run" ||
          text === ".exec" ||
          text === "evaluate"
        )
          continue;
      }
      if (row === "imports") {
        if (next !== "(") continue;
        const first = this.tokens[from];
        if (
          first?.kind === "text" &&
          /^(?:https?:|data:text\/javascript)/.test(first.text) &&
          !KNOWN_MODULES.test(first.text)
        )
          this.report({ row: "code: address imported", rule: "download_and_run", at: this.base + token.start });
        if (this.heldIn(from, Math.min(end, from + 6)) & taint.REMOTE) this.ran(at, taint.REMOTE);
        continue;
      }
      if (command) this.judgeCommand(at, from, end);
      else {
        const held = this.heldIn(from, end);
        if (held & (taint.REMOTE | taint.DECODED)) this.ran(at, held);
        if (row === "evaluates" && this.tokens[from]?.kind === "text" && this.depth < 2 && this.text(from).length > 12)
          this.values.scripts("js", this.text(from), this.base + token.start, this.depth + 2);
      }
    }
  }

  /** Whether a function is written at this place, as in `page.evaluate(async (url) => …)`: code that the reader sees. */
  private isFunction(from: number): boolean {
    if (/^(?:async|function)$/.test(this.text(from))) return true;
    for (let at = from; at < from + FUNCTION_HEAD_TOKENS; at += 1) {
      if (this.text(at) === "=>" || (this.text(at) === "=" && this.text(at + 1) === ">")) return true;
      if (/^[{;]$/.test(this.text(at))) return false;
    }
    return false;
  }

  private addressIn(from: number, end: number): string {
    for (let at = from; at < Math.min(end, from + 60); at += 1) {
      const token = this.tokens[at];
      const text =
        token?.kind === "name" ? (this.values.literals.get(token.text.toLowerCase()) ?? "") : (token?.text ?? "");
      if (/^https?:\/\//.test(text)) return text;
    }
    return "";
  }

  private isOwn(from: number, end: number): boolean {
    const address = this.addressIn(from, end);
    for (let at = from; at < Math.min(end, from + 120); at += 1) {
      const name = /(?:env\.)?([A-Z][A-Z0-9_]{3,60})$/.exec(this.text(at))?.[1];
      if (name && isKeyName(name) && !isOwnService(name, address)) return false;
    }
    return address === "" || /^https?:\/\/[$\w-]*$/.test(address);
  }

  private isModelService(from: number, end: number): boolean {
    return /^https:\/\/(?:api\.(?:openai|anthropic|mistral|groq|deepseek|cohere)\.\w+|generativelanguage\.googleapis\.com|openrouter\.ai|api\.github\.com|gitlab\.com)\//.test(
      this.addressIn(from, end),
    );
  }

  /** What a request sends beside its headers, where tokens belong. */
  private heldWithout(from: number, end: number): number {
    let held = 0;
    for (let at = from; at < Math.min(end, from + 160); at += 1) {
      const token = this.tokens[at];
      if (!token) break;
      if (
        /^(?:headers|auth|Authorization|cookies|env|cert|agent)$/.test(token.text) &&
        /^[=:]$/.test(this.text(at + 1))
      ) {
        const close = this.closes[at + 2] ?? -1;
        if (close > at) {
          at = close;
          continue;
        }
        at += 2;
        continue;
      }
      held |= this.heldIn(at, at + 1);
    }
    if (held & taint.SECRET_PATH && this.hasRead(from, end)) held |= taint.SECRET;
    if (held & taint.PRIVATE_PATH && this.hasRead(from, end)) held |= taint.PRIVATE_FILE;
    return held;
  }

  private judgeCommand(at: number, from: number, until: number): void {
    // Builders take their words one by one: `Command::new("sh").arg("-c").arg(text)`.
    const end = /(?:^|\.)(?:Command\.new|ProcessBuilder|Command|Process)$/.test(this.text(at))
      ? Math.max(until, this.endOf(until + 1))
      : until;
    const words: string[] = [];
    let dynamic = 0;
    let first = -1;
    for (let index = from; index < Math.min(end, from + 60); index += 1) {
      const token = this.tokens[index];
      if (!token) break;
      if (token.kind === "name" && token.text.startsWith(".")) continue;
      if (/(?:^|\.)P_(?:NOWAIT|WAIT|DETACH|OVERLAY)O?$/.test(token.text)) continue;
      if (token.kind === "text") {
        if (first < 0) first = index;
        words.push(token.text);
        const file = this.values.files.get(lastName(token.text)) ?? 0;
        if (file & (taint.REMOTE | taint.DECODED)) dynamic |= file;
      } else if (token.kind === "name") {
        if (first < 0) first = index;
        const held = this.get(token.text) | this.sourceAt(token, index);
        const head = words[0]?.trim().split(/\s+/)[0] ?? "";
        if (
          index === first ||
          INTERPRETER.test(head) ||
          /sys\.executable|execPath/.test(this.text(first)) ||
          words.at(-1)?.trim().endsWith("-c")
        )
          dynamic |= held & (taint.REMOTE | taint.DECODED);
        if (
          held & (taint.SECRET_PATH | taint.PRIVATE_PATH | taint.PRIVATE) &&
          /\b(?:curl|scp|nc|wget)\b/.test(words.join(" ")) &&
          /https?:|@|\d+\.\d+/.test(words.join(" "))
        )
          this.sent(at, held | taint.PRIVATE_FILE);
        words.push(`$${token.text}`);
      }
    }
    if (dynamic !== 0) this.ran(at, dynamic);
    const line = words.join(" ");
    this.scriptsRead += 1;
    if (line && this.depth < 2 && this.scriptsRead <= SCRIPTS_MAX)
      this.values.scripts(
        "sh",
        words.length > 1 && INTERPRETER.test(words[0] ?? "") && /^-\w{0,3}c$/.test(words[1] ?? "")
          ? words.slice(2).join(" ")
          : line,
        this.base + (this.tokens[at]?.start ?? 0),
        this.depth + 2,
      );
  }

  private writes(text: string, from: number, end: number): boolean {
    if (/write/i.test(text)) return true;
    for (let at = from; at < Math.min(end, from + 40); at += 1)
      if (this.tokens[at]?.kind === "text" && /^[wax]b?\+?$/.test(this.text(at))) return true;
    return false;
  }

  /** Whether the paths between two places are of one kind and none is a store of keys. */
  private onlyOf(only: PathKind, from: number, end: number): boolean {
    let seen = false;
    for (let at = from; at < Math.min(end, from + 160); at += 1) {
      const token = this.tokens[at];
      // A path that was given a name before counts for the rarer kind only.
      const named = only === "mounted secret" ? this.values.literals.get(token?.text.toLowerCase() ?? "") : undefined;
      const path = token?.kind === "text" ? token.text : (named ?? "");
      const kind = kindOfPath(path);
      if (kind === only) seen = true;
      else if (kind === "secret" || kind === "history") return false;
    }
    return seen;
  }

  private sent(at: number, held: number): void {
    const only = held & taint.PRIVATE & ~taint.SOURCE_TREE;
    this.report({
      row: only === 0 ? "code: source sent" : "code: private data sent",
      rule: "sends_files_out",
      at: this.base + (this.tokens[at]?.start ?? 0),
    });
  }

  private ran(at: number, held: number): void {
    const isDecoded = (held & taint.DECODED) !== 0;
    this.report({
      row: isDecoded ? "code: decoded run" : "code: download run",
      rule: isDecoded ? "encoded_code" : "download_and_run",
      at: this.base + (this.tokens[at]?.start ?? 0),
    });
  }
}

const FUNCTION_HEAD_TOKENS = 12;

const OPENS =
  /(?:^|\.)(?:open|Create|createWriteStream|File\.new|File\.open|fopen|OpenFile|OpenWrite|FileOutputStream|FileWriter)$/;
const COMMANDS = runCalls.find(({ command }) => command);
/** What runs the code it is given, by the last part of its name. */
const EVALUATES =
  /(?:^|\.)(?:eval|evaluate|evaluateScript|executeScript|evaluateJavaScript|runInThisContext|runInNewContext|runInContext|loadstring|instance_eval|class_eval|module_eval|parseClass|defineClass|AddScript|InvokeScript|EvaluateAsync|CompileAssemblyFromSource|compileFunction|LoadFrom|Assembly\.Load|eval_file|evalfile|parse_eval|eval_string|code_eval|dostring|dofile)$/;
/** What builds objects out of bytes and runs code of them while it does. */
const REVIVES =
  /^(?:pickle|cPickle|dill|cloudpickle|joblib|marshal|jsonpickle|shelve|Marshal|node_serialize|serialize)\.(?:loads?|decode|unserialize)$|^(?:yaml\.(?:unsafe_load|full_load)|unserialize|BinaryFormatter\.Deserialize|readObject)$|\.readObject$/;
/** What a message of others brought. */
const ASKED =
  /^(?:m|msg|message|update|evt?|event|packet|interaction|payload|frame|mail|email|comment|issue|req|request|ctx|body)\b[\w.]*\.(?:content|payload|text|data|body|query|params|command|cmd|args?|message|slice|decode)\b/i;

const WORDS = new Set([
  "const",
  "let",
  "var",
  "await",
  "async",
  "new",
  "return",
  "if",
  "else",
  "for",
  "in",
  "of",
  "import",
  "from",
  "with",
  "as",
  "True",
  "False",
  "None",
  "null",
  "true",
  "false",
  "def",
  "function",
  "and",
  "or",
  "not",
  "self",
  "this",
  "console",
  "os",
  "fs",
  "path",
  "json",
  "JSON",
  "str",
  "print",
  "open",
  "Path",
  "require",
  "process",
  "requests",
  "subprocess",
  "Buffer",
  "len",
  "range",
]);
const KNOWN_MODULES =
  /^https:\/\/(?:deno\.land\/(?:std|x)|jsr\.io|esm\.sh|cdn\.jsdelivr\.net|unpkg\.com|cdn\.skypack\.dev|ga\.jspm\.io|esm\.run|cdnjs\.cloudflare\.com|www\.gstatic\.com|js\.stripe\.com)\//;

/** Folders of stores whose names hold a blank. */
const SPACED_STORE =
  /(?:Application Support|User Data|Login Data|Local State|Local Storage|Web Data|Telegram Desktop)(?:$|[\\/])/;

function pathTaint(text: string): number {
  // One segment after a slash is more often a route of a site than a folder.
  if (
    text.length > 200 ||
    (/\s/.test(text.trim()) && !SPACED_STORE.test(text)) ||
    /^\/(?!etc|root|Users)\w*\/?\*?$/.test(text)
  )
    return 0;
  const plain = taintOfPath(text);
  if (plain & taint.TREE_PATH) return text === "." ? 0 : plain;
  return plain;
}

function lastName(text: string): string {
  if (text.length > 200 || /\s|:\/\//.test(text)) return "";
  const name = text.replaceAll("\\", "/").split("/").at(-1) ?? "";
  return (/^\.?[\w%-][\w.%-]{0,80}\.\w{1,10}$|^\w{4,40}$/.test(name) && /[\\/.]/.test(text)) ||
    (/^(?:\/var)?\/tmp\//.test(text) && /^\.?\w{1,40}$/.test(name))
    ? name.toLowerCase()
    : "";
}
