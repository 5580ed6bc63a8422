import { evaluators, interpreters, starters } from "@/lib/text/safety/skill/shell/command-names";
import { RELEASE } from "@/lib/text/safety/skill/shell/keep-files";
import { isMisspelled } from "@/lib/text/safety/skill/shell/popular-packages";
import { type CommandFacts, DEPTH_MAX, type Script, WORDS_READ } from "@/lib/text/safety/skill/shell/script";
import { addressesNear, codeArgument, fileName } from "@/lib/text/safety/skill/shell/word-roles";
import * as taint from "@/lib/text/safety/skill/taint";

const CODE = taint.REMOTE | taint.DECODED;
const NPM = new Set(["npm", "pnpm", "yarn", "bun", "npx"]);
const PIP = new Set(["pip", "pip3", "uv", "pipx", "poetry"]);
const INSTALLS = /^(?:pip )?(?:i|install|add)\b/;
/** Arguments with which an interpreter still reads its code from its input. */
const NO_CODE = /^-(?![cem]$)\w*$|^--?$|^-s$|^-\w+$|\/dev\/stdin/;
const READS_INPUT = /(?:^| )-s(?: |$)|(?:^| )-(?: |$)|\/dev\/stdin/;
const RUNS_INPUT = /\bexec\b|\beval\b|Function\(|stdin/;
const EXPANDING = new Set(["bash", "sh", "zsh", "iex", "invoke-expression"]);
const DATA_FILE = /\.(?:json|ya?ml|csv|txt|md|xml|toml|html|log)$/i;
const ADDRESS_RUNNERS = new Set(["deno", "bun", "node", "python", "php"]);
const RUN_OPTION = /(?:^| )-(?:n|A|f|-\w[\w-]*)(?:[ =](?!https?:)\S+)?(?= )/g;
const RUNS_ADDRESS = /^(?:run |-\S+ |serve |install )*https?:\/\//;
const KNOWN_ADDRESS =
  /https:\/\/(?:deno\.land\/(?:std|x\/(?:deno|fresh|install))|jsr\.io|deno\.land\/install|fresh\.deno\.dev)/;
const ENCODED = /(?:^| )-e(?:nc|ncodedcommand|c)? ["']?[A-Za-z0-9+/]{20}/i;
const PROGRAM_LANGUAGES = new Set(["python", "node", "deno", "bun", "perl", "ruby", "php", "nodejs"]);
const POWERSHELLS = new Set(["powershell", "pwsh", "iex", "invoke-expression"]);
const INPUT_LANGUAGES = new Set(["python", "node", "perl", "ruby", "php"]);
const PROGRAM_FILE = /[\\/]|^\$|\.(?:exe|sh|py|ps1|bat|cmd|appimage|run|bin)$/i;
const STARTED_FILE = /\.(?:exe|msi|sh|ps1|bat|cmd|pkg|dmg|app|jar|dll|ko|vbs|js|hta|command|scr)["']?$|\$/i;
const CLONED = /^(?:\.\/|\/tmp\/|\/var\/tmp\/|\/dev\/shm\/)\S/;
const UNPACKED = /^(?:\.\/|\/opt\/|\/tmp\/|~\/)\S/;
/** Commands whose last argument is a command line. */
const CARRIERS = new Set(["ssh", "docker", "kubectl", "su", "nohup", "watch", "screen", "tmux"]);
/** Commands whose arguments are always data. */
const DATA_COMMANDS =
  /^(?:echo|printf|grep|egrep|fgrep|rg|ag|ack|sed|awk|jq|yq|cat|tee|test|\[|\[\[|case|alert|say|notify-send|write-host|write-output|write-error|select-string|findstr|semgrep|yara|psql|mysql|curl|wget|gh|glab|llm|claude|codex|gemini|mail|ssh|docker|kubectl|su|nohup|watch|screen|tmux|-\w*)$/;
/** A quoted argument that begins with a command that fetches or opens a shell. */
const STARTS_COMMAND =
  /^[!(\s]{0,4}(?:(?:ba|z)?sh -\w{0,3}c |sudo |nohup )?["']?(?:curl|wget|nc|ncat|bash -i|iwr|irm|iex|powershell(?:\.exe)?|base64)\s|\/dev\/tcp\/|\|\s{0,3}(?:sudo )?(?:ba|z)?sh\b/;
const SCHEDULE_WORDS = /^(?:@(?:reboot|hourly|daily|weekly|monthly)|(?:[\d*/,-]+ ){4}[\d*/,-]+) \S/;
const SCHEDULE_TIME = /^(?:-\w+ )?(?:(?:[\d*/,-]+ ){5}|@\w+ )/;
const SCHEDULE_HEAD = /^(?:[\d*/,-]+|@(?:reboot|hourly|daily|weekly|monthly))$/;
const SCHEDULE_REST = /^(?:[\d*/,-]+ ){3,4}\S|^(?:@|\S*(?:curl|wget|sh|python|node|nc))/;
const SCHEDULED = /\b(?:curl|wget|nc|ncat|base64)\b|\/dev\/tcp|\/tmp\/|python\d? -c|https?:\/\//;
const SCHEDULED_HOW = /\| *$|sh\b|\/tmp\/|nc\b|-[dFT]|@|base64|\/dev\/tcp|-c\b/;
const CODE_FILE = /cron|\.sh$|rc$|profile$|hooks\//;
const EXPRESSION = /^\$?\([A-Za-z]|::|\.\w+\(/;
const TASK_OPTION = /(?:^| )-(?:Execute|Argument|WorkingDirectory)(?= )/gi;

/** Judges third-party code that a command runs, and scripts in its words. */
export function judgeRunning(script: Script, facts: CommandFacts): void {
  const { name, args, joined, at } = facts;
  if (name === "new-scheduledtaskaction") script.runInner("powershell", joined.replace(TASK_OPTION, " ").trim(), at);
  const manager = NPM.has(name) ? "npm" : PIP.has(name) ? "pip" : null;
  if (manager && INSTALLS.test(joined) && args.some(({ text }) => isMisspelled(manager, text)))
    script.report({ row: "shell: misspelled package", rule: "foreign_packages", at });
  const source = sourceOf(script, facts);
  const isInterpreter = interpreters.has(name) || name === "xargs";
  if (isInterpreter) judgeInterpreter(script, facts, source);
  else judgeProgram(script, facts, source);
  readQuoted(script, facts, isInterpreter);
  readPrinted(script, facts);
  readSchedule(script, facts);
  if (
    EXPRESSION.test(facts.head.text) &&
    /downloadstring|downloaddata/i.test(facts.head.text) &&
    /\|\s*(?:iex|invoke-expression)/i.test(script.text)
  )
    ran(script, facts, source, taint.REMOTE);
}

/** Whether a file of a command was verified by checksum, and the address of one of its files. */
type Source = { isChecked: boolean; address: string };
const UNKNOWN: Source = { isChecked: false, address: "" };

function sourceOf({ checked, values }: Script, { head, args }: CommandFacts): Source {
  if (checked.size === 0 && values.addresses.size === 0) return UNKNOWN;
  const files = [head, ...args].map(({ text }) => fileName(text));
  return {
    isChecked: files.some((file) => checked.has(file)),
    address: files.map((file) => values.addresses.get(file) ?? "").find(Boolean) ?? "",
  };
}

/** Reports code that is run, by its source. */
function ran(script: Script, { command, at }: CommandFacts, { isChecked, address }: Source, mask: number): void {
  if (mask & taint.DECODED) script.report({ row: "shell: decoded run", rule: "encoded_code", at });
  else if (mask & taint.REMOTE && !(isChecked && RELEASE.test(address)))
    script.report({
      row: "shell: download run",
      rule: "download_and_run",
      at,
      addresses: address ? `${address} ${withScheme(addressesNear(command))}` : addressesNear(command),
    });
}

/** Only addresses with a scheme: next to a download, `install.sh` is a file instead of a host. */
function withScheme(words: string): string {
  return (words.match(/\b[a-z]{2,10}:\/\/\S{1,300}/gi) ?? []).join(" ");
}

function judgeInterpreter(script: Script, facts: CommandFacts, source: Source): void {
  const { command, name, args, joined, held, input, at } = facts;
  const code = codeArgument(name, args);
  // A filter such as `python3 -m json.tool` or `node script.js` reads its input as data.
  const readsCode = evaluators.has(name) || args.every(({ text }) => NO_CODE.test(text)) || READS_INPUT.test(joined);
  if (readsCode) ran(script, facts, source, input & CODE);
  else if (code && input & CODE && RUNS_INPUT.test(code.text)) ran(script, facts, source, input);
  for (const { word, held: value, file } of held) {
    const isCode = code === word || evaluators.has(name) || name === "source" || name === "." || word.inner.length > 0;
    if (isCode || (word.variables.length > 0 && EXPANDING.has(name))) ran(script, facts, source, value & CODE);
    if (file & CODE && !DATA_FILE.test(word.text)) ran(script, facts, source, file);
  }
  if (
    ADDRESS_RUNNERS.has(name) &&
    joined.includes("http") &&
    RUNS_ADDRESS.test(joined.replace(RUN_OPTION, " ").trim()) &&
    !KNOWN_ADDRESS.test(joined)
  )
    script.report({ row: "shell: address run", rule: "download_and_run", at });
  if ((name === "powershell" || name === "pwsh") && ENCODED.test(joined))
    script.report({ row: "shell: encoded command", rule: "encoded_code", at });
  if (code)
    script.runInner(
      PROGRAM_LANGUAGES.has(name) ? name : POWERSHELLS.has(name) ? "powershell" : "sh",
      code.text,
      script.base + code.start,
    );
  if (command.input)
    script.runInner(INPUT_LANGUAGES.has(name) ? name : "sh", command.input, script.base + command.inputAt);
}

/** Judges a downloaded file that is run by its name or started by another program. */
function judgeProgram(script: Script, facts: CommandFacts, source: Source): void {
  const { name, head, args, at } = facts;
  const { files } = script.values;
  const held = script.kept(head) | (head.variables.length > 0 ? script.taintOf(head) & taint.REMOTE : 0);
  if (held & taint.REMOTE && (PROGRAM_FILE.test(head.text) || !head.text.includes(".")))
    ran(script, facts, source, held);
  if (files.has("cloned/") && CLONED.test(head.text))
    script.report({ row: "shell: strange repository run", rule: "download_and_run", at });
  if (files.has("unpacked/") && UNPACKED.test(head.text))
    script.report({ row: "shell: unpacked download run", rule: "download_and_run", at, weak: true });
  if (starters.has(name))
    for (const one of args)
      if (script.kept(one) & taint.REMOTE && STARTED_FILE.test(one.text)) ran(script, facts, source, taint.REMOTE);
}

/** Judges quoted arguments that are command lines. */
function readQuoted(script: Script, { name, args, joined }: CommandFacts, isInterpreter: boolean): void {
  const last = args.at(-1);
  if (last?.quoted && CARRIERS.has(name) && /\s/.test(last.text))
    script.runInner("sh", last.text, script.base + last.start);
  if (isInterpreter || script.depth >= DEPTH_MAX || !args.some(({ quoted }) => quoted)) return;
  if (DATA_COMMANDS.test(name) || /^commit\b/.test(joined)) return;
  for (const { quoted, text, start } of args)
    if (quoted && text.length < 2_000 && STARTS_COMMAND.test(text))
      script.runInner(name === "osascript" ? "applescript" : "sh", text.replace(/^[!(]+/, ""), script.base + start);
}

/** A line printed to a schedule or another shell is code. */
function readPrinted(script: Script, { command, name, args, joined }: CommandFacts): void {
  if (name !== "echo" && name !== "printf") return;
  const from = script.base + (args[0]?.start ?? 0);
  if (SCHEDULE_WORDS.test(joined)) script.runInner("crontab", joined, from);
  if (command.redirects.some(({ target }) => CODE_FILE.test(target.text)))
    script.runInner("sh", joined.replace(SCHEDULE_TIME, "").replaceAll("\\n", "\n"), from);
}

/** A crontab line. */
function readSchedule(script: Script, { command, head, args, joined, at }: CommandFacts): void {
  if (!SCHEDULE_HEAD.test(head.text) || !SCHEDULE_REST.test(joined)) return;
  const isNamed = head.text.startsWith("@");
  const rest = isNamed ? joined : joined.replace(/^(?:\S+ ){4}/, "");
  if (SCHEDULED.test(rest) && SCHEDULED_HOW.test(`${rest}${command.redirects.length}`))
    script.report({ row: "shell: schedule line", rule: "keeps_coming_back", at });
  // The line unchanged, with its quotes.
  const from = args[isNamed ? 0 : 4]?.start ?? 0;
  const end = script.text.indexOf("\n", from);
  const line = from === 0 ? rest : script.text.slice(from, end < 0 ? undefined : end).slice(0, WORDS_READ);
  script.runInner("sh", line, at);
}
