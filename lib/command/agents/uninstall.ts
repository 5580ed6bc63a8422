import { backupFile, readBackup, readReceipt } from "@/lib/command/agents/disk";
import { changeToUninstall, type FileChange, makeChanges, planAll, shortPath } from "@/lib/command/agents/file-changes";
import { command } from "@/lib/command/command";
import { confirmed, type Io } from "@/lib/command/io";
import { style } from "@/lib/command/style";

/** `backup`: where the bytes from before install stay, because they are not restored. */
type Planned = FileChange & { backup: string | null };
type Options = { "dry-run"?: boolean; yes?: boolean };

/** What uninstall does to a file, and how it is said. */
const ACTIONS = {
  delete: "delete it, because install created it",
  restore: "restore it as it was, byte for byte",
  remove: "remove Cairn's part and keep later changes",
  leave: "leave it alone: it was changed after install, or Cairn's part is gone",
} as const;

/** `cairn uninstall`: takes back what `cairn install` did. */
export const uninstall = command({
  name: "uninstall",
  about: "restore the files that install changed",
  options: {
    "dry-run": { about: "show the changes without making them" },
  },
  run: uninstallAll,
});

async function uninstallAll(io: Io, _: string[], options: Options): Promise<void> {
  const planned = plan(io);
  const said = { files: planned.map((change) => summaryOf(change)), changed: false };
  if (planned.length === 0) return io.answer(said, "Nothing is installed.");
  const shown = planned.map((change) => describe(io, change)).join("\n");
  if (options["dry-run"]) return io.answer(said, `${shown}\n\nNothing was changed: this was a dry run.`);
  if (!options.yes) io.note(shown);
  if (!(await confirmed(io, "Make these changes?", options))) return io.answer(said, "Nothing was changed.");
  makeChanges(io, plan(io), readReceipt(io));
  io.answer({ ...said, changed: true }, options.yes ? `${shown}\n\nDone.` : "Done.");
}

function plan(io: Io): Planned[] {
  const files = Object.entries(readReceipt(io).files).map(([file, installed]) => ({ file, installed }));
  return planAll(files, io, {
    change: ({ file, installed }) => {
      const change = changeToUninstall(file, { io, installed });
      const isKept = !change.isExact && installed.before !== null && readBackup(io, file, installed) !== null;
      return { ...change, backup: isKept ? backupFile(io, file) : null };
    },
    next_step: "Fix these files, then run the command again.",
  });
}

function summaryOf(change: Planned) {
  return { file: change.file, action: actionOf(change), backup: change.backup };
}

function actionOf({ from, to, isExact }: FileChange): keyof typeof ACTIONS {
  if (from === null || (to !== null && from.equals(to))) return "leave";
  if (to === null) return "delete";
  return isExact ? "restore" : "remove";
}

function describe({ home }: Io, change: Planned): string {
  const { file, action, backup } = summaryOf(change);
  const sign = { delete: style.red("-"), restore: style.yellow("~"), remove: style.yellow("~"), leave: "=" }[action];
  return `${sign} ${style.bold(shortPath(file, home))}: ${ACTIONS[action]}${backup ? `. Backup: ${shortPath(backup, home)}` : ""}`;
}
