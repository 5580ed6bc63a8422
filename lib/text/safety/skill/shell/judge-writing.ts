import { kindOfPath } from "@/lib/text/safety/skill/path-kinds";
import type { Command } from "@/lib/text/safety/skill/shell/read-commands";
import { type CommandFacts, type Script, WORDS_READ } from "@/lib/text/safety/skill/shell/script";
import { scriptLanguage } from "@/lib/text/safety/skill/shell/word-roles";
import * as taint from "@/lib/text/safety/skill/taint";

/** Places whose danger depends on the written content. */
const WRITTEN_KINDS = new Set(["start-up file", "hook", "agent file"]);
const WRITERS = new Set([
  "tee",
  "cp",
  "mv",
  "ln",
  "install",
  "copy",
  "copy-item",
  "set-content",
  "add-content",
  "out-file",
  "sponge",
  "sed",
]);
/** Programs whose first argument is the file they write. */
const WRITES_FIRST = /^(?:tee|sponge)$|content|out-file/;
const WRITES_TEXT = new Set(["tee", "sponge", "sed", "set-content", "add-content", "out-file"]);
const REACHES_OUT = /curl|wget|base64|https?:/;
const STARTED_CODE = /NOPASSWD|curl|wget|\bnc\b|base64|\/tmp\/|eval|https?:\/\/|@reboot|\* \* \*/;
const STARTED_LINE =
  /curl|wget|\bnc\b|base64|\/tmp\/|\beval\b|python\d? -c|https?:\/\/|alias (?:sudo|ssh|git|su|gpg)=|PROMPT_COMMAND|LD_PRELOAD/i;
const HARMLESS_ADDRESS = /https?:\/\/[\w.-]*(?:localhost|example\.com)/g;
const HOOK_CODE =
  /curl|wget|\bnc\b|base64|https?:\/\/|\beval\b|\/dev\/tcp|git push|node -e|python\d? -c|\bscp\b|exit 0\s*$/i;
const AGENT_ORDERS =
  /\b(?:always|never|ignore|without asking|do not (?:tell|ask|mention)|every session|allow|https?:\/\/|skip|trust)\b/i;
const HOOKS_PATH =
  /config .{0,40}core\.hookspath (?!\.?\/?(?:\.githooks|\.husky|hooks|scripts|tools|\.config|git-hooks|\.hooks|\/dev\/null)\S*)/i;
