import { kindOfAddress } from "@/lib/safety/skill/addresses";
import { isKeyName, isOwnService } from "@/lib/safety/skill/code/command-values";
import type { Found } from "@/lib/safety/skill/found";
import { kindOfPath, taintOfPath } from "@/lib/safety/skill/path-kinds";
import {
  decoders,
  evaluators,
  fetchers,
  filters,
  interpreters,
  movers,
  readers,
  senders,
  starters,
  uploads,
} from "@/lib/safety/skill/shell/command-names";
import { type CommandRule, commandRules } from "@/lib/safety/skill/shell/command-rules";
import { isMisspelled } from "@/lib/safety/skill/shell/popular-packages";
import { type Command, readCommands, type Word } from "@/lib/safety/skill/shell/read-commands";
import { serverRules } from "@/lib/safety/skill/shell/server-rules";
import { sourcesOfCommand, sourcesOfWord } from "@/lib/safety/skill/shell/sources";
import {
  addressesNear,
  codeArgument,
  commandName,
  fileName,
  isHarmlessBody,
  isPipelineSecret,
  isTarget,
  isUploaded,
  outputOf,
  scriptLanguage,
  stripOption,
  unwrap,
  writesOnly,
} from "@/lib/safety/skill/shell/word-roles";
import * as taint from "@/lib/safety/skill/taint";
import type { Values } from "@/lib/safety/skill/values";

type Report = (found: Omit<Found, "what"> & { what?: string }) => void;

const WORDS_READ = 1_200;
/** Places whose danger is in what is written to them. */
const WRITTEN_KINDS = new Set(["start-up file", "hook", "agent file"]);
const COMMANDS_MAX = 4_000;
const DEPTH_MAX = 3;

