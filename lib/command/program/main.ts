import { Command, CommanderError } from "commander";
import { CairnError } from "@/lib/client/call";
import { addInstall } from "@/lib/command/agents/install";
import { addUninstall } from "@/lib/command/agents/uninstall";
import { CommandError, EXIT, type Io } from "@/lib/command/io";
import { style } from "@/lib/command/style";

declare const CAIRN_VERSION: string | undefined;

/** Runs the program with the arguments after its name; returns the exit code. Prints errors itself and never throws. */
export async function run(args: string[], io: Io): Promise<number> {
  const options = args.includes("--") ? args.slice(0, args.indexOf("--")) : args;
  io.json = options.includes("--json");
  try {
    await createProgram(io).parseAsync(args, { from: "user" });
    return EXIT.done;
  } catch (error) {
    if (io.signal.aborted) return EXIT.done;
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
    .hook("preAction", (whole) => {
      const { url } = whole.opts<{ url?: string }>();
      if (url !== undefined) io.base = originOf(url);
    })
    .exitOverride()
    .configureOutput({
      writeOut: (text) => io.answer({ text }, text.trimEnd()),
      // The error is thrown as well, and `report` prints it once.
      writeErr: () => {},
    });
  addInstall(program, io);
  addUninstall(program, io);
  return program;
}

/** Throws a CommandError for what is no address. */
function originOf(address: string): string {
  if (/^https?:\/\/[^/?#]+\/*$/.test(address) && URL.canParse(address)) return address.replace(/\/+$/, "");
  throw new CommandError(
    "usage",
    `${address} is not the address of a service.`,
    "Write it as https://host, without a path.",
    EXIT.usage,
  );
}

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
    const detail = error.message.replace(/^error: /, "");
    return { code: "usage", detail, next_step: "Run the command with --help to see how it is used.", exit: EXIT.usage };
  }
  if (error instanceof CairnError) {
    const { code, next_step, isPassing } = error;
    const detail = error.message.slice(code.length + 2);
    const later = "Try again later, and check the network and the address of the service.";
    return { code, detail, next_step: next_step ?? later, exit: isPassing ? EXIT.unreachable : EXIT.failed };
  }
  const detail = error instanceof Error ? error.message : String(error);
  return {
    code: "failed",
    detail,
    next_step: "Run the command again; if it fails again, report it.",
    exit: EXIT.failed,
  };
}