const GIT_SETTINGS =
  /^config .{0,60}(?:credential\.helper ["']?!|url\.\S+\.insteadof https:\/\/github|alias\.\w+ ["']?!.{0,80}(?:curl|nc|wget))/i;
const OWN_KEY =
  /(?:^| )-i ["']?(?:~|\$\{?HOME\}?|\$env:USERPROFILE|%USERPROFILE%)[\w./\\-]{1,80}(?: |$)|(?:^| )-i ["']?[\w./-]{0,40}id_\w+(?:\.pub)?|^(?:-p \d+ )?[\w.-]+@[\w.-]+$/;
const NETWORK_DEVICE = /^\/dev\/(?:tcp|udp)\//;
const OWN_DEVICE = /\/dev\/\w+\/(?:localhost|127\.|\$|\{|<|host)/;
const HIDDEN_FILE = /^(?:~|\/tmp|\/var|\$HOME)\S*\/\./;

/** Judges files that a command writes through its arguments. */
export function judgeWriting(script: Script, facts: CommandFacts): void {
  const { name, joined, at } = facts;
  if (WRITERS.has(name)) judgeWritten(script, facts);
  if (name === "git") {
    if (HOOKS_PATH.test(joined)) script.report({ row: "shell: hooks path", rule: "keeps_coming_back", at });
    if (GIT_SETTINGS.test(joined)) script.report({ row: "shell: git settings", rule: "keeps_coming_back", at });
  }
  if (
    (name === "ssh-copy-id" && joined !== "" && !OWN_KEY.test(joined)) ||
    (name === "ssh-keygen" && joined.includes("authorized_keys"))
  )
    script.report({ row: "shell: key copied", rule: "remote_control", at });
}

function judgeWritten(script: Script, { command, name, joined, input, output, at }: CommandFacts): void {
  const kind = kindOfPath(
    WRITES_FIRST.test(name)
      ? (joined.split(" ").find((part) => !part.startsWith("-")) ?? "")
      : (command.words.at(-1)?.text ?? ""),
  );
  if (kind === "own agent file" && WRITES_TEXT.has(name))
    script.report({ row: "shell: agent file written", rule: "edits_agent_files", at });
  if (kind !== "hook" && kind !== "start-up file") return;
  const text = [...command.from.map((one) => one.words.map((word) => word.text).join(" ")), joined, command.input]
    .join(" ")
    .slice(0, WORDS_READ);
  if (kind === "hook") {
    if ((input | output) & taint.REMOTE || REACHES_OUT.test(text))
      script.report({ row: "shell: hook copied", rule: "keeps_coming_back", at });
  } else if (/\.bak|backup/.test(joined)) return;
  else if (joined.includes("authorized_keys")) {
    // Removing a line, or copying one's own key, grants access to nobody.
    if (!(name === "sed" && /\/d["']?(?: |$)|-n\b/.test(joined)))
      script.report({ row: "shell: key appended", rule: "remote_control", at });
  } else if (STARTED_CODE.test(text))
    script.report({ row: "shell: start-up file written", rule: "keeps_coming_back", at });
}

/** Propagates a command's output to the files of its redirections; returns the taint of the output. */
export function writeRedirects(script: Script, command: Command, output: number): number {
  for (const { target } of command.redirects)
    if (NETWORK_DEVICE.test(target.text) && !OWN_DEVICE.test(target.text))
      script.report({ row: "shell: network device", rule: "remote_control", at: script.base + target.start });
  const at = script.base + command.start;
  for (const { operator, target } of command.redirects)
    if (operator === ">" || operator === ">>" || operator === ">|") {
      script.keep(target, output);
      const first = command.words[0]?.text ?? "";
      if (output & taint.SECRET && (first === "echo" || first === "printf") && HIDDEN_FILE.test(target.text))
        script.report({ row: "shell: typed password kept", rule: "watches", at });
      if (command.input.length > 0)
        script.runInner(scriptLanguage(target.text), command.input, script.base + command.inputAt);
      judgeRedirect(script, command, { operator, target: target.text, at });
    }
  return output;
}

type Redirect = { operator: string; target: string; at: number };

function judgeRedirect(script: Script, command: Command, { operator, target, at }: Redirect): void {
  const kind = kindOfPath(target);
  // Join the text only when needed: a command may have thousands of redirections.
  const text = WRITTEN_KINDS.has(kind)
    ? `${command.words.map((word) => word.text).join(" ")} ${command.input}`.slice(0, WORDS_READ * 2)
    : "";
  if (kind === "start-up file") {
    if (target.includes("authorized_keys")) script.report({ row: "shell: key added", rule: "remote_control", at });
    else if (
      target.includes("sudoers")
        ? text.includes("NOPASSWD")
        : STARTED_LINE.test(text.replace(HARMLESS_ADDRESS, "")) || target.includes("preload")
    )
      script.report({ row: "shell: start-up file", rule: "keeps_coming_back", at });
    else script.report({ row: "shell: start-up file touched", rule: "keeps_coming_back", at, weak: true });
  } else if (kind === "hook" && HOOK_CODE.test(text))
    script.report({ row: "shell: git hook", rule: "keeps_coming_back", at });
  else if (kind === "own agent file" || (kind === "agent file" && AGENT_ORDERS.test(text)))
    script.report({ row: "shell: agent file", rule: "edits_agent_files", at });
  else if (kind === "history" && operator === ">")
    script.report({ row: "shell: history emptied", rule: "erases_traces", at });
  else if (kind === "log" && operator === ">" && emptiesLog(command, target))
    script.report({ row: "shell: log emptied", rule: "erases_traces", at });
}

/** Whether a log is only emptied: `> app.log`, `: > /var/log/syslog`. */
function emptiesLog({ words }: Command, target: string): boolean {
  if (words.length === 0) return !/config|conf\.d|\.ya?ml$/.test(target);
  return (
    /^(?::|true|echo|cat|printf)$/.test(words[0]?.text ?? "") &&
    target.includes("/var/log") &&
    (words.length === 1 || /\/dev\/null|^-n|^$/.test(words[1]?.text ?? ""))
  );
}
