import { followCode } from "@/lib/text/safety/skill/code/follow-code";
import { MarkReader } from "@/lib/text/safety/skill/code/judge-marks";
import { type Found, ruleWords } from "@/lib/text/safety/skill/found";
import { fileOfRows, misspelledDependency, settingMarks, statementMarks } from "@/lib/text/safety/skill/settings-rules";
import { followShell } from "@/lib/text/safety/skill/shell/follow-shell";
import { fileName } from "@/lib/text/safety/skill/shell/word-roles";
import * as taint from "@/lib/text/safety/skill/taint";
import type { Values } from "@/lib/text/safety/skill/values";

const SHELL = new Set([
  "bash",
  "sh",
  "zsh",
  "fish",
  "shell",
  "shell-session",
  "console",
  "terminal",
  "cmd",
  "bat",
  "batch",
  "dos",
  "ksh",
  "crontab",
  "cron",
  "nu",
  "csh",
  "shellsession",
]);
const POWERSHELL = new Set(["powershell", "pwsh", "ps1", "ps", "posh"]);
const PROGRAM =
  /^(?:js|javascript|ts|typescript|jsx|tsx|mjs|cjs|node|python|py|python3|ipython|rb|ruby|php|perl|pl|go|golang|rust|rs|java|kotlin|kt|swift|c|cpp|cs|csharp|lua|deno|bun|r|scala|groovy|gradle|kts|jenkinsfile|jenkins|zig|nim|crystal|haskell|hs|ocaml|clojure|clj|erlang|fsharp|fs|d|v|gdscript|starlark|bazel|cmake|meson|tcl|expect|autohotkey|ahk|jsonnet|mjs|elixir|ex|exs|cts|mts|astro|coffee|coffeescript|matlab|octave|nix|powerquery|vbscript|vba|vue|svelte|html|vb|vbs|applescript|dart|objc|solidity|sol)$/;
/** Configuration languages in which some keys hold commands. */
const SETTINGS =
  /^(?:ya?ml|json|jsonc|json5|toml|ini|conf|systemd|desktop|service|xml|plist|hcl|terraform|tf|properties|cfg|editorconfig)$/;
const COMMAND_KEYS =
  /^(?:run|script|command|commands|cmd|entrypoint|args|postcreatecommand|poststartcommand|onCreateCommand|initializecommand|postattachcommand|before_script|after_script|shell|exec|execstart|execstartpre|execstartpost|sh|bash|ansible\.builtin\.shell|ansible\.builtin\.command|ansible\.windows\.win_shell|win_command|local_action|execreload|execstop|onbootsec|preview|initcommand|oncreatecommand|updatecontentcommand|startup_script|startup-script|custom_data|runcmd|bootcmd|predeploy|postdeploy|prebuild|postbuild|predev|preversion|postversion|postpublish|dev|lint|deploy|release|helper|apikeyhelper|statusline|awsauthrefresh|otelheadershelper|exec_command|after_success|before_install|on_failure|onlogin|program|arguments|win_shell|raw|postinstall|preinstall|install|prepare|prepublish|prepublishonly|pretest|test|start|build|hook|hooks|pre-commit|post-commit|programarguments|local-exec|user_data|inline|entry|tasks|task|steps|poststart|prestart|test_command|setup|value|powershell|pwsh|lifecycle)$/i;

type Report = (found: Omit<Found, "what"> & { what?: string }) => void;

