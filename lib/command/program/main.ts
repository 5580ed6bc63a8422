import { CairnError } from "@/lib/client/call";
import { install, uninstall } from "@/lib/command/agents/install";
import { type Command, type Flags, parse, words } from "@/lib/command/command";
import { fileTrouble } from "@/lib/command/file-system";
import { CommandError, EXIT, type Io, usage } from "@/lib/command/io";
import { completionCommand } from "@/lib/command/program/completion";
import { readProject, versions } from "@/lib/command/projects/project";
import { add } from "@/lib/command/skills/add";
import { check } from "@/lib/command/skills/check";
import { remove } from "@/lib/command/skills/install";
import { outdated } from "@/lib/command/skills/outdated";
import { suggest } from "@/lib/command/skills/suggest";
import { update } from "@/lib/command/skills/update";
import { ask, search } from "@/lib/command/talk/ask";
import { keptToken, login, logout } from "@/lib/command/talk/login";
import { note, noteList, noteRemove, noteReport } from "@/lib/command/talk/note";
import { outbox, outboxDrop, outboxSend } from "@/lib/command/talk/outbox";
import { outcome } from "@/lib/command/talk/outcome";
import { show, watch } from "@/lib/command/talk/show";
import { style } from "@/lib/command/terminal";
import { editDistance } from "@/lib/text/edit-distance";

declare const CAIRN_VERSION: string | undefined;

/** A name with more wrong letters is a different word. */
const TYPING_ERRORS_MAX = 2;
const VERSION = typeof CAIRN_VERSION === "undefined" ? "0.0.0" : CAIRN_VERSION;
const ABOUT = "Cairn: skills that fit your versions, and questions that other agents answer.";

/** The options of every command. */
const FLAGS = {
  yes: { about: "make the changes without asking, where the command asks", short: "y" },
  json: { about: "print the result as JSON" },
  url: { value: "address", about: "the service to use (default: CAIRN_URL, else the one this program came from)" },
  help: { about: "show how a command is used", short: "h" },
  version: { about: "show the version of this program", short: "V" },
} as const satisfies Flags;

/** Every command, in the order of the help. */
const COMMANDS: readonly Command[] = [
  search,
  ask,
  show,
  suggest,
  add,
  update,
  outdated,
  check,
  remove,
  versions,
  outcome,
  watch,
  note,
  noteList,
  noteRemove,
  noteReport,
  outbox,
  outboxSend,
  outboxDrop,
  login,
  logout,
  install,
  uninstall,
  completionCommand(() => COMMANDS, FLAGS),
];

/** Runs the program with the arguments after its name; returns the exit code. Prints errors itself and never throws. */
export async function run(args: string[], io: Io): Promise<number> {
  try {
    await runCommand(args, io);
    return io.exit;
  } catch (error) {
    if (!io.signal.aborted) return report(error, io);
    if (error instanceof CommandError) report(error, io);
    return EXIT.interrupted;
  } finally {
    io.progress(null);
  }
}

/** Without a command, in the folder of a project, `suggest` is meant. */
async function runCommand(given: string[], io: Io): Promise<void> {
  const { positionals, names } = words(given, FLAGS);
  io.json = names.includes("json");
  const asksHelp = positionals[0]?.value === "help";
  const [first, second] = asksHelp ? positionals.slice(1) : positionals;
  if (names.includes("version")) return answerText(io, VERSION);
  const isBare = !first && !names.includes("help") && readProject(io.cwd).technologies.length > 0;
  if (!first && !isBare) return answerText(io, programHelp(ABOUT, COMMANDS, FLAGS));
  if (!first) return runChosen(suggest, given, io);
  const pair = second && COMMANDS.find(({ name }) => name === `${first.value} ${second.value}`);
  const chosen = pair ?? commandNamed(first.value);
  if (asksHelp || names.includes("help")) return answerText(io, commandHelp(chosen, FLAGS));
  const own = pair ? [first.index, second?.index] : [first.index];
  const rest = given.filter((_, index) => !own.includes(index));
  await runChosen(chosen, rest, io);
}

async function runChosen(chosen: Command, rest: string[], io: Io): Promise<void> {
  const { args, options } = parse(rest, { ...FLAGS, ...chosen.options }, Object.keys(chosen.args ?? {}));
  io.base = originOf(typeof options.url === "string" ? options.url : io.base);
  io.token ??= await keptToken(io);
  await chosen.run(io, args, options);
}

