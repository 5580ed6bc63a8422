import { kindOfPath } from "@/lib/text/safety/skill/path-kinds";
import { decoders, filters, movers, readers } from "@/lib/text/safety/skill/shell/command-names";
import type { CommandFacts, Script } from "@/lib/text/safety/skill/shell/script";
import { isPipelineSecret, isTarget, stripOption, writesOnly } from "@/lib/text/safety/skill/shell/word-roles";
import * as taint from "@/lib/text/safety/skill/taint";

const SEARCHERS = new Set(["grep", "egrep", "rg", "findstr", "select-string"]);
/** Programs that read a whole tree with its contents. */
const TREE_READERS = new Set(["tar", "zip", "7z", "7za", "git", "find", "cp", "rar", "compress-archive", "grep"]);
const PRINTERS = new Set(["echo", "printf", "write-output", "write-host"]);
/** Programs that make a text unrecognizable. */
const DISGUISERS = new Set(["base64", "xxd", "rev", "od", "openssl", "gzip", "gpg", "hexdump"]);
const KEY_DISGUISERS = new Set(["rev", "fold", "xxd", "od", "hexdump"]);
const SPACED_OUT = /^(?:-\w+ )?s.\\?\(?\.\\?\)?.(?:&|\\1)/;
const SECRET_WORDS = /passw|passwd|secret|token|api_?key|private.key|AKIA/i;
const KEY_WORDS = /key|token|secret|passw|AKIA|BEGIN/i;
const WHOLE_MACHINE = /(?:^| )(?:~|\$HOME|\/home|\/Users|\/ ?$|\/etc)/;
const STORE_NAMES =
  /-name ["']?(?:\*?\.env|id_\w+|\*?\.pem|\*?\.key|\*?credentials\*?|wallet\*?|\*wallet\*?|\*secret\*)/;
const HEX_CODES = /\\x[0-9a-f]{2}(?:\\x[0-9a-f]{2}){6}/i;
/** A program in a hidden system folder, where packages install nothing. */
const HIDDEN_PROGRAM =
  /^\/(?:usr|lib|etc|var|tmp|dev\/shm|bin|sbin)\/(?:[\w.-]{1,40}\/){0,4}\.(?!venv|local|cargo|npm|nvm|bun|deno|pyenv|rbenv|asdf|volta|dotnet|config|build|next|yarn|pnpm|cache|git|husky|X11)\w/;

/** Judges stores and trees that a command reads, and searches for secrets. */
export function judgeReading(script: Script, facts: CommandFacts): void {
  const { command, name, args, joined, held, at } = facts;
  if (!readers.has(name) || writesOnly(name, joined)) return;
  for (const { word, held: value, path, file } of held) {
    const kind = kindOfPath(stripOption(word.text));
    const isStore =
      kind === "secret" ||
      (value & taint.SECRET_PATH) !== 0 ||
      kind === "history" ||
      (kind === "environment file" && !movers.has(name));
    if (isStore && !isTarget(name, word, args))
      script.report({
        row: "shell: store read",
        rule: kind === "environment file" ? "reads_env_file" : "reads_credentials",
        at,
      });
    facts.output |= taint.contentsOf(path | value) | file;
    if ((path | value) & taint.TREE_PATH && TREE_READERS.has(name)) facts.output |= taint.SOURCE_TREE;
  }
  if (name === "find" && STORE_NAMES.test(joined)) facts.output |= taint.SECRET_PATH;
  if (!SEARCHERS.has(name)) return;
  if (
    command.from.length === 0 &&
    SECRET_WORDS.test(joined) &&
    args.filter((word) => !word.text.startsWith("-")).length > 1
  )
    facts.output |= taint.PRIVATE_FILE;
  if (WHOLE_MACHINE.test(joined) && KEY_WORDS.test(joined))
    script.report({ row: "shell: secrets searched", rule: "reads_credentials", at });
}

/** Updates the taint of the output of filters, decoders and printers. */
export function decode(facts: CommandFacts): void {
  const { name, joined, input } = facts;
  if (filters.has(name)) facts.output |= input;
  if (decoders.some((one) => one.name === name && one.words.test(joined)))
    facts.output = taint.DECODED | ((input | facts.output) & taint.REMOTE);
  if (PRINTERS.has(name)) {
    if (HEX_CODES.test(joined)) facts.output |= taint.DECODED;
    if (isPipelineSecret(joined)) facts.output |= taint.PIPELINE_SECRET;
  }
}

/** Judges printed or disguised secrets, and programs that hide. */
export function judgeOutput(script: Script, facts: CommandFacts): void {
  const { given, command, name, head, args, joined, input, output, at } = facts;
  const isFilter = filters.has(name);
  if (output & input & taint.ENVIRONMENT && isFilter && DISGUISERS.has(name))
    script.report({ row: "shell: environment disguised", rule: "prints_secrets", at });
  if (
    input & (taint.PIPELINE_SECRET | taint.KEY_VALUE) &&
    (KEY_DISGUISERS.has(name) || (name === "sed" && SPACED_OUT.test(joined)))
  )
    script.report({ row: "shell: key disguised", rule: "prints_secrets", at });
  if (
    output & taint.PIPELINE_SECRET &&
    !script.isFeeding(given) &&
    !command.redirects.some(({ operator }) => operator.startsWith(">")) &&
    (isFilter || name === "echo" || name === "printf" || name.startsWith("write-")) &&
    !joined.includes("add-mask")
  )
    script.report({ row: "shell: pipeline secret printed", rule: "prints_secrets", at });
  if (script.depth > 0 && args.length > 0 && HIDDEN_PROGRAM.test(head.text))
    script.report({ row: "shell: hidden program", rule: "keeps_coming_back", at });
}
