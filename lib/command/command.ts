import { type ParseArgsConfig, parseArgs } from "node:util";
import { type Io, usage } from "@/lib/command/io";

/** An option: a switch, or one that takes a value. */
export type Flag = {
  about: string;
  /** What the value is, as the help shows it in angle brackets. */
  value?: string;
  /** The values that there are, where they are few. */
  choices?: readonly string[];
  /** May be given several times. */
  many?: true;
  short?: string;
};

export type Flags = Record<string, Flag>;

/** The given options by their names; an option that was not given is missing. */
export type Given<F extends Flags> = {
  [Name in keyof F]?: F[Name]["value"] extends string ? (F[Name]["many"] extends true ? string[] : string) : boolean;
};

/** A command of the program: what the help says of it, and what it does. */
export type Command<F extends Flags = Flags> = {
  /** One word, or two: `outbox send`. */
  name: string;
  about: string;
  /** The arguments as the help shows them, with what each is: `<one>`, `<one or more...>`, `[none or more...]`. */
  args?: Record<string, string>;
  /** The words that an argument may be, where they are few. */
  choices?: readonly string[];
  options?: F;
  /** What its own help says besides. */
  more?: string;
  /** Runs with the service and the token of `io` known. An error that the user should read is a CommandError. */
  run(io: Io, args: string[], options: Given<F>): Promise<void> | void;
};

/** A command with options of these types, as one of all commands. */
export function command<const F extends Flags>(made: Command<F>): Command {
  return made as unknown as Command;
}

/** The arguments and options of a command. Throws a CommandError that says which are wrong. */
export function parse(given: string[], flags: Flags, expected: string[]): { args: string[]; options: Given<Flags> } {
  const { values, positionals } = parsed(given, flags);
  const missing = expected.filter((arg) => arg.startsWith("<"))[positionals.length];
  if (missing !== undefined) throw usage(`${missing} is missing.`);
  const extra = expected.some((arg) => arg.includes("...")) ? undefined : positionals[expected.length];
  if (extra !== undefined) throw usage(`Unexpected argument: ${extra}`);
  return { args: positionals, options: values as Given<Flags> };
}

function parsed(args: string[], flags: Flags) {
  try {
    return parseArgs({ args, options: configOf(flags), allowPositionals: true });
  } catch (error) {
    if (!(error instanceof Error && "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS"))) throw error;
    throw usage(error.message);
  }
}

/** The positional arguments with their places, and the names of the options, as far as these flags tell. */
export function words(
  args: string[],
  flags: Flags,
): { positionals: { value: string; index: number }[]; names: string[] } {
  const { tokens } = parseArgs({ args, options: configOf(flags), allowPositionals: true, strict: false, tokens: true });
  return {
    positionals: tokens.filter((token) => token.kind === "positional"),
    names: tokens.flatMap((token) => (token.kind === "option" ? token.name : [])),
  };
}

/** What Node's parser reads of options. */
function configOf(flags: Flags): NonNullable<ParseArgsConfig["options"]> {
  return Object.fromEntries(
    Object.entries(flags).map(([name, { value, many = false, short }]) => [
      name,
      { type: value === undefined ? "boolean" : "string", multiple: many, ...(short ? { short } : {}) } as const,
    ]),
  );
}
