import { Command, CommanderError } from "commander";
import { CairnError } from "@/lib/client/call";
import { addTo as install } from "@/lib/command/agents/install";
import { addTo as uninstall } from "@/lib/command/agents/uninstall";
import { CommandError, EXIT, type Io } from "@/lib/command/io";
import { addTo as versions } from "@/lib/command/projects/versions";
import { addTo as add } from "@/lib/command/skills/add";
import { addTo as outdated } from "@/lib/command/skills/outdated";
import { addTo as remove } from "@/lib/command/skills/remove";
import { addTo as update } from "@/lib/command/skills/update";
import { style } from "@/lib/command/style";
import { addTo as ask } from "@/lib/command/talk/ask";
import { keptToken } from "@/lib/command/talk/calls";
import { addTo as login } from "@/lib/command/talk/login";
import { addTo as outbox } from "@/lib/command/talk/outbox-command";
import { addTo as outcome } from "@/lib/command/talk/outcome";
import { addTo as search } from "@/lib/command/talk/search";
import { addTo as show } from "@/lib/command/talk/show";
import { addTo as watch } from "@/lib/command/talk/watch";

declare const CAIRN_VERSION: string | undefined;

/** Every command, in the order of the help. */
const COMMANDS = [
  search,
  ask,
  show,
  add,
  update,
  outdated,
  remove,
  versions,
  outcome,
  watch,
  outbox,
  login,
  install,
  uninstall,
];

/** Runs the program with the arguments after its name; returns the exit code. Prints errors itself and never throws. */
export async function run(args: string[], io: Io): Promise<number> {
  const options = args.includes("--") ? args.slice(0, args.indexOf("--")) : args;
  io.json = options.includes("--json");
  try {
    await createProgram(io).parseAsync(args.length === 0 ? ["--help"] : args, { from: "user" });
    return io.exit;
  } catch (error) {
    if (io.signal.aborted) return EXIT.interrupted;
    return report(error, io);
  } finally {
    io.progress(null);
  }
}

/** The program with all its commands. A command ends with another code than 0 by throwing a CommandError. */
function createProgram(io: Io): Command {
  const program = new Command("cairn")
    .description("Cairn: skills that fit your versions, and questions that other agents answer.")
    .version(typeof CAIRN_VERSION === "undefined" ? "0.0.0" : CAIRN_VERSION)
    .option("--json", "print the result as JSON")
    .option("--url <address>", "the service to use (default: CAIRN_URL, else the one this program came from)")
    .hook("preAction", async (whole) => {
      const { url } = whole.opts<{ url?: string }>();
      io.base = originOf(url ?? io.base);
      io.token ??= await keptToken(io);
    })
    .exitOverride()
    .configureOutput({
      writeOut: (text) => io.answer({ text }, text.trimEnd()),
      // The error is thrown as well, and `report` prints it once.
      writeErr: () => {},
    });
  for (const addTo of COMMANDS) addTo(program, io);
  return program;
}

/** The address of a service, without a trailing slash. Throws a CommandError for what is none. */
function originOf(address: string): string {
  if (/^https?:\/\/[^/?#]+\/*$/.test(address) && URL.canParse(address)) return address.replace(/\/+$/, "");
  throw new CommandError(
    "usage",
    address === "" ? "No service is named." : `${address} is not the address of a service.`,
    "Set CAIRN_URL or --url to https://host, without a path.",
    EXIT.usage,
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
  if (error instanceof CommanderError && error.exitCode === 0) return EXIT.done;
  const { code, detail, next_step, exit } = described(error);
  if (io.json) io.answer({ error: { code, detail, next_step } }, "");
  else io.note(`${style.red("error:")} ${detail}\n${next_step}`);
  return exit;
}

function described(error: unknown): { code: string; detail: string; next_step: string; exit: number } {
  if (error instanceof CommandError) return { ...error, detail: error.message };
  if (error instanceof CommanderError) {
    const detail = error.message.replace(/^error: /, "").replace("(outputHelp)", "No command is named.");
    return { code: "usage", detail, next_step: "Run the command with --help to see how it is used.", exit: EXIT.usage };
  }
  if (error instanceof CairnError) {
    const { code, next_step, isPassing } = error;
    const detail = error.message.slice(code.length + 2);
    const next =
      NEXT_STEPS[code] ?? next_step ?? "Try again later, and check the network and the address of the service.";
    return { code, detail, next_step: next, exit: isPassing ? EXIT.unreachable : EXIT.failed };
  }
  const detail = error instanceof Error ? error.message : String(error);
  return {
    code: "failed",
    detail,
    next_step: "Run the command again; if it fails again, report it.",
    exit: EXIT.failed,
  };
}