/** Judges the code blocks of one text. Values are shared, because data flows from one block to the next. */
export function codeJudge(
  report: (found: Found) => void,
): (language: string, text: string, at: number, inProse?: boolean) => void {
  let whole = "";
  const add: Report = (found) => {
    if (MAY_BE_SHOWN.has(found.rule) && isCalledBad(whole, found.at)) return;
    report({ ...found, what: found.what ?? ruleWords[found.rule] ?? found.rule });
  };
  const judgeMarks = (text: string, at: number) => {
    for (const hit of values.marks.marksIn(text)) add({ row: hit.row, rule: hit.rule, at: at + hit.at });
  };
  let program = "";
  /** Judges a program whose parts are in several blocks, without repeating findings of single blocks. */
  const joinProgram = (text: string, at: number) => {
    const joined = `${program}\n${text}`;
    const { marks } = values;
    const hits = program === "" ? [] : marks.marksIn(joined);
    if (hits.length > 0) {
      const alone = new Set([...marks.marksIn(program), ...marks.marksIn(text)].map(({ row }) => row));
      for (const { row, rule } of hits) if (!alone.has(row)) add({ row, rule, at });
    }
    program = joined.slice(-PROGRAM_KEPT);
  };
  const judge = (language: string, text: string, at: number, depth: number, inProse = false): void => {
    if (depth > 4 || text.length < 3) return;
    if (POWERSHELL.has(language)) {
      followShell(text, "powershell", values, add, at, depth);
      judgeMarks(text, at);
      if (depth === 0) joinProgram(text, at);
    } else if (SHELL.has(language)) {
      followShell(text, "posix", values, add, at, depth);
      if (depth === 0) {
        judgeMarks(text, at);
        if (!inProse) joinProgram(text, at);
      }
      if (/powershell|\biex\b|invoke-expression/i.test(text) && depth < 2)
        followShell(text, "powershell", values, add, at, depth);
    } else if (PROGRAM.test(language)) {
      followCode(text, language, values, add, at, depth);
      // Forms and configuration documents also occur inside programs.
      if (/<form|Principal|ClusterRoleBinding|mcpServers|maven\s{0,2}\{|^\s{0,4}source\s{1,2}["']http:/m.test(text))
        judgeSettingMarks(text, at);
      if (depth === 0) {
        // Parts of one program are in several blocks.
        joinProgram(text, at);
      }
    } else if (SETTINGS.test(language)) judgeSettings(text, at, depth);
    else if (language === "dockerfile" || language === "docker")
      judgeLines(text, at, depth, /^\s*(?:RUN|CMD|ENTRYPOINT|ADD)\s+/i);
    else if (language === "makefile" || language === "make" || language === "just")
      judgeLines(text, at, depth, /^\t[@-]?/);
    else if (language === "diff" || language === "patch") judge("", text.replace(/^[+-]/gm, " "), at, depth);
    else if (/^(?:sql|psql|mysql|postgres|plsql|tsql)$/.test(language)) judgeStatements(text, at);
    else if (/^(?:css|scss|csv|regex|mermaid|svg|graphql|proto|http|log|yara|sigma|tex|bibtex)$/.test(language)) return;
    else {
      followShell(text, "posix", values, add, at, depth);
      if (/\$env:|\biwr\b|\birm\b|invoke-|\biex\b|new-object|\[system\.|certutil/i.test(text))
        followShell(text, "powershell", values, add, at, depth);
      if (/[\w.]\(/.test(text))
        followCode(text, /\bdef |\bimport \w+|print\(/.test(text) ? "python" : "js", values, add, at, depth);
      if (inProse && /^\s*["']?allow["']?\s{0,2}:\s{0,2}\[\s{0,2}["'](?:\*|Bash\(\*\))/.test(text))
        add({ row: "span: open approval", rule: "skips_confirmation", at });
      else if (inProse && /^\s*Bash\(\*\)\s*$/.test(text))
        add({ row: "span: open approval", rule: "skips_confirmation", at });
      if (!inProse && SSH_SETTINGS.test(text)) judgeSettingMarks(text, at);
      if (!inProse && /^\s{0,20}(?:- )?[\w-]{2,30}:\s|"\w+"\s{0,3}:/m.test(text)) judgeSettings(text, at, depth);
    }
  };
  const values: Values = {
    variables: new Map(),
    files: new Map(),
    addresses: new Map(),
    literals: new Map(),
    names: new Map(),
    texts: new Map(),
    marks: new MarkReader(),
    scripts: (language, text, at, depth) => judge(language, text, at, depth),
  };

  function judgeSettings(text: string, at: number, depth: number): void {
    judgeSettingMarks(text, at);
    const misspelled = misspelledDependency(text);
    if (misspelled >= 0) add({ row: "settings: misspelled package", rule: "foreign_packages", at: at + misspelled });
    // Commands in attributes and elements: build targets, start-up lists.
    if (text.includes("<")) {
      for (const match of text.matchAll(/\b(?:Command|Arguments|executable|line)\s{0,2}=\s{0,2}"([^"\n]{4,600})"/g))
        judge("sh", decodeEntities(match[1] ?? ""), at + match.index, depth + 1);
      const listed = Array.from(
        text.matchAll(/<(?:string|argument|arg|Arguments|Command)>([^<\n]{1,400})<\//g),
        (match) => decodeEntities(match[1] ?? ""),
      );
      if (listed.length > 0) {
        const code = listed.findIndex((word) => /^-\w{0,2}c$/.test(word));
        judge("sh", code >= 0 ? (listed[code + 1] ?? "") : listed.slice(0, 20).join(" "), at, depth + 1);
      }
    }
    // Package scripts may have any name.
    const hasScripts = /"scripts"\s{0,3}:\s{0,3}\{/.test(text);
    let offset = 0;
    let block: { indent: number; lines: string[]; at: number; end?: string } | null = null;
    const close = () => {
      if (block && block.lines.length > 0) judge("sh", block.lines.join("\n"), at + block.at, depth + 1);
      block = null;
    };
    let key = "";
    for (const line of text.split("\n")) {
      const indent = line.length - line.trimStart().length;
      if (block?.end !== undefined ? line.trim() === block.end : block && line.trim() !== "" && indent <= block.indent)
        close();
      if (block) block.lines.push(line.trim());
      else {
        const pair = /^\s{0,60}(?:- )?["']?([\w.-]{1,40})["']?\s{0,4}[:=]\s{0,4}(.*)$/.exec(line);
        if (pair) key = pair[1] ?? "";
        const value = pair ? (pair[2] ?? "") : (/^\s{0,60}-\s{1,4}(.*)$/.exec(line)?.[1] ?? "");
        // A list fragment without its key.
        if (key === "" && STARTS_COMMAND.test(value)) judge("sh", unquote(value), at + offset, depth + 1);
        else if (COMMAND_KEYS.test(key) || (hasScripts && /^["']/.test(value))) {
          const end = /^<<[-~]?["']?(\w{1,30})["']?\s*$/.exec(value)?.[1];
          if (end !== undefined) block = { indent, lines: [], at: offset, end };
          else if (/^[|>][+-]?\d?\s*$/.test(value)) block = { indent, lines: [], at: offset };
          else if (value.length > 3) judge("sh", unquote(value), at + offset, depth + 1);
        }
        for (const inner of line.matchAll(line.includes("{") ? INLINE_PAIRS : QUOTED_PAIRS))
          if ((hasScripts || COMMAND_KEYS.test(inner[1] ?? "")) && inner.index > 2)
            judge("sh", unquote(inner[2] ?? ""), at + offset, depth + 1);
      }
      offset += line.length + 1;
    }
    close();
  }

  function judgeSettingMarks(text: string, at: number): void {
    for (const { row, rule, all, not, weak } of settingMarks) {
      const [first] = all;
      if (!first || !all.every((pattern) => pattern.test(text)) || not?.test(text)) continue;
      add({ row: `settings: ${row}`, rule, at: at + Math.max(0, text.search(first)), ...(weak ? { weak } : {}) });
    }
  }

  function judgeStatements(text: string, at: number): void {
    const file = fileOfRows(text);
    if (file) values.files.set(fileName(file), taint.PRIVATE_FILE);
    for (const { row, rule, pattern, firm } of statementMarks) {
      const found = pattern.exec(text);
      if (found) add({ row: `statement: ${row}`, rule, at: at + found.index, ...(firm ? {} : { weak: true }) });
    }
  }

  function judgeLines(text: string, at: number, depth: number, mark: RegExp): void {
    const lines = text.split("\n").map((line) => (/^\s*ADD\s/i.test(line) ? "" : line.replace(mark, "")));
    judge("sh", lines.join("\n"), at, depth + 1);
  }
  return (language, text, at, inProse = false) => {
    // A single word in a sentence is a name.
    if (inProse && !/[\s(]/.test(text.trim())) return;
    whole = text;
    const told = inProse ? null : ORDER_IN_COMMENT.exec(text);
    if (told) add({ row: "code: order in a comment", rule: "conceals_from_user", at: told.index });
    judge(language, text, at, 0, inProse);
  };
}

const PROGRAM_KEPT = 8_000;

/** A comment that tells an agent to take, send or hide something. */
const ORDER_IN_COMMENT =
  /(?:#|\/\/|\/\*|--|<!--|;|\bREM\b|%)\s{0,4}(?:note (?:to|for) (?:the )?|hinweis an (?:den |die )?|nota para (?:el |la )?|note (?:pour|à) l['’])?(?:assistants?|agents?|AI|LLM|claude|copilot|codex|gemini|model|asistente|assistente|agente|modelo|assistent|agenten|KI|IA|modèle|助手|智能体|模型|代理)\s{0,3}[:,：，][\s\S]{0,300}(?:https?:\/\/|\.env\b|secrets?\b|tokens?\b|credential|password|passw|id_rsa|\.ssh|geheim|clave|secreto|密钥|密码|令牌|does not read|do not (?:mention|tell|show)|without (?:asking|telling)|no lee|nicht erwähn|ne (?:pas )?mentionne|不要告诉|curl |upload|exfil)/i;

const SSH_SETTINGS = /^\s{0,8}(?:ProxyCommand|LocalCommand|KnownHostsCommand|PermitEmptyPasswords)\s/m;
const QUOTED_PAIRS = /"([\w-]{1,40})"\s{0,3}:\s{0,3}("(?:[^"\\]|\\.){4,2000}"|\[[^\]{\n]{4,2000}\])/g;
/** As in `{ name: check, command: "npm test" }`. */
const INLINE_PAIRS = /(?<![\w-])["']?([\w-]{1,40})["']?\s{0,3}:\s{0,3}("(?:[^"\\]|\\.){4,2000}"|\[[^\]{\n]{4,2000}\])/g;
const STARTS_COMMAND =
  /^["']?(?:curl|wget|nc|ncat|scp|rsync|ssh|bash|sh|python3?|node|export|env|printenv|echo|cat|git|gh|aws|docker|kubectl|npm|npx|pip)\s/;

/** Rules for code that a comment may show as wrong. All other rules always count. */
const MAY_BE_SHOWN = new Set([
  "switches_off_tls",
  "foreign_packages",
  "skips_confirmation",
  "grants_access",
  "back_door",
]);
const CALLED_BAD =
  /(?:#|(?<!:)\/\/|--\s|\/\*)\s{0,4}(?:❌|✗|✘|🚫|bad\b|wrong\b|never\b|don['’]?t\b|do not\b|insecure\b|vulnerable\b|unsafe\b|avoid\b|anti-?pattern|incorrect\b|falsch\b|nie\b|nicht\b|unsicher\b|mal\b|incorrecto\b|nunca\b|inseguro\b|mauvais\b|faux\b|jamais\b|错误|不要|危险|禁止|不安全|错)/i;

/** Whether a comment on the line, or alone on the line before it, calls it wrong. */
function isCalledBad(text: string, at: number): boolean {
  const start = text.lastIndexOf("\n", Math.max(0, at - 1)) + 1;
  const end = text.indexOf("\n", Math.max(start, at));
  if (CALLED_BAD.test(text.slice(start, end < 0 ? undefined : end).slice(0, 400))) return true;
  if (start === 0) return false;
  const before = text.slice(text.lastIndexOf("\n", start - 2) + 1, start - 1).trim();
  return /^(?:#|\/\/|--|\/\*)/.test(before) && CALLED_BAD.test(before.slice(0, 400));
}

function decodeEntities(text: string): string {
  return text
    .replaceAll("&quot;", '"')
    .replaceAll("&apos;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&#34;", '"')
    .replaceAll("&amp;", "&");
}

function unquote(value: string): string {
  const plain = value.trim().replace(/,$/, "");
  if (/^\[/.test(plain)) {
    const words = Array.from(plain.matchAll(/"((?:[^"\\]|\\.)*)"|'([^']*)'/g), (match) =>
      (match[1] ?? match[2] ?? "").replace(/\\"/g, '"'),
    );
    const code = words.findIndex((word) => /^-\w{0,2}c$/.test(word));
    return code >= 0 ? (words[code + 1] ?? "") : words.join(" ");
  }
  if (/^".*"$/.test(plain))
    return plain
      .slice(1, -1)
      .replace(/\\n/g, "\n")
      .replace(/\\(["\\])/g, "$1");
  if (/^'.*'$/.test(plain)) return plain.slice(1, -1).replaceAll("''", "'");
  return plain;
}
