import { type Command, command, type Flags } from "@/lib/command/command";
import { usage } from "@/lib/command/io";
import { bashScript, fishScript, type Offer, type Offers, zshScript } from "@/lib/command/program/completion-scripts";

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

/** What can follow each command; the empty one is the program alone. */
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
