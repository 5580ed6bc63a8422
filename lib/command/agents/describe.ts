import path from "node:path";
import type { FileEdit } from "@/lib/command/agents/agent-files";
import { tableOf } from "@/lib/command/agents/toml-text";
import { FileTrouble } from "@/lib/command/agents/trouble";
import { CommandError, type Io } from "@/lib/command/io";

/** A path as people write it: with `~` for the home folder. */
export function shortPath(file: string, home: string): string {
  return file.startsWith(`${home}${path.sep}`) ? `~${file.slice(home.length)}` : file;
}

/** What an edit adds, in lines. Nothing else of the file is shown: it may hold secrets. */
export function linesOf(edit: FileEdit): string[] {
  if (edit.kind === "toml") return tableOf(edit.edit);
  if (edit.kind === "whole") return [`the whole file, ${edit.text.split("\n").length - 1} lines`];
  const place = edit.edit.at.map((part) => part ?? "[]").join(".");
  return [`${place}: ${JSON.stringify(edit.edit.value)}`];
}

/**
 * The changes of all files. Throws CommandError, naming every file that cannot be changed safely: then none is changed.
 */
export function planAll<File extends { file: string }, Change>(
  files: readonly File[],
  { home }: Pick<Io, "home">,
  { change, next_step }: { change: (file: File) => Change; next_step: string },
): Change[] {
  const troubles: string[] = [];
  const planned = files.flatMap((each): Change[] => {
    try {
      return [change(each)];
    } catch (error) {
      if (!(error instanceof FileTrouble)) throw error;
      troubles.push(`${shortPath(each.file, home)}: ${error.message}`);
      return [];
    }
  });
  if (troubles.length === 0) return planned;
  throw new CommandError(
    "file_trouble",
    `Nothing was changed because of these files:\n${troubles.join("\n")}`,
    next_step,
  );
}
