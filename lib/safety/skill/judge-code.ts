import { followCode, judgeMarks } from "@/lib/safety/skill/code/follow-code";
import { type Found, ruleWords } from "@/lib/safety/skill/found";
import { followShell, type Values } from "@/lib/safety/skill/shell/follow-shell";

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
  /^(?:js|javascript|ts|typescript|jsx|tsx|mjs|cjs|node|python|py|python3|ipython|rb|ruby|php|perl|pl|go|golang|rust|rs|java|kotlin|kt|swift|c|cpp|cs|csharp|lua|deno|bun|r|scala|groovy|elixir|vue|svelte|html|vb|vbs|applescript|dart|objc|solidity|sol)$/;
/** Configuration in which some keys hold commands. */
const SETTINGS =
  /^(?:ya?ml|json|jsonc|json5|toml|ini|conf|systemd|desktop|service|xml|plist|hcl|terraform|tf|properties|cfg|editorconfig)$/;
const COMMAND_KEYS =
  /^(?:run|script|command|commands|cmd|entrypoint|args|postcreatecommand|poststartcommand|onCreateCommand|initializecommand|postattachcommand|before_script|after_script|shell|exec|execstart|execstartpre|execstartpost|sh|bash|ansible\.builtin\.shell|ansible\.builtin\.command|win_shell|raw|postinstall|preinstall|install|prepare|prepublish|prepublishonly|pretest|test|start|build|hook|hooks|pre-commit|post-commit|programarguments|local-exec|user_data|inline|entry|tasks|task|steps|poststart|prestart|test_command|setup|value|powershell|pwsh|lifecycle)$/i;

type Report = (found: Omit<Found, "what"> & { what?: string }) => void;

