import { homedir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline/promises";
import { addAbortSignal } from "node:stream";
import { text as readAll } from "node:stream/consumers";
import { proxiedFetch } from "@/lib/client/node/proxied-fetch";
import { escaped, pick, printable } from "@/lib/command/terminal";

declare const CAIRN_BASE: string | undefined;

/** The exit codes of every command. */
export const EXIT = {
  done: 0,
  /** The service refused, or the command could not do its work. */
  failed: 1,
  /** The arguments are wrong. */
  usage: 2,
  /** No answer came; the same command may succeed later. */
  unreachable: 3,
  /** The command did its work and found something that needs attention. */
  attention: 4,
  /** The user pressed Ctrl-C. */
  interrupted: 130,
} as const;

/** An error to show to the user: what is wrong, and what to do next. `main` prints it and ends with `exit`. */
export class CommandError extends Error {
  override readonly name = "CommandError";
  constructor(
    /** A short snake_case name for programs. */
    readonly code: string,
    detail: string,
    readonly next_step: string,
    readonly exit: number = EXIT.failed,
  ) {
    super(detail);
  }
}

/** Arguments that cannot be used. */
export function usage(detail: string, next_step = "Run the command with --help to see how it is used."): CommandError {
  return new CommandError("usage", detail, next_step, EXIT.usage);
}

/** Everything that a command reads from its surroundings and writes to them. */
export type Io = {
  /** `--json`: the result is printed as JSON, one document a line, and nothing else goes to stdout. */
  json: boolean;
  /** The exit code of a command that throws nothing; one that found something sets `EXIT.attention`. */
  exit: number;
  /** The exit code of an error that the others are not for. */
  failed: number;
  /** Origin of the service, without a trailing slash. */
  base: string;
  /** The token of the connection, from `CAIRN_TOKEN` or `cairn login`; null without one. */
  token: string | null;
  readonly fetch: typeof globalThis.fetch;
  /** The current folder. */
  readonly cwd: string;
  readonly home: string;
  /** The folder of this program's own files; it may not exist yet. */
  readonly settings: string;
  readonly env: Record<string, string | undefined>;
  readonly now: () => Date;
  /** Aborts when the user interrupts the program. */
  readonly signal: AbortSignal;
  /** Which streams are terminals. */
  readonly terminal: { in: boolean; out: boolean; err: boolean };
  /** Prints a result: `value` with `--json`, else `text`. A final newline is added. */
  answer(value: unknown, text: string): void;
  /** Prints a remark to stderr, also with `--json`. */
  note(text: string): void;
  /** Shows one progress line, on terminals only; null clears it. */
  progress(text: string | null): void;
  /** The user's answer to a question; null without a terminal. Rejects on Ctrl-C. `hidden`: typing is not shown. */
  ask(question: string, options?: { hidden?: boolean }): Promise<string | null>;
  /** The indexes of the rows that the user marks; none without a terminal. Rejects on Ctrl-C. */
  pick(question: string, rows: readonly string[]): Promise<number[]>;
  /** All of stdin; null when stdin is a terminal. Rejects when the user interrupts. */
  input(): Promise<string | null>;
};

/** What an Io of a process is made from; a test gives streams of its own. */
type Surroundings = {
  env: Record<string, string | undefined>;
  cwd: string;
  stdin: NodeJS.ReadStream;
  stdout: NodeJS.WriteStream;
  stderr: NodeJS.WriteStream;
  signal: AbortSignal;
};

/** The Io of a process. */
export function createIo({ env, cwd, stdin, stdout, stderr, signal: given }: Surroundings): Io {
  const home = env.HOME || homedir();
  const terminal = { in: stdin.isTTY === true, out: stdout.isTTY === true, err: stderr.isTTY === true };
  const hasColour = (isTerminal: boolean) => isTerminal && !env.NO_COLOR && env.TERM !== "dumb";
  // In raw mode the terminal sends Ctrl-C as a character, not as a signal.
  const typed = new AbortController();
  const signal = AbortSignal.any([given, typed.signal]);
  let progressShown = false;
  const io: Io = {
    json: false,
    exit: EXIT.done,
    failed: EXIT.failed,
    base: withoutSlash(env.CAIRN_URL || (typeof CAIRN_BASE === "undefined" ? "" : CAIRN_BASE)),
    token: env.CAIRN_TOKEN || null,
    fetch: proxiedFetch(env),
    cwd,
    home,
    settings: path.join(env.XDG_CONFIG_HOME || path.join(home, ".config"), "cairn"),
    env,
    now: () => new Date(),
    signal,
    terminal,
    answer(value, text) {
      io.progress(null);
      stdout.write(`${io.json ? escaped(JSON.stringify(value)) : printable(text, hasColour(terminal.out))}\n`);
    },
    note(text) {
      io.progress(null);
      stderr.write(`${printable(text, hasColour(terminal.err))}\n`);
    },
    progress(text) {
      if (!terminal.err || env.TERM === "dumb" || (text === null && !progressShown)) return;
      progressShown = text !== null;
      stderr.write(`\r\u001b[K${text === null ? "" : printable(text, hasColour(true))}`);
    },
    async ask(question, { hidden = false } = {}) {
      if (!terminal.in || !terminal.err) return null;
      io.progress(null);
      stderr.write(printable(question, hasColour(true)));
      const line = await readLine(stdin, hidden ? undefined : stderr, { signal, interrupt: () => typed.abort() });
      if (hidden || line === null) stderr.write("\n");
      signal.throwIfAborted();
      return line;
    },
    async pick(question, rows) {
      if (!terminal.in || !terminal.err) return [];
      io.progress(null);
      const streams = { input: stdin, output: stderr, colour: hasColour(true), signal };
      const picked = await pick(question, rows, streams);
      if (picked === null) typed.abort();
      signal.throwIfAborted();
      return picked ?? [];
    },
    input: async () => (terminal.in ? null : readAll(addAbortSignal(signal, stdin))),
  };
  return io;
}

/** One line of a terminal; null when the input ends or the user interrupts. */
async function readLine(
  input: NodeJS.ReadStream,
  output: NodeJS.WriteStream | undefined,
  { signal, interrupt }: { signal: AbortSignal; interrupt: () => void },
): Promise<string | null> {
  // In raw mode the terminal itself echoes nothing; readline echoes only to `output`.
  const lines = createInterface({ input, terminal: true, ...(output ? { output } : {}) });
  try {
    return await new Promise<string | null>((resolve) => {
      lines.once("line", resolve);
      lines.once("close", () => resolve(null));
      lines.once("SIGINT", interrupt);
      signal.addEventListener("abort", () => resolve(null), { once: true });
      if (signal.aborted) resolve(null);
    });
  } finally {
    lines.close();
  }
}

function withoutSlash(address: string): string {
  return address.replace(/\/+$/, "");
}

/**
 * Whether the user confirms: by `--yes`, or by a yes on the terminal. Throws CommandError without a terminal.
 */
export async function confirmed(io: Io, question: string, { yes }: { yes?: boolean }): Promise<boolean> {
  if (yes) return true;
  if (io.terminal.in && io.terminal.err) return /^y(es)?$/i.test((await io.ask(`${question} [y/N] `))?.trim() ?? "");
  throw new CommandError(
    "not_confirmed",
    "Without a terminal, this command cannot ask for confirmation. Nothing was changed.",
    "Add --yes to make these changes without being asked, or --dry-run to only see them.",
  );
}

/** The words of an argument list as one text; a single `-` means stdin. Throws a CommandError for an empty text. */
export async function textOf(words: string[], io: Io, what: string): Promise<string> {
  const text = words.join(" ").trim() === "-" ? ((await io.input()) ?? "") : words.join(" ");
  if (text.trim() !== "") return text.trim();
  throw usage(`${what} is missing.`, `Write it after the command, or "-" and pipe it in.`);
}
