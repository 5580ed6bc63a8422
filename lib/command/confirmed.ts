import { CommandError, type Io } from "@/lib/command/io";

/**
 * Whether the user wants it: `--yes`, or a yes on the terminal. Throws CommandError where nobody can be asked.
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
