import { type Command, command, type Flags } from "@/lib/command/command";
import { usage } from "@/lib/command/io";

const SCRIPTS = { bash: bashScript, zsh: zshScript, fish: fishScript } as const;
const SHELLS = Object.keys(SCRIPTS) as Array<keyof typeof SCRIPTS>;

/** `cairn completion`: the script with which a shell completes the commands and options of the table. */
export function completionCommand(commands: () => readonly Command[], flags: Flags): Command {
  return command({
    name: "completion",
    about: "print the script that completes commands in your shell",
    args: { "<shell>": `${SHELLS.join(", ")}; for bash and zsh: eval "$(cairn completion bash)"` },
    choices: SHELLS,
    run(io, [given = ""]) {
      const shell = SHELLS.find((name) => name === given);
      if (!shell) throw usage(`There is no completion for ${given}.`, `Name one of ${SHELLS.join(", ")}.`);
      const text = SCRIPTS[shell](offersOf(commands(), flags));
      io.answer({ shell, text }, text);
    },
  });
}

/** What can follow each command; the empty name is the program without a command. */
function offersOf(commands: readonly Command[], flags: Flags): Offers {
  const begun = ["", ...commands.map(({ name }) => name)];
  return new Map(
    begun.map((name) => {
      const chosen = commands.find((each) => each.name === name);
      const next = commands.flatMap(({ name: other, about }): Offer[] => {
        const word = other.slice(name === "" ? 0 : name.length + 1);
        const isNext = !word.includes(" ") && word !== "" && (name === "" || other.startsWith(`${name} `));
        return isNext ? [{ word, about }] : [];
      });
      const choices = chosen?.choices?.map((word) => ({ word, about: "" })) ?? [];
      const options = Object.entries({ ...chosen?.options, ...flags }).map(([option, { about, ...flag }]) => ({
        word: `--${option}`,
        about,
        ...flag,
      }));
      return [name, [...next, ...choices, ...options]];
    }),
  );
}

/** A word that may follow, with what it means; an option that takes a value says what that is, or which there are. */
type Offer = { word: string; about: string; value?: string; choices?: readonly string[]; short?: string };
/** What may follow each command that has been typed so far. */
type Offers = ReadonlyMap<string, readonly Offer[]>;

/** The script for bash. */
function bashScript(offers: Offers): string {
  const branches = [...offers].flatMap(([command, all]) => {
    const chosen = all.filter(({ value }) => value !== undefined);
    return [
      ...chosen.map(
        ({ word, choices }) => `    ${quoted(`${command} ${word}`)}) words=${quoted(choices?.join(" ") ?? "")} ;;`,
      ),
      `    ${quoted(`${command} `)}) words=${quoted(all.map(({ word }) => word).join(" "))} ;;`,
    ];
  });
  return `# Completion of cairn for bash. In ~/.bashrc: eval "$(cairn completion bash)"
_cairn() {
  local current="\${COMP_WORDS[COMP_CWORD]}" words="" command="" before="" i
  for ((i = 1; i < COMP_CWORD; i++)); do
    before="\${COMP_WORDS[i]}"
    case "$before" in
      ${withValue(offers)}) ((i++)) ;;
      -*) ;;
      *) case "\${command:+$command }$before" in ${known(offers)}) command="\${command:+$command }$before" ;; esac ;;
    esac
  done
  before="\${COMP_WORDS[COMP_CWORD-1]}"
  case "$before" in ${withValue(offers)}) ;; *) before="" ;; esac
  case "$command $before" in
${branches.join("\n")}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _cairn cairn`;
}

/** The script for zsh. */
function zshScript(offers: Offers): string {
  const branches = [...offers].flatMap(([command, all]) => [
    ...all.flatMap(({ word, value, choices }) =>
      value === undefined
        ? []
        : [
            `    ${quoted(`${command} ${word}`)}) ${choices ? `found=(${choices.map(quoted).join(" ")})` : "_files; return"} ;;`,
          ],
    ),
    `    ${quoted(`${command} `)}) found=(${all.map((each) => quoted(described(each))).join(" ")}) ;;`,
  ]);
  return `#compdef cairn
# Completion of cairn for zsh. In ~/.zshrc, after compinit: eval "$(cairn completion zsh)"
_cairn() {
  local command="" before="" i
  local -a found
  for ((i = 2; i < CURRENT; i++)); do
    before="\${words[i]}"
    case "$before" in
      ${withValue(offers)}) ((i++)) ;;
      -*) ;;
      *) case "\${command:+$command }$before" in ${known(offers)}) command="\${command:+$command }$before" ;; esac ;;
    esac
  done
  before="\${words[CURRENT-1]}"
  case "$before" in ${withValue(offers)}) ;; *) before="" ;; esac
  case "$command $before" in
${branches.join("\n")}
  esac
  _describe cairn found || _files
}
if [ "\${funcstack[1]}" = "_cairn" ]; then _cairn "$@"; else compdef _cairn cairn; fi`;
}

/** The script for fish. */
function fishScript(offers: Offers): string {
  const lines = [...offers].flatMap(([command, all]) =>
    all.map(({ word, about, value, choices, short }) => {
      const here = `complete -c cairn -n ${fishQuoted(`__cairn_at ${fishQuoted(command)}`)}`;
      const meaning = about === "" ? "" : ` -d ${fishQuoted(about)}`;
      if (!word.startsWith("--")) return `${here} -f -a ${fishQuoted(word)}${meaning}`;
      const taken = value === undefined ? "" : choices ? ` -x -a ${fishQuoted(choices.join(" "))}` : " -r";
      return `${here}${short ? ` -s ${short}` : ""} -l ${word.slice(2)}${taken}${meaning}`;
    }),
  );
  return `# Completion of cairn for fish: cairn completion fish > ~/.config/fish/completions/cairn.fish
function __cairn_at
  set -l words (commandline -opc)
  set -e words[1]
  set -l found ''
  set -l skips 0
  for word in $words
    if test $skips -eq 1
      set skips 0
      continue
    end
    switch $word
      case ${words(offers)}
        set skips 1
      case '-*'
      case '*'
        switch (string trim -- "$found $word")
          case ${commandsOf(offers).map(fishQuoted).join(" ")}
            set found (string trim -- "$found $word")
        end
    end
  end
  test "$found" = "$argv[1]"
end
${lines.join("\n")}`;
}

function commandsOf(offers: Offers): string[] {
  return [...offers.keys()].filter((name) => name !== "");
}

/** The options that take a value: the word after them is not a command. */
function optionsWithValue(offers: Offers): string[] {
  const all = [...offers.values()].flat();
  return [...new Set(all.flatMap(({ word, value }) => (value === undefined ? [] : [word])))];
}

const known = (offers: Offers) => commandsOf(offers).map(quoted).join("|");
const withValue = (offers: Offers) => optionsWithValue(offers).join("|");
const words = (offers: Offers) => optionsWithValue(offers).join(" ");

/** A word with its meaning, as `_describe` of zsh reads it. */
function described({ word, about }: Offer): string {
  return about === "" ? word : `${word}:${about}`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function fishQuoted(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}