/** Follows data through the commands of a script and reports what reaches a place it must not reach. */
export function followShell(
  script: string,
  dialect: "posix" | "powershell",
  values: Values,
  report: Report,
  base = 0,
  depth = 0,
): void {
  const commands = readCommands(script, dialect);
  // `while read line; do …; done < file`: the variable by the file it is read from.
  const loops = new Map<string, string>();
  if (script.includes("read ") && script.includes("done"))
    for (const [, variable = "", file = ""] of script.matchAll(
      /\bread\s(?:-\w+\s){0,3}(\w{1,40})[^\n]{0,200}(?:\n[^\n]{0,300}){0,12}?\bdone\s{0,3}<\s{0,3}["']?([\w./~$-]{1,200})/g,
    ))
      loops.set(variable, file);
  const feeding = new Set(commands.flatMap((command) => command.from));
  const outputs = new Map<Command, number>();
  /** Files whose checksum or signature a command compares. */
  const checked = new Set<string>();
  let count = 0;
  const run = (command: Command): number => {
    count += 1;
    if (count > COMMANDS_MAX) return 0;
    const known = outputs.get(command);
    if (known !== undefined) return known;
    outputs.set(command, 0);
    let input = 0;
    for (const one of command.from) input |= outputs.get(one) ?? 0;
    const output = judgeCommand(command, input);
    outputs.set(command, output);
    return output;
  };

  const taintOfWord = (word: Word): number => {
    let held = 0;
    for (const inner of word.inner) held |= run(inner);
    for (const name of word.variables) {
      held |= values.variables.get(name.toLowerCase()) ?? 0;
      if (isKeyName(name)) held |= taint.KEY_VALUE;
      // What the person typed last.
      if (name === "BASH_COMMAND") held |= taint.WATCHED;
    }
    return held | sourcesOfWord(word.text);
  };

  const keep = (target: Word, held: number) => {
    const name = fileName(target.text);
    if (name && held !== 0) values.files.set(name, (values.files.get(name) ?? 0) | held);
    for (const variable of target.variables) if (held !== 0) values.files.set(`$${variable.toLowerCase()}`, held);
  };
  const kept = (word: Word): number => {
    let held = values.files.get(fileName(word.text.replace(/^[\w.-]{0,40}=?@/, ""))) ?? 0;
    for (const variable of word.variables) held |= values.files.get(`$${variable.toLowerCase()}`) ?? 0;
    return held;
  };

  /** A word with the fixed texts of its variables put in. */
  const expand = (word: Word): Word => {
    if (word.variables.length === 0 || word.text.length > 400) return word;
    let { text } = word;
    for (const variable of word.variables) {
      const literal = values.literals.get(variable.toLowerCase());
      if (literal !== undefined) text = text.replaceAll(`\${${variable}}`, literal).replaceAll(`$${variable}`, literal);
    }
    return text === word.text || text.length > 1_000 ? word : { ...word, text };
  };
  const keepLiteral = (name: string, text: string) => {
    const key = name.toLowerCase();
    if (text.length > 0 && text.length < 200 && !/\$\(/.test(text) && values.literals.size < 400)
      values.literals.set(key, text);
    else values.literals.delete(key);
  };

  function judgeCommand(given: Command, piped: number): number {
    const command =
      values.literals.size === 0
        ? given
        : {
            ...given,
            words: given.words.map(expand),
            redirects: given.redirects.map(({ operator, target }) => ({ operator, target: expand(target) })),
          };
    let words = command.words;
    let input = piped;
    if (dialect === "powershell" && given.from.length > 0) values.variables.set("_", piped);
    for (const { operator, target } of command.redirects)
      if (operator === "<" || operator === "<<<") {
        const held = taintOfWord(target);
        input |= operator === "<" ? held | kept(target) | taint.contentsOf(taintOfPath(target.text)) : held;
        for (const inner of target.inner) run(inner);
      }
    if (/\$\(|`/.test(command.input))
      for (const inner of readCommands(command.input.slice(0, WORDS_READ))) input |= run(inner);
    // Assignments before a command, or instead of one.
    while (words[0] && /^(?:\$?[A-Za-z_][\w:]{0,60}\+?=)/.test(words[0].text) && !/^\$\w+==/.test(words[0].text)) {
      const word = words[0];
      const name = word.text
        .slice(0, word.text.indexOf("="))
        .replace(/^\$|\+$/g, "")
        .replace(/^env:/i, "");
      const held = taintOfWord(word) | taintOfPath(word.text.slice(name.length + 1));
      values.variables.set(name.toLowerCase(), (values.variables.get(name.toLowerCase()) ?? 0) | held);
      const literal = word.text.slice(word.text.indexOf("=") + 1);
      environmentRules(name, literal, word);
      if (words.length === 1) keepLiteral(name, expand({ ...word, text: literal }).text);
      words = words.slice(1);
    }
    const [first, second] = words;
    if (!first) return write(command, input);
    if (dialect === "powershell" && second?.text === "=" && first.text.startsWith("$")) {
      const rest = { ...command, words: words.slice(2) };
      const name = first.text
        .slice(1)
        .replace(/^(?:env|script|global):/i, "")
        .toLowerCase();
      environmentRules(name, words[2]?.text ?? "", first);
      if (words.length === 3 && words[2]?.inner.length === 0) keepLiteral(name, words[2]?.text ?? "");
      values.variables.set(
        name,
        (values.variables.get(name) ?? 0) | judgeCommand(rest, input) | taintOfPath(words[2]?.text ?? ""),
      );
      return 0;
    }
    const named = unwrap(words);
    const [head, ...args] = named;
    if (!head) return write(command, input);
    const name = commandName(head.text);
    if (name === "for" && args[1]?.text === "in") {
      let held = 0;
      for (const word of args.slice(2)) held |= taintOfWord(word) | taintOfPath(word.text) | kept(word);
      values.variables.set((args[0]?.text ?? "").toLowerCase(), held);
      const telling = args
        .slice(2)
        .find((word) => kindOfPath(word.text) !== "" || /^\/dev\/(?:sd|nvme|disk|hd|vd|mmc)/.test(word.text));
      keepLiteral(args[0]?.text ?? "", telling?.text.replace(/[?*].*$/, "a") ?? "");
      return 0;
    }
    if (name === "read") {
      const file = args.map((word) => loops.get(word.text) ?? "").find(Boolean);
      if (file) input |= values.files.get(fileName(file)) ?? 0;
      const isTyped = args.some((word) => /^-\w{0,3}s/.test(word.text));
      for (const word of args) values.variables.set(word.text.toLowerCase(), input | (isTyped ? taint.SECRET : 0));
    }
    if (["export", "local", "readonly", "declare", "set", "setx", "const", "var", "let"].includes(name))
      for (const word of args) {
        const at = word.text.indexOf("=");
        if (at <= 0) continue;
        values.variables.set(
          word.text.slice(0, at).toLowerCase(),
          taintOfWord(word) | taintOfPath(word.text.slice(at + 1)),
        );
        environmentRules(word.text.slice(0, at), word.text.slice(at + 1), word);
        keepLiteral(word.text.slice(0, at), word.text.slice(at + 1));
      }
    const joined = args
      .map((word) => word.text)
      .join(" ")
      .slice(0, WORDS_READ);
    for (const rule of rulesFor(name))
      if (
        rule.words.every((pattern) => pattern.test(rule.names.length === 0 ? `${head.text} ${joined}` : joined)) &&
        !rule.not?.test(joined)
      )
        report({
          row: `command: ${rule.row}`,
          rule: rule.rule,
          what: rule.what,
          at: base + head.start,
          ...(rule.weak && !rule.firm?.test(`${joined} ${args.some(isComposed) ? addressesNear(command) : ""}`)
            ? { weak: true }
            : {}),
        });

    const held = args.map((word) => ({
      word,
      held: taintOfWord(word),
      path: taintOfPath(stripOption(word.text)),
      file: kept(word),
    }));
    const all = held.reduce((sum, one) => sum | one.held, 0);
    const at = base + head.start;
    let output =
      sourcesOfCommand(
        name,
        args.map((word) => word.text),
      ) |
      sourcesOfWord(head.text) |
      all;

    // Stores that are read.
    const named_ = held.reduce((sum, one) => sum | one.path, 0);
    if (readers.has(name) && !writesOnly(name, joined)) {
      for (const { word, held: value, path, file } of held) {
        const kind = kindOfPath(stripOption(word.text));
        const isStore =
          kind === "secret" ||
          (value & taint.SECRET_PATH) !== 0 ||
          kind === "history" ||
          (kind === "environment file" && !movers.has(name));
        if (isStore && !isTarget(name, word, args))
          report({
            row: "shell: store read",
            rule: kind === "environment file" ? "reads_env_file" : "reads_credentials",
            at,
          });
        output |= taint.contentsOf(path | value) | file;
        if ((path | value) & taint.TREE_PATH && /^(?:tar|zip|7z|7za|git|find|cp|rar|compress-archive|grep)$/.test(name))
          output |= taint.SOURCE_TREE;
      }
      if (
        command.from.length === 0 &&
        /^(?:grep|egrep|rg|findstr|select-string)$/.test(name) &&
        /passw|passwd|secret|token|api_?key|private.key|AKIA/i.test(joined) &&
        args.filter((word) => !word.text.startsWith("-")).length > 1
      )
        output |= taint.PRIVATE_FILE;
      if (
        name === "find" &&
        /-name ["']?(?:\*?\.env|id_\w+|\*?\.pem|\*?\.key|\*?credentials\*?|wallet\*?|\*wallet\*?|\*secret\*)/.test(
          joined,
        )
      )
        output |= taint.SECRET_PATH;
      if (
        /^(?:grep|egrep|rg|select-string|findstr)$/.test(name) &&
        /-\w{0,4}r|--recursive|^|-Path/.test(joined) &&
        /(?:^| )(?:~|\$HOME|\/home|\/Users|\/ ?$|\/etc)/.test(joined) &&
        /key|token|secret|passw|AKIA|BEGIN/i.test(joined)
      )
        report({ row: "shell: secrets searched", rule: "reads_credentials", at });
    }
    if (filters.has(name)) output |= input;
    if (decoders.some((one) => one.name === name && one.words.test(joined)))
      output = taint.DECODED | (input & taint.REMOTE) | (output & taint.REMOTE);
    if (name === "echo" || name === "printf" || name === "write-output" || name === "write-host") {
      if (/\\x[0-9a-f]{2}(?:\\x[0-9a-f]{2}){6}/i.test(joined)) output |= taint.DECODED;
      if (isPipelineSecret(joined)) output |= taint.PIPELINE_SECRET;
    }
    if (
      output & taint.ENVIRONMENT &&
      filters.has(name) &&
      /^(?:base64|xxd|rev|od|openssl|gzip|gpg|hexdump)$/.test(name) &&
      input & taint.ENVIRONMENT
    )
      report({ row: "shell: environment disguised", rule: "prints_secrets", at });

    if (
      input & (taint.PIPELINE_SECRET | taint.KEY_VALUE) &&
      (/^(?:rev|fold|xxd|od|hexdump)$/.test(name) ||
        (name === "sed" && /^(?:-\w+ )?s.\\?\(?\.\\?\)?.(?:&|\\1)/.test(joined)))
    )
      report({ row: "shell: key disguised", rule: "prints_secrets", at });
    if (
      output & taint.PIPELINE_SECRET &&
      !feeding.has(given) &&
      !command.redirects.some(({ operator }) => operator.startsWith(">")) &&
      (filters.has(name) || name === "echo" || name === "printf" || name.startsWith("write-")) &&
      !/add-mask/.test(joined)
    )
      report({ row: "shell: pipeline secret printed", rule: "prints_secrets", at });
    if (depth > 0 && args.length > 0 && HIDDEN_PROGRAM.test(head.text))
      report({ row: "shell: hidden program", rule: "keeps_coming_back", at });
    if (name === "git" && /^clone\b/.test(joined) && STRANGE_CLONE.test(joined))
      values.files.set("cloned/", taint.REMOTE);
    if (name === "git") {
      const verb = args.findIndex((word) => /^(?:add|commit|tag|notes)$/.test(word.text));
      const kept = held.slice(verb + 1).reduce((sum, one) => sum | one.held | one.file, 0);
      if (verb >= 0 && kept & COMMITTED) report({ row: "shell: private data committed", rule: "sends_files_out", at });
    }
    if (/^new-scheduledtaskaction$/.test(name) && depth < DEPTH_MAX)
      values.scripts(
        "powershell",
        joined.replace(/(?:^| )-(?:Execute|Argument|WorkingDirectory)(?= )/gi, " ").trim(),
        at,
        depth + 1,
      );
    if (name === "git") {
      const [, verb = "", remote = ""] = /^remote (add|remove|rm) (\S{1,60})/.exec(joined) ?? [];
      const pushed = /^push (?:-\S+ ){0,4}(\S{1,60})/.exec(joined)?.[1] ?? "";
      if (verb === "add") values.files.set(`remote ${remote}`, taint.TREE_PATH);
      else if (pushed && values.files.has(`remote ${pushed}`)) values.files.set(`remote ${pushed}`, taint.SOURCE_TREE);
      else if (verb && values.files.get(`remote ${remote}`) === taint.SOURCE_TREE)
        report({ row: "shell: pushed and forgotten", rule: "sends_files_out", at });
    }
    if (
      /^(?:tar|unzip|7z|bsdtar|expand-archive)$/.test(name) &&
      /^(?:tar .{0,4}-?\w{0,4}x|unzip|7z|bsdtar|expand)/.test(`${name} ${joined}`) &&
      held.some((one) => one.file & taint.REMOTE)
    )
      values.files.set("unpacked/", taint.REMOTE);
    const manager = /^(?:npm|pnpm|yarn|bun|npx)$/.test(name)
      ? "npm"
      : /^(?:pip|pip3|uv|pipx|poetry)$/.test(name)
        ? "pip"
        : null;
    if (
      manager &&
      /^(?:pip )?(?:i|install|add)\b/.test(joined) &&
      args.some((word) => isMisspelled(manager, word.text))
    )
      report({ row: "shell: misspelled package", rule: "foreign_packages", at });
    runRules(command, name, head, args, held, joined, input, at);
    sendRules(name, args, held, joined, input, at, command);
    writeRules(command, name, joined, input | output, at);

    if (
      feeding.has(given) &&
      ((/^(?:nc|ncat|netcat|telnet|socat|websocat|mosquitto_sub)$/.test(name) &&
        !/(?:^| )-\w{0,3}l|localhost|127\.0\.0\.1/.test(joined)) ||
        (/^(?:dig|host|nslookup|drill|kdig)$/.test(name) && /\btxt\b|=txt/i.test(joined)) ||
        (name === "openssl" && /^s_client/.test(joined)) ||
        (name === "gh" && /^(?:gist view|api)\b/.test(joined)) ||
        (name === "aws" && /s3 cp s3:\S+ -(?: |$)/.test(joined)) ||
        (name === "gsutil" && /cat gs:/.test(joined)) ||
        (name === "redis-cli" && /-h \S+ .{0,40}\bget\b/i.test(joined)))
    )
      output |= taint.REMOTE;
    if (
      /^(?:sha(?:1|256|512)sum|shasum|b3sum|minisign|cosign|gpg|gpg2|gpgv|openssl|get-filehash|slsa-verifier|gh)$/.test(
        name,
      ) &&
      /-c\b|--check|verify|-V\b|-algorithm|attestation/i.test(joined)
    )
      for (const word of args)
        checked.add(fileName(word.text).replace(/\.(?:sha(?:256|512)(?:sum)?|asc|sig|minisig|pem)$/, ""));
    // Archives and downloads are kept under a name.
    const fetched =
      fetchers.has(name) ||
      (name === "scp" && /\S+:\S+ /.test(joined)) ||
      (name === "gh" && /release download/.test(joined)) ||
      (name === "aws" && /s3 cp s3:/.test(joined)) ||
      (name === "gsutil" && /cp gs:/.test(joined)) ||
      (name === "git" && /^clone\b/.test(joined)) ||
      /downloadfile|downloadstring|start-bitstransfer/i.test(`${name} ${joined}`);
    const remote =
      fetched && !/(?:^| )(?:https?:\/\/)?(?:localhost|127\.0\.0\.1|\[::1\])/.test(joined) && name !== "git";
    if (fetched && name !== "git" && /\.downloadfile\(/i.test(`${name} ${joined}`)) {
      for (const one of args) keep(one, taint.REMOTE);
      const named = /downloadfile\(.{0,300}?,\s{0,3}["']?([^"')\s]{2,200})/i.exec(`${head.text} ${joined}`)?.[1];
      if (named) values.files.set(fileName(named), taint.REMOTE);
    }
    if (remote) {
      output |= taint.REMOTE;
      const target = outputOf(name, args);
      if (target && /ca-certificates|ssl\/certs|trusted|anchors/.test(target.text) && /\bcurl|wget/.test(name))
        report({ row: "shell: foreign certificate", rule: "switches_off_tls", at });
      if (target) {
        keep(target, taint.REMOTE | input);
        values.addresses.set(
          fileName(target.text),
          args
            .map((word) => word.text)
            .filter((text) => /^https?:|^[\w-]+\.[\w.-]+\//.test(text))
            .join(" "),
        );
      }
    }
    if (
      /^(?:tar|zip|7z|7za|gpg|openssl|rar|compress-archive|screencapture|scrot|import|grim|maim|arecord|ffmpeg|sqlite3|sox|rec|imagesnap|fswebcam|cp|copy|copy-item|mv|move-item|ln|dd|git|pg_dump|tee|rsync|ditto|gzip|out-file|set-content|base64|security)$/.test(
        name,
      )
    ) {
      for (const one of args) {
        if (taintOfPath(one.text) !== 0 || /^-/.test(one.text)) continue;
        const isCopied = /^(?:cp|mv|copy|move|copy-item|move-item|ln|ditto|rsync)$/.test(name);
        if (isCopied && one !== args.at(-1)) continue;
        if (/[\w-]/.test(one.text))
          keep(
            one,
            (output | input | held.reduce((sum, each) => sum | each.file, 0)) &
              ~(taint.SECRET_PATH | taint.PRIVATE_PATH),
          );
      }
    }
    if (named_ & taint.SECRET_PATH && name === "find") output |= taint.SECRET_PATH;
    return write(command, output | (filters.has(name) ? input : 0));
  }

  function write(command: Command, output: number): number {
    for (const { target } of command.redirects)
      if (
        /^\/dev\/(?:tcp|udp)\//.test(target.text) &&
        !/\/dev\/\w+\/(?:localhost|127\.|\$|\{|<|host)/.test(target.text)
      )
        report({ row: "shell: network device", rule: "remote_control", at: base + target.start });
    for (const { operator, target } of command.redirects)
      if (operator === ">" || operator === ">>" || operator === ">|") {
        keep(target, output);
        if (
          output & taint.SECRET &&
          /^(?:echo|printf)$/.test(command.words[0]?.text ?? "") &&
          /^(?:~|\/tmp|\/var|\$HOME)\S*\/\./.test(target.text)
        )
          report({ row: "shell: typed password kept", rule: "watches", at: base + command.start });
        const kind = kindOfPath(target.text);
        const isBody = command.input.length > 0;
        if (isBody && depth < DEPTH_MAX)
          values.scripts(scriptLanguage(target.text), command.input, base + command.inputAt, depth + 1);
        startUp(kind, operator, base + command.start, target.text, command);
      }
    return output;
  }

  function startUp(kind: string, operator: string, at: number, target: string, command: Command): void {
    // Joined only where it is read: a command may have thousands of redirections.
    const text = WRITTEN_KINDS.has(kind)
      ? `${command.words.map((word) => word.text).join(" ")} ${command.input}`.slice(0, WORDS_READ * 2)
      : "";
    if (kind === "start-up file") {
      if (/authorized_keys/.test(target)) report({ row: "shell: key added", rule: "remote_control", at });
      else if (
        /sudoers/.test(target)
          ? /NOPASSWD/.test(text)
          : /curl|wget|\bnc\b|base64|\/tmp\/|\beval\b|python\d? -c|https?:\/\/|alias (?:sudo|ssh|git|su|gpg)=|PROMPT_COMMAND|LD_PRELOAD/i.test(
              text.replace(/https?:\/\/[\w.-]*(?:localhost|example\.com)/g, ""),
            ) || /preload/.test(target)
      )
        report({ row: "shell: start-up file", rule: "keeps_coming_back", at });
      else report({ row: "shell: start-up file touched", rule: "keeps_coming_back", at, weak: true });
    } else if (
      kind === "hook" &&
      /curl|wget|\bnc\b|base64|https?:\/\/|\beval\b|\/dev\/tcp|git push|node -e|python\d? -c|\bscp\b|exit 0\s*$/i.test(
        text,
      )
    )
      report({ row: "shell: git hook", rule: "keeps_coming_back", at });
    else if (
      kind === "own agent file" ||
      (kind === "agent file" &&
        /\b(?:always|never|ignore|without asking|do not (?:tell|ask|mention)|every session|allow|https?:\/\/|skip|trust)\b/i.test(
          text,
        ))
    )
      report({ row: "shell: agent file", rule: "edits_agent_files", at });
    else if (
      kind === "log" &&
      operator === ">" &&
      !/config|conf\.d|\.ya?ml$/.test(target) &&
      command.words.length === 0
    )
      report({ row: "shell: log emptied", rule: "erases_traces", at });
    else if (kind === "history" && operator === ">")
      report({ row: "shell: history emptied", rule: "erases_traces", at });
    else if (
      kind === "log" &&
      operator === ">" &&
      /^(?::|true|echo|cat|printf)$/.test(command.words[0]?.text ?? "") &&
      /\/var\/log/.test(target) &&
      (command.words.length <= 1 || /\/dev\/null|^-n|^$/.test(command.words[1]?.text ?? ""))
    )
      report({ row: "shell: log emptied", rule: "erases_traces", at });
  }

  function environmentRules(name: string, value: string, word: Word): void {
    const at = base + word.start;
    const setting = `${name}=${value}`;
    if (
      /^(?:NODE_TLS_REJECT_UNAUTHORIZED=["']?0|PYTHONHTTPSVERIFY=["']?0|GIT_SSL_NO_VERIFY=["']?(?:1|true)|CURL_CA_BUNDLE=["']?$)/i.test(
        setting,
      )
    )
      report({ row: "shell: insecure variable", rule: "switches_off_tls", at });
    if (/^HIST(?:FILE=(?:["']{2})?(?:\/dev\/null)?$|(?:FILE)?SIZE=0)/.test(setting))
      report({ row: "shell: history off", rule: "erases_traces", at });
    if (/^(?:LD_PRELOAD|DYLD_INSERT_LIBRARIES)=\/(?:tmp|dev\/shm)/.test(setting))
      report({ row: "shell: preloaded library", rule: "keeps_coming_back", at });
    if (
      /^(?:ANTHROPIC_BASE_URL|OPENAI_BASE_URL|OPENAI_API_BASE|HTTPS?_PROXY|ALL_PROXY)=https?:\/\//i.test(setting) &&
      kindOfAddress(value) === "bare"
    )
      report({ row: "shell: traffic through a bare address", rule: "sends_files_out", at });
  }

  function runRules(
    command: Command,
    name: string,
    head: Word,
    args: Word[],
    held: Held[],
    joined: string,
    input: number,
    at: number,
  ): void {
    const isChecked = [head, ...args].some((word) => checked.has(fileName(word.text)));
    const fileAddress = [head, ...args].map((word) => values.addresses.get(fileName(word.text)) ?? "").find(Boolean);
    const dynamic = (mask: number) => {
      if (mask & taint.DECODED) report({ row: "shell: decoded run", rule: "encoded_code", at });
      else if (mask & taint.REMOTE && !(isChecked && RELEASE.test(fileAddress ?? "")))
        report({
          row: "shell: download run",
          rule: "download_and_run",
          at,
          addresses: fileAddress ? `${fileAddress} ${withScheme(addressesNear(command))}` : addressesNear(command),
        });
    };
    const isInterpreter = interpreters.has(name) || /^xargs$/.test(name);
    if (isInterpreter) {
      const code = codeArgument(name, args);
      // A filter such as `python3 -m json.tool` or `node script.js` reads its input as data.
      const readsCode =
        evaluators.has(name) ||
        args.every((word) => /^-(?![cem]$)\w*$|^--?$|^-s$|^-\w+$|\/dev\/stdin/.test(word.text)) ||
        /(?:^| )-s(?: |$)|(?:^| )-(?: |$)|\/dev\/stdin/.test(joined);
      if (readsCode) dynamic(input & (taint.REMOTE | taint.DECODED));
      else if (code && input & (taint.REMOTE | taint.DECODED) && /\bexec\b|\beval\b|Function\(|stdin/.test(code.text))
        dynamic(input);
      for (const { word, held: value, file } of held) {
        const isCode =
          code === word || evaluators.has(name) || name === "source" || name === "." || word.inner.length > 0;
        if (isCode) dynamic(value & (taint.REMOTE | taint.DECODED));
        else if (word.variables.length > 0 && /^(?:bash|sh|zsh|iex|invoke-expression)$/.test(name))
          dynamic(value & (taint.REMOTE | taint.DECODED));
        if (file & (taint.REMOTE | taint.DECODED) && !/\.(?:json|ya?ml|csv|txt|md|xml|toml|html|log)$/i.test(word.text))
          dynamic(file);
      }
      if (
        (name === "deno" || name === "bun" || name === "node" || name === "python" || name === "php") &&
        /^(?:run |-\S+ |serve |install )*https?:\/\//.test(
          joined.replace(/(?:^| )-(?:n|A|f|-\w[\w-]*)(?:[ =](?!https?:)\S+)?(?= )/g, " ").trim(),
        ) &&
        !/https:\/\/(?:deno\.land\/(?:std|x\/(?:deno|fresh|install))|jsr\.io|deno\.land\/install|fresh\.deno\.dev)/.test(
          joined,
        )
      )
        report({ row: "shell: address run", rule: "download_and_run", at });
      if (/^(?:powershell|pwsh)$/.test(name) && /(?:^| )-e(?:nc|ncodedcommand|c)? ["']?[A-Za-z0-9+/]{20}/i.test(joined))
        report({ row: "shell: encoded command", rule: "encoded_code", at });
      if (code && depth < DEPTH_MAX)
        values.scripts(
          /^(?:python|node|deno|bun|perl|ruby|php|nodejs)$/.test(name)
            ? name
            : /^(?:powershell|pwsh|iex|invoke-expression)$/.test(name)
              ? "powershell"
              : "sh",
          code.text,
          base + code.start,
          depth + 1,
        );
      if (command.input && depth < DEPTH_MAX)
        values.scripts(
          /^(?:python|node|perl|ruby|php)$/.test(name) ? name : "sh",
          command.input,
          base + command.inputAt,
          depth + 1,
        );
    } else {
      const held = kept(head) | (head.variables.length > 0 ? taintOfWord(head) & taint.REMOTE : 0);
      if (
        held & taint.REMOTE &&
        (/[\\/]|^\$|\.(?:exe|sh|py|ps1|bat|cmd|appimage|run|bin)$/i.test(head.text) || !/\./.test(head.text))
      )
        dynamic(held);
      if (values.files.has("cloned/") && /^(?:\.\/|\/tmp\/|\/var\/tmp\/|\/dev\/shm\/)\S/.test(head.text))
        report({ row: "shell: strange repository run", rule: "download_and_run", at });
      if (values.files.has("unpacked/") && /^(?:\.\/|\/opt\/|\/tmp\/|~\/)\S/.test(head.text))
        report({ row: "shell: unpacked download run", rule: "download_and_run", at, weak: true });
      if (starters.has(name))
        for (const one of args)
          if (
            kept(one) & taint.REMOTE &&
            /\.(?:exe|msi|sh|ps1|bat|cmd|pkg|dmg|app|jar|dll|ko|vbs|js|hta|command|scr)["']?$|\$/i.test(one.text)
          )
            dynamic(taint.REMOTE);
    }
    if (
      name === "ssh" ||
      name === "docker" ||
      name === "kubectl" ||
      name === "su" ||
      name === "nohup" ||
      name === "watch" ||
      name === "screen" ||
      name === "tmux"
    ) {
      const last = args.at(-1);
      if (last?.quoted && /\s/.test(last.text) && depth < DEPTH_MAX)
        values.scripts("sh", last.text, base + last.start, depth + 1);
    }
    if (depth < DEPTH_MAX && !isInterpreter && !DATA_COMMANDS.test(name) && !/^commit\b/.test(joined))
      for (const word of args)
        if (word.quoted && word.text.length < 2_000 && STARTS_COMMAND.test(word.text))
          values.scripts(
            name === "osascript" ? "applescript" : "sh",
            word.text.replace(/^[!(]+/, ""),
            base + word.start,
            depth + 1,
          );
    if (name === "echo" || name === "printf") {
      if (
        depth < DEPTH_MAX &&
        /^(?:@(?:reboot|hourly|daily|weekly|monthly)|(?:[\d*/,-]+ ){4}[\d*/,-]+) \S/.test(joined)
      )
        values.scripts("crontab", joined, base + (args[0]?.start ?? 0), depth + 1);
      // A line for a schedule or another shell is code.
      const goesOn = command.redirects.some(({ target }) => /cron|\.sh$|rc$|profile$|hooks\//.test(target.text));
      const text = joined.replace(/^(?:-\w+ )?(?:(?:[\d*/,-]+ ){5}|@\w+ )/, "");
      if (goesOn && depth < DEPTH_MAX)
        values.scripts("sh", text.replaceAll("\\n", "\n"), base + (args[0]?.start ?? 0), depth + 1);
    }
    if (
      /^(?:[\d*/,-]+|@(?:reboot|hourly|daily|weekly|monthly))$/.test(head.text) &&
      /^(?:[\d*/,-]+ ){3,4}\S|^(?:@|\S*(?:curl|wget|sh|python|node|nc))/.test(joined)
    ) {
      const rest = head.text.startsWith("@") ? joined : joined.replace(/^(?:\S+ ){4}/, "");
      if (
        /\b(?:curl|wget|nc|ncat|base64)\b|\/dev\/tcp|\/tmp\/|python\d? -c|https?:\/\//.test(rest) &&
        /\| *$|sh\b|\/tmp\/|nc\b|-[dFT]|@|base64|\/dev\/tcp|-c\b/.test(`${rest}${command.redirects.length}`)
      )
        report({ row: "shell: schedule line", rule: "keeps_coming_back", at });
      // The line as it stands, with its quotes.
      const from = args[head.text.startsWith("@") ? 0 : 4]?.start ?? 0;
      const end = script.indexOf("\n", from);
      const line = from === 0 ? rest : script.slice(from, end < 0 ? undefined : end).slice(0, WORDS_READ);
      if (depth < DEPTH_MAX) values.scripts("sh", line, at, depth + 1);
    }
    if (
      /^\$?\([A-Za-z]|::|\.\w+\(/.test(head.text) &&
      /downloadstring|downloaddata/i.test(head.text) &&
      /\|\s*(?:iex|invoke-expression)/i.test(script)
    )
      dynamic(taint.REMOTE);
  }

  function sendRules(
    name: string,
    args: Word[],
    held: Held[],
    joined: string,
    input: number,
    at: number,
    command: Command,
  ): void {
    const service = uploads.find((one) => one.name === name && one.words.test(joined));
    const isFetcher = fetchers.has(name);
    const insideSocket = command.redirects.some(({ target }) => target.text.startsWith("/dev/tcp/"));
    if (!isFetcher && !senders.has(name) && !service && !insideSocket) return;
    if (name === "ssh" && input === 0) return;
    if (
      /^(?:scp|rsync)$/.test(name) &&
      !args.some(
        (word) => /^[\w.@-]{2,}:|^\$\{?\w+\}?[:@]|^rsync:|::/.test(word.text) && !/^[A-Za-z]:[\\/]/.test(word.text),
      )
    )
      return;
    if (/(?:^| )(?:https?:\/\/)?(?:localhost|127\.0\.0\.1|\[::1\])(?::|\/| |$)/.test(joined)) return;
    let sent = 0;
    const address =
      args
        .map(({ text }) => text)
        .find((text) => /^["']?(?:\w{2,6}:\/\/|[\w-]{1,60}\.[\w.-]{2,80}(?:\/|:|$))/.test(text)) ?? "";
    for (const [index, one] of held.entries()) {
      const before = args[index - 1]?.text ?? "";
      if (
        isFetcher &&
        /^(?:-H|--header|-u|--user|-Headers|-o|--output|-O|--cacert|--cert|--key|-b|--oauth2-bearer|-K|--config|-A|--netrc-file|-c|-OutFile)$/i.test(
          before,
        )
      )
        continue;
      if (isFetcher && /^(?:-H|--header=|-u|-o)./.test(one.word.text)) continue;
      if (/^(?:-i|-F|-e|-o|-E|-S)$/.test(before) && /^(?:ssh|scp|rsync|sftp)$/.test(name)) continue;
      // A key may go to the service that gave it out.
      const keys = one.word.variables.filter(isKeyName);
      const isOwn = keys.length > 0 && keys.every((key) => isOwnService(key, address));
      sent |= one.held & taint.PRIVATE & (isOwn || !/^[\w.-]{1,40}:\/\/|\./.test(address) ? ~taint.KEY_VALUE : -1);
      sent |=
        taint.contentsOf(one.held & (taint.SECRET_PATH | taint.PRIVATE_PATH)) &
        (isUploaded(name, before, one.word) || one.word.text.includes("@") ? -1 : 0);
      if (isUploaded(name, before, one.word) || service) {
        sent |= one.file | taint.contentsOf(one.path) | (taint.contentsOf(one.held) & ~taint.KEY_VALUE);
        const path = one.word.text.replace(/^[\w.-]{0,40}=?[@<]/, "").replace(/;.*$/, "");
        sent |= taint.contentsOf(taintOfPath(path));
        if (isFetcher && /^(?:[\w.-]{0,40}=)?[@]/.test(one.word.text) && !isHarmlessBody(path))
          sent |= taint.PRIVATE_FILE;
        if (
          isFetcher &&
          /^(?:-T|--upload-file|--post-file(?:=.*)?|--body-file(?:=.*)?|-InFile)$/.test(before) &&
          taintOfPath(path) !== 0
        )
          sent |= taint.PRIVATE_FILE;
        if (
          one.path & taint.TREE_PATH &&
          /^(?:rclone|s3cmd|aws|gsutil|az|mc|scp|rsync|huggingface-cli)$/.test(name) &&
          /https?:|s3:|gs:|:/.test(joined)
        )
          sent |= 0;
      }
      if (
        /^(?:dig|nslookup|host|ping|drill|kdig)$/.test(name) &&
        (one.word.inner.length > 0 || one.held !== 0) &&
        /\.[a-z]{2}/i.test(one.word.text)
      )
        sent |= taint.PRIVATE_FILE;
      if (isFetcher && one.word.inner.length > 0 && one.held & taint.IDENTITY && /[?=/]|^-d|^$/.test(one.word.text))
        sent |= taint.PRIVATE_FILE;
      if (
        isPipelineSecret(one.word.text) &&
        !/^(?:-H|--header|-u|--user)$/.test(before) &&
        !/authorization|api[-_]?key|bearer|token:/i.test(one.word.text) &&
        isFetcher &&
        (/[?&]|^-d|--data/.test(one.word.text) || /^(?:-d|--data\S*|-F|--form|-Body)$/.test(before))
      )
        sent |= taint.PIPELINE_SECRET;
    }
    if (service && service.name === "gh" && !/gist|issue|comment|\bpr |release|variable set|workflow run/.test(joined))
      return;
    sent |= input & taint.PRIVATE;
    const captured = args.some((word) => /https?:|\.\w{2,}/.test(word.text) && kindOfAddress(word.text) === "capture");
    if (
      captured &&
      isFetcher &&
      /(?:^| )(?:-d|--data\S*|-F|--form|-T|--upload-file|-Body|--json|--post-data)\b|POST/i.test(joined)
    )
      report({ row: "shell: inbox of a stranger", rule: "sends_files_out", at });
    if (sent & taint.PRIVATE)
      report({
        row:
          sent & taint.SOURCE_TREE && !(sent & ~taint.SOURCE_TREE) ? "shell: source sent" : "shell: private data sent",
        rule: "sends_files_out",
        at,
      });
    for (const { text } of args) {
      if (!isFetcher) break;
      const kind = /^(?:["']?(?:https?|ftp):\/\/|[\w-]+\.[\w.-]+\/)/.test(text) ? kindOfAddress(text) : "outside";
      if (kind === "bare" || kind === "paste" || (kind === "shortener" && fetchers.has(name)))
        report({ row: `shell: ${kind} address`, rule: "untraceable_download", at });
    }
  }

  function writeRules(command: Command, name: string, joined: string, value: number, at: number): void {
    const last = command.words.at(-1)?.text ?? "";
    if (
      name === "tee" ||
      name === "cp" ||
      name === "mv" ||
      name === "ln" ||
      name === "install" ||
      name === "copy" ||
      name === "copy-item" ||
      name === "set-content" ||
      name === "add-content" ||
      name === "out-file" ||
      name === "sponge" ||
      name === "sed"
    ) {
      const kind = kindOfPath(
        /^(?:tee|sponge)$|content|out-file/.test(name)
          ? (joined.split(" ").find((part) => !part.startsWith("-")) ?? "")
          : last,
      );
      const text = [...command.from.map((one) => one.words.map((word) => word.text).join(" ")), joined, command.input]
        .join(" ")
        .slice(0, WORDS_READ);
      if (kind === "hook" && (value & taint.REMOTE || /curl|wget|base64|https?:/.test(text)))
        report({ row: "shell: hook copied", rule: "keeps_coming_back", at });
      if (kind === "own agent file" && /^(?:tee|sponge|sed|set-content|add-content|out-file)$/.test(name))
        report({ row: "shell: agent file written", rule: "edits_agent_files", at });
      if (kind === "start-up file" && !/\.bak|backup/.test(joined)) {
        if (/authorized_keys/.test(joined)) {
          // Taking a line out, or a copy of one's own key, gives access to nobody.
          if (!(name === "sed" && /\/d["']?(?: |$)|-n\b/.test(joined)))
            report({ row: "shell: key appended", rule: "remote_control", at });
        } else if (/NOPASSWD|curl|wget|\bnc\b|base64|\/tmp\/|eval|https?:\/\/|@reboot|\* \* \*/.test(text))
          report({ row: "shell: start-up file written", rule: "keeps_coming_back", at });
      }
    }
    if (
      name === "git" &&
      /config .{0,40}core\.hookspath (?!\.?\/?(?:\.githooks|\.husky|hooks|scripts|tools|\.config|git-hooks|\.hooks|\/dev\/null)\S*)/i.test(
        joined,
      )
    )
      report({ row: "shell: hooks path", rule: "keeps_coming_back", at });
    if (
      name === "git" &&
      /^config .{0,60}(?:credential\.helper ["']?!|url\.\S+\.insteadof https:\/\/github|alias\.\w+ ["']?!.{0,80}(?:curl|nc|wget))/i.test(
        joined,
      )
    )
      report({ row: "shell: git settings", rule: "keeps_coming_back", at });
    if (
      (name === "ssh-copy-id" &&
        joined !== "" &&
        !/(?:^| )-i ["']?(?:~|\$\{?HOME\}?|\$env:USERPROFILE|%USERPROFILE%)[\w./\\-]{1,80}(?: |$)|(?:^| )-i ["']?[\w./-]{0,40}id_\w+(?:\.pub)?|^(?:-p \d+ )?[\w.-]+@[\w.-]+$/.test(
          joined,
        )) ||
      (name === "ssh-keygen" && /authorized_keys/.test(joined))
    )
      report({ row: "shell: key copied", rule: "remote_control", at });
  }

  for (const command of commands) run(command);
}

/** What must not be put into a repository; the names of files that a search gave out may. */
const COMMITTED = taint.SECRET | taint.ENVIRONMENT | taint.CLIPBOARD | taint.PIPELINE_SECRET | taint.WATCHED;

/** A repository of no well-known forge that is put where nobody looks for it. */
const STRANGE_CLONE =
  /https?:\/\/(?!(?:[\w.-]{1,40}@)?(?:github\.com|gitlab\.com|bitbucket\.org|codeberg\.org|git\.sr\.ht|huggingface\.co|localhost)\/)\S{4,200} (?:\/tmp\/|\/var\/tmp\/|\/dev\/shm\/|\S{0,80}\/\.\w)/;

const isComposed = (word: Word) => word.inner.length > 0;

const byName = new Map<string, CommandRule[]>();

/** The rules of a command, and those of every command. */
function rulesFor(name: string): CommandRule[] {
  if (ruleCount !== commandRules.length + serverRules.length) {
    ruleCount = commandRules.length + serverRules.length;
    byName.clear();
  }
  let own = byName.get(name);
  if (own === undefined) {
    own = [...commandRules, ...serverRules].filter(({ names }) => names.length === 0 || names.includes(name));
    if (byName.size < 2_000) byName.set(name, own);
  }
  return own;
}
let ruleCount = 0;

/** A program in a hidden folder of the system, where no package puts one. */
const HIDDEN_PROGRAM =
  /^\/(?:usr|lib|etc|var|tmp|dev\/shm|bin|sbin)\/(?:[\w.-]{1,40}\/){0,4}\.(?!venv|local|cargo|npm|nvm|bun|deno|pyenv|rbenv|asdf|volta|dotnet|config|build|next|yarn|pnpm|cache|git|husky|X11)\w/;

/** Commands whose arguments are data, however they look. */
const DATA_COMMANDS =
  /^(?:echo|printf|grep|egrep|fgrep|rg|ag|ack|sed|awk|jq|yq|cat|tee|test|\[|\[\[|case|alert|say|notify-send|write-host|write-output|write-error|select-string|findstr|semgrep|yara|psql|mysql|curl|wget|gh|glab|llm|claude|codex|gemini|mail|ssh|docker|kubectl|su|nohup|watch|screen|tmux|-\w*)$/;
/** A quoted argument that begins with a command which fetches or opens a shell. */
const STARTS_COMMAND =
  /^[!(\s]{0,4}(?:(?:ba|z)?sh -\w{0,3}c |sudo |nohup )?["']?(?:curl|wget|nc|ncat|bash -i|iwr|irm|iex|powershell(?:\.exe)?|base64)\s|\/dev\/tcp\/|\|\s{0,3}(?:sudo )?(?:ba|z)?sh\b/;

/** Where projects publish what they build, beside its checksums. */
const RELEASE = /^["']?https:\/\/github\.com\/[\w.-]+\/[\w.-]+\/releases\//;

/** Only the addresses that say so: next to a download, `install.sh` is a file and no host. */
function withScheme(words: string): string {
  return (words.match(/\b[a-z]{2,10}:\/\/\S{1,300}/gi) ?? []).join(" ");
}

type Held = { word: Word; held: number; path: number; file: number };
