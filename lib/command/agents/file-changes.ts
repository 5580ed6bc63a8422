import path from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { AgentFile, FileEdit } from "@/lib/command/agents/agent-files";
import {
  backupFolder,
  digestOf,
  dropBackup,
  type Installed,
  keepBackup,
  missingFolders,
  type Receipt,
  readBackup,
  readBytes,
  removeFile,
  requireWritable,
  type Step,
  textOf,
  writeBytes,
  writeReceipt,
} from "@/lib/command/agents/disk";
import { addJson, isEmptyJson, removeJson } from "@/lib/command/agents/json-text";
import { addToml, removeToml, tableOf } from "@/lib/command/agents/toml-text";
import { causeOf, FileError, fileTrouble, realPlace } from "@/lib/command/file-system";
import { CommandError, type Io } from "@/lib/command/io";

/** What will happen to one file. */
export type FileChange = {
  file: string;
  /** Its bytes now and then; null where there is no file. */
  from: Buffer | null;
  to: Buffer | null;
  /** Its bytes without anything of Cairn's, to keep as a backup. */
  clean: Buffer | null;
  /** What the receipt will say of it; null if nothing of Cairn's is in it then. */
  installed: Installed | null;
  /** Whether the file becomes exactly what it was before install. Only uninstall says so. */
  isExact: boolean;
};

type Known = { io: Pick<Io, "settings">; installed: Installed | undefined };

/**
 * The change that puts edits into a file, in place of those of an earlier install; none if they are there. Throws
 * FileError.
 */
export function changeToInstall({ file, edits }: AgentFile, known: Known): FileChange {
  const from = readBytes(file);
  if (from && known.installed && isInPlace(from, edits, known.installed))
    return { file, from, to: from, clean: null, installed: known.installed, isExact: false };
  const { bytes: clean } = cleaned(file, from, known);
  const { to, steps } = edited(clean, edits);
  const folders = [...new Set([...(known.installed?.folders ?? []), ...missingFolders(path.dirname(realPlace(file)))])];
  const installed = steps.length === 0 ? null : { before: digestOf(clean), after: digestOf(to) ?? "", folders, steps };
  if (digestOf(to) !== digestOf(from)) requireWritable(file);
  return { file, from, to, clean, installed, isExact: false };
}

/** The change that takes everything of Cairn's out of a file. Throws FileError. */
export function changeToUninstall(file: string, known: Known & { installed: Installed }): FileChange {
  const from = readBytes(file);
  const { bytes: to, isExact } = cleaned(file, from, known);
  if (digestOf(to) !== digestOf(from)) requireWritable(file);
  return { file, from, to, clean: to, installed: null, isExact };
}

/** A file without what an earlier install put into it. What others changed since stays. */
function cleaned(
  file: string,
  from: Buffer | null,
  { io, installed }: Known,
): { bytes: Buffer | null; isExact: boolean } {
  if (!installed || from === null) return { bytes: from, isExact: false };
  const now = digestOf(from);
  if (now === installed.before) return { bytes: from, isExact: true };
  const backup = installed.before === null ? null : readBackup(io, file, installed);
  if (now === installed.after && (installed.before === null || backup)) return { bytes: backup, isExact: true };
  const found = textOf(from);
  if (installed.steps.some(({ kind }) => kind === "whole")) return { bytes: from, isExact: false };
  const text = [...installed.steps].reverse().reduce(takenBack, found.text);
  const isJson = installed.steps.some(({ kind }) => kind === "json");
  const wasBlank = installed.before === null || (backup !== null && backup.toString("utf8").trim() === "");
  const isBlank = isJson ? isEmptyJson(text) : text.trim() === "";
  if (wasBlank && isBlank) return { bytes: backup, isExact: true };
  const bytes = Buffer.from(`${found.mark}${text}`);
  return { bytes, isExact: digestOf(bytes) === installed.before };
}

/** Whether an earlier install made the same edits, and the file still says all they say. */
function isInPlace(from: Buffer, edits: readonly FileEdit[], { steps }: Installed): boolean {
  const editOf = (each: Step | FileEdit) => ("edit" in each ? each.edit : each.kind);
  if (!steps.every((step) => edits.some((each) => isDeepStrictEqual(editOf(each), editOf(step))))) return false;
  try {
    return edited(from, edits).steps.length === 0;
  } catch {
    return false;
  }
}