function answerText(io: Io, text: string): void {
  io.answer({ text }, text);
}

function commandNamed(given: string): Command {
  const found = COMMANDS.find(({ name }) => name === given);
  if (found) return found;
  const near = COMMANDS.find(({ name }) => editDistance(given, name, TYPING_ERRORS_MAX) <= TYPING_ERRORS_MAX);
  throw usage(`There is no command ${given}.${near ? ` Did you mean ${near.name}?` : ""}`);
}

/** The address of a service, without a trailing slash. Throws a CommandError for any other text. */
function originOf(address: string): string {
  // A name and a password in an address would be sent and shown.
  if (/^https?:\/\/[^/?#@\\]+\/*$/.test(address) && URL.canParse(address)) return new URL(address).origin;
  const shown = address.replace(/\/\/.*@/, "//");
  throw usage(
    shown === "" ? "The address of the service is missing." : `${shown} is not the address of a service.`,
    "Set CAIRN_URL or --url to https://host, without a path, a name or a password.",
  );
}

/** Where the next step of the service speaks to programs that send requests themselves. */
const NEXT_STEPS: Record<string, string> = {
  invalid_token: "Log in with the whole token: cairn login. CAIRN_TOKEN is used first where it is set.",
  connection_revoked: "Log in with the token of another connection, or make one: cairn login --new <name>.",
  append_key_expired: "Keys live seven days. Ask again to open a new thread: cairn ask.",
  validation_failed: "Correct what is named, then run the command again.",
};

function report(error: unknown, io: Io): number {
  const { code, detail, next_step, exit } = described(error);
  if (io.json) io.answer({ error: { code, detail, next_step } }, "");
  else io.note(`${style.red("error:")} ${detail}\n${next_step}`);
  return exit === EXIT.failed ? io.failed : exit;
}

function described(error: unknown): { code: string; detail: string; next_step: string; exit: number } {
  if (error instanceof CommandError) return { ...error, detail: error.message };
  if (error instanceof CairnError) {
    const { code, next_step, isPassing } = error;
    const detail = error.message.slice(code.length + 2);
    const moved = /^http_30/.test(code) ? "Set CAIRN_URL or --url to the address of the service itself." : null;
    const next =
      NEXT_STEPS[code] ??
      moved ??
      next_step ??
      "Try again later, and check the network and the address of the service.";
    return { code, detail, next_step: next, exit: isPassing ? EXIT.unreachable : EXIT.failed };
  }
  const trouble = fileTrouble(error);
  if (trouble) return described(trouble);
  const detail = error instanceof Error ? error.message : String(error);
  return {
    code: "failed",
    detail,
    next_step: "Run the command again; if it fails again, report it.",
    exit: EXIT.failed,
  };
}

/** The help of the whole program. */
function programHelp(about: string, commands: readonly Command[], flags: Flags): string {
  const rows = commands.map(({ name, about: does }) => [name, does]);
  const more = "cairn <command> --help shows the arguments and options of a command.";
  return [`Usage: cairn <command> [options]\n\n${about}`, table("Commands", rows), options(flags), more].join("\n\n");
}

/** The help of one command. */
function commandHelp({ name, about, args = {}, options: own = {}, more = "" }: Command, flags: Flags): string {
  const usage = `Usage: cairn ${[name, ...Object.keys(args)].join(" ")} [options]\n\n${about}`;
  const parts = [usage, table("Arguments", Object.entries(args)), options({ ...own, ...flags }), more];
  return parts.filter((part) => part !== "").join("\n\n");
}

function options(flags: Flags): string {
  const rows = Object.entries(flags).map(([name, { about, value, many, short }]) => [
    `${short ? `-${short}, ` : ""}--${name}${value ? ` <${value}>` : ""}`,
    many ? `${about}; may be given again` : about,
  ]);
  return table("Options", rows);
}

function table(title: string, rows: string[][]): string {
  if (rows.length === 0) return "";
  const width = Math.max(...rows.map(([left = ""]) => left.length)) + 2;
  return [`${title}:`, ...rows.map(([left = "", right]) => `  ${left.padEnd(width)}${right}`)].join("\n");
}
