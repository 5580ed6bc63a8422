import { kindOfAddress } from "@/lib/text/safety/skill/addresses";
import { kindOfPath, taintOfPath } from "@/lib/text/safety/skill/path-kinds";
import type { Word } from "@/lib/text/safety/skill/shell/read-commands";
import type { Script } from "@/lib/text/safety/skill/shell/script";
import { fileName } from "@/lib/text/safety/skill/shell/word-roles";
import * as taint from "@/lib/text/safety/skill/taint";

const ASSIGNMENT = /^\$?[A-Za-z_][\w:]{0,60}\+?=/;
const COMPARISON = /^\$\w+==/;
const SCOPE = /^(?:env|script|global):/i;
const DISK = /^\/dev\/(?:sd|nvme|disk|hd|vd|mmc)/;
const SETTERS = new Set(["export", "local", "readonly", "declare", "set", "setx", "const", "var", "let"]);
const TLS_OFF =
  /^(?:NODE_TLS_REJECT_UNAUTHORIZED=["']?0|PYTHONHTTPSVERIFY=["']?0|GIT_SSL_NO_VERIFY=["']?(?:1|true)|CURL_CA_BUNDLE=["']?$)/i;
const HISTORY_OFF = /^HIST(?:FILE=(?:["']{2})?(?:\/dev\/null)?$|(?:FILE)?SIZE=0)/;
const PRELOAD = /^(?:LD_PRELOAD|DYLD_INSERT_LIBRARIES)=\/(?:tmp|dev\/shm)/;
const TRAFFIC = /^(?:ANTHROPIC_BASE_URL|OPENAI_BASE_URL|OPENAI_API_BASE|HTTPS?_PROXY|ALL_PROXY)=https?:\/\//i;

/** Reads assignments before a command or without one; returns the words after them. */
export function readAssignments(script: Script, given: Word[]): Word[] {
  let words = given;
  while (words[0] && ASSIGNMENT.test(words[0].text) && !COMPARISON.test(words[0].text)) {
    const word = words[0];
    const sign = word.text.indexOf("=");
    const name = word.text
      .slice(0, sign)
      .replace(/^\$|\+$/g, "")
      .replace(/^env:/i, "");
    const held = script.taintOf(word) | taintOfPath(word.text.slice(name.length + 1));
    script.setVariable(name, (script.values.variables.get(name.toLowerCase()) ?? 0) | held);
    const literal = word.text.slice(sign + 1);
    judgeVariable(script, name, literal, word);
    if (words.length === 1) script.keepLiteral(name, script.expand({ ...word, text: literal }).text);
    words = words.slice(1);
  }
  return words;
}

/** `$name = …` of PowerShell; `held` returns the taint of the right side. */
export function assignInPowershell(script: Script, words: readonly Word[], held: () => number): void {
  const [first, , value] = words;
  if (!first) return;
  const name = first.text.slice(1).replace(SCOPE, "").toLowerCase();
  judgeVariable(script, name, value?.text ?? "", first);
  if (words.length === 3 && value?.inner.length === 0) script.keepLiteral(name, value.text);
  const known = script.values.variables.get(name) ?? 0;
  script.setVariable(name, known | held() | taintOfPath(value?.text ?? ""));
}

/** `for name in …` */
export function readLoop(script: Script, args: readonly Word[]): void {
  const [variable, , ...items] = args;
  let held = 0;
  for (const word of items) held |= script.taintOf(word) | taintOfPath(word.text) | script.kept(word);
  script.setVariable(variable?.text ?? "", held);
  const telling = items.find((word) => kindOfPath(word.text) !== "" || DISK.test(word.text));
  script.keepLiteral(variable?.text ?? "", telling?.text.replace(/[?*].*$/, "a") ?? "");
}

/** `read name`: returns the taint of the value read, including the file of the loop around it. */
export function readInto(script: Script, args: readonly Word[], input: number): number {
  const file = args.map((word) => script.fileOfLoop(word.text)).find(Boolean);
  const read = file ? input | (script.values.files.get(fileName(file)) ?? 0) : input;
  const isTyped = args.some((word) => /^-\w{0,3}s/.test(word.text));
  for (const word of args) script.setVariable(word.text, read | (isTyped ? taint.SECRET : 0));
  return read;
}

/** `export name=value` and similar commands. */
export function readSetter(script: Script, name: string, args: readonly Word[]): void {
  if (!SETTERS.has(name)) return;
  for (const word of args) {
    const at = word.text.indexOf("=");
    if (at <= 0) continue;
    const variable = word.text.slice(0, at);
    const value = word.text.slice(at + 1);
    script.setVariable(variable, script.taintOf(word) | taintOfPath(value));
    judgeVariable(script, variable, value, word);
    script.keepLiteral(variable, value);
  }
}

/** Judges variables that disable a protection or redirect traffic. */
function judgeVariable(script: Script, name: string, value: string, word: Word): void {
  const at = script.base + word.start;
  const setting = `${name}=${value}`;
  if (TLS_OFF.test(setting)) script.report({ row: "shell: insecure variable", rule: "switches_off_tls", at });
  if (HISTORY_OFF.test(setting)) script.report({ row: "shell: history off", rule: "erases_traces", at });
  if (PRELOAD.test(setting)) script.report({ row: "shell: preloaded library", rule: "keeps_coming_back", at });
  if (TRAFFIC.test(setting) && kindOfAddress(value) === "bare")
    script.report({ row: "shell: traffic through a bare address", rule: "sends_files_out", at });
}