function takenBack(text: string, step: Step): string {
  if (step.kind === "json") return removeJson(text, step.edit, step.trace);
  return step.kind === "toml" ? removeToml(text, step.edit, step.trace) : text;
}

function edited(clean: Buffer | null, edits: readonly FileEdit[]): { to: Buffer | null; steps: Step[] } {
  const whole = edits.find((edit) => edit.kind === "whole");
  if (whole) {
    const to = Buffer.from(whole.text);
    return clean?.equals(to) ? { to: clean, steps: [] } : { to, steps: [{ kind: "whole" }] };
  }
  const steps: Step[] = [];
  const { text: start, mark } = clean === null ? { text: "", mark: "" } : textOf(clean);
  const text = edits.reduce((before, edit) => {
    const { text: after, step } = withEdit(before, edit);
    if (step) steps.push(step);
    return after;
  }, start);
  return steps.length === 0 ? { to: clean, steps } : { to: Buffer.from(`${mark}${text}`), steps };
}

function withEdit(before: string, each: FileEdit): { text: string; step: Step | null } {
  if (each.kind === "toml") {
    const result = addToml(before, each.edit);
    return { text: result?.text ?? before, step: result && { ...each, trace: result.trace } };
  }
  if (each.kind === "whole") throw new Error("A whole file has no other edits.");
  const result = addJson(before.trim() === "" ? "{}\n" : before, each.edit);
  return { text: result?.text ?? before, step: result && { ...each, trace: result.trace } };
}

/**
 * Makes all changes, or none: when a file cannot be written, those before it get their bytes back. Backups and the receipt
 * are on the disk before the first file changes. Throws CommandError.
 */
export function makeChanges(io: Pick<Io, "settings">, changes: readonly FileChange[], receipt: Receipt): void {
  const files = { ...receipt.files };
  for (const { file, installed } of changes) {
    if (installed) files[file] = installed;
    else delete files[file];
  }
  const done: FileChange[] = [];
  let current = io.settings;
  try {
    for (const { file, clean, installed } of changes) if (installed && clean !== null) keepBackup(io, file, clean);
    // A file that is to lose its edits stays in the receipt until it has lost them.
    writeReceipt(io, { ...receipt, files: { ...receipt.files, ...files } });
    for (const change of changes) {
      current = change.file;
      if (digestOf(readBytes(current)) !== digestOf(change.from))
        throw new Error("Another program changed it in the meantime.");
      done.push(change);
      put(change.file, change.to, receipt);
    }
    current = io.settings;
    writeReceipt(io, { ...receipt, files });
  } catch (error) {
    const why = `${current} could not be written. ${causeOf(error)}`;
    const lost = takeBack(done, { ...receipt, files });
    if (lost.length > 0)
      throw new CommandError(
        "half_written",
        `${why} These files could not be restored: ${lost.join(", ")}.`,
        `Their previous content is in ${backupFolder(io)}. Run \`cairn uninstall\` once files can be written again.`,
      );
    try {
      for (const { file } of changes) if (!receipt.files[file]) dropBackup(io, file);
      writeReceipt(io, receipt);
    } catch {
      // A receipt that names files without changes does no harm: uninstall finds them as they were.
    }
    throw new CommandError(
      "not_written",
      `${why} Nothing was changed.`,
      fileTrouble(error)?.next_step ?? "Run the command again.",
    );
  }
  for (const { file, installed, isExact } of changes)
    if (installed ? installed.before === null : isExact) dropBackup(io, file);
  // The folders of the backups are empty now.
  if (Object.keys(files).length === 0) writeReceipt(io, { ...receipt, files });
}

/** Gives files their former bytes; returns those where that failed. */
function takeBack(done: readonly FileChange[], receipt: Receipt): string[] {
  return done.flatMap(({ file, from }) => {
    try {
      put(file, from, receipt);
      return [];
    } catch {
      return [file];
    }
  });
}

/** Writes a file, or deletes it with the folders that install created for it. */
function put(file: string, bytes: Buffer | null, { files }: Receipt): void {
  if (bytes === null) removeFile(file, files[file]?.folders);
  else if (digestOf(readBytes(file)) !== digestOf(bytes)) writeBytes(file, bytes);
}

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
      if (!(error instanceof FileError)) throw error;
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