/** Judges blocks of code of one text. Values are shared, because data is carried from one block to the next. */
export function codeJudge(
  report: (found: Found) => void,
): (language: string, text: string, at: number, inProse?: boolean) => void {
  const add: Report = (found) => report({ ...found, what: found.what ?? ruleWords[found.rule] ?? found.rule });
  let program = "";
  const judge = (language: string, text: string, at: number, depth: number, inProse = false): void => {
    if (depth > 4 || text.length < 3) return;
    if (POWERSHELL.has(language)) followShell(text, "powershell", values, add, at, depth);
    else if (SHELL.has(language)) followShell(text, "posix", values, add, at, depth);
    else if (PROGRAM.test(language)) {
      followCode(text, language, values, add, at, depth);
      if (depth === 0) {
        // Parts of one program stand in several blocks.
        if (program !== "")
          judgeMarks(
            `${program}\n${text}`,
            (found) => add({ ...found, at: Math.max(0, found.at - program.length - 1) }),
            0,
          );
        program = `${program}\n${text}`.slice(-12_000);
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
      if (inProse && /^\s*Bash\(\*\)\s*$|^\s*["']?allow["']?\s{0,2}:\s{0,2}\[\s{0,2}["']\*/.test(text))
        add({ row: "span: open approval", rule: "skips_confirmation", at });
      if (!inProse && /^\s{0,20}(?:- )?[\w-]{2,30}:\s|"\w+"\s{0,3}:/m.test(text)) judgeSettings(text, at, depth);
    }
  };
  const values: Values = {
    variables: new Map(),
    files: new Map(),
    addresses: new Map(),
    literals: new Map(),
    scripts: (language, text, at, depth) => judge(language, text, at, depth),
  };

  function judgeSettings(text: string, at: number, depth: number): void {
    for (const { row, rule, pattern, not } of settingMarks) {
      const found = pattern.exec(text);
      if (found && !not?.test(text)) add({ row: `settings: ${row}`, rule, at: at + found.index });
    }
    let offset = 0;
    let block: { indent: number; lines: string[]; at: number } | null = null;
    const close = () => {
      if (block && block.lines.length > 0) judge("sh", block.lines.join("\n"), at + block.at, depth + 1);
      block = null;
    };
    let key = "";
    for (const line of text.split("\n")) {
      const indent = line.length - line.trimStart().length;
      if (block && line.trim() !== "" && indent <= block.indent) close();
      if (block) block.lines.push(line.trim());
      else {
        const pair = /^\s{0,60}(?:- )?["']?([\w.-]{1,40})["']?\s{0,4}[:=]\s{0,4}(.*)$/.exec(line);
        if (pair) key = pair[1] ?? "";
        const value = pair ? (pair[2] ?? "") : (/^\s{0,60}-\s{1,4}(.*)$/.exec(line)?.[1] ?? "");
        if (COMMAND_KEYS.test(key)) {
          if (/^[|>][+-]?\d?\s*$/.test(value)) block = { indent, lines: [], at: offset };
          else if (value.length > 3) judge("sh", unquote(value), at + offset, depth + 1);
        }
        for (const inner of line.matchAll(
          /"([\w-]{1,40})"\s{0,3}:\s{0,3}("(?:[^"\\]|\\.){4,2000}"|\[[^\]\n]{4,2000}\])/g,
        ))
          if (COMMAND_KEYS.test(inner[1] ?? "") && inner.index > 2)
            judge("sh", unquote(inner[2] ?? ""), at + offset, depth + 1);
      }
      offset += line.length + 1;
    }
    close();
  }

  function judgeStatements(text: string, at: number): void {
    for (const { row, rule, pattern } of statementMarks) {
      const found = pattern.exec(text);
      if (found) add({ row: `statement: ${row}`, rule, at: at + found.index, weak: true });
    }
  }

  function judgeLines(text: string, at: number, depth: number, mark: RegExp): void {
    const lines = text.split("\n").map((line) => (/^\s*ADD\s/i.test(line) ? "" : line.replace(mark, "")));
    judge("sh", lines.join("\n"), at, depth + 1);
  }
  return (language, text, at, inProse = false) => judge(language, text, at, 0, inProse);
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

/** Statements of databases that are ordinary by themselves. */
export const statementMarks: ReadonlyArray<{ row: string; rule: string; pattern: RegExp }> = [
  {
    row: "audit changed",
    rule: "erases_traces",
    pattern:
      /\b(?:update|delete\s{1,4}from|truncate(?:\s{1,4}table)?)\s{1,4}["`[]?\w{0,20}(?:audit|log|history|event|access_)\w{0,20}/i,
  },
  {
    row: "approved",
    rule: "skips_confirmation",
    pattern:
      /\bset\b[^;]{0,80}(?:approved?_by|approved|state|status|signed_by|reviewed?_by)\s{0,3}=[^;]{0,120}(?:approved|select|true)/i,
  },
  {
    row: "granted",
    rule: "grants_access",
    pattern:
      /\bgrant\s{1,4}(?:all|superuser|dba|db_owner|pg_read_all)|\balter\s{1,4}(?:user|role)\b[^;]{0,60}superuser|\bcreate\s{1,4}(?:user|role|login)\b[^;]{0,80}(?:password|superuser)/i,
  },
  { row: "dropped", rule: "destroys_data", pattern: /\bdrop\s{1,4}(?:database|schema|table)\b|\btruncate\b/i },
];

export const settingMarks: ReadonlyArray<{ row: string; rule: string; pattern: RegExp; not?: RegExp }> = [
  { row: "all secrets", rule: "prints_secrets", pattern: /toJSON\(\s{0,3}secrets\s{0,3}\)/i },
  {
    row: "foreign branch with secrets",
    rule: "prints_secrets",
    pattern: /pull_request_target[\s\S]{0,900}head\.(?:sha|ref)[\s\S]{0,900}(?:secrets\.|run:)/,
  },
  {
    row: "host mounted",
    rule: "leaves_sandbox",
    pattern:
      /hostPath:\s{0,3}\n?\s{0,20}path:\s{0,3}["']?\/["']?\s*$|^\s{0,20}-\s{0,3}["']?\/:\/[\w/-]{1,30}|docker\.sock:[\s\S]{0,300}privileged:\s{0,2}true/m,
  },
  { row: "key from address", rule: "remote_control", pattern: /authorized_keys?:[\s\S]{0,160}key:\s{0,3}["']?https?:/ },
  {
    row: "open approval",
    rule: "skips_confirmation",
    pattern:
      /auto_?approve["']?\s{0,2}[:=]\s{0,2}(?:true|\[\s{0,2}["']\*)|alwaysAllow["']?\s{0,2}:\s{0,2}\[\s{0,2}["']\*|bypassPermissions|dangerouslyDisableSandbox|danger-full-access|approval_policy\s{0,2}=\s{0,2}["']never|enableAllProjectMcpServers["']?\s{0,2}:\s{0,2}true|chat\.tools\.autoApprove|["']allow["']\s{0,2}:\s{0,2}\[\s{0,2}["'](?:\*|Bash(?:\(\*\))?)["']|sandbox_mode\s{0,2}=\s{0,2}["']danger/i,
  },
];
