import { digestOf, readBytes, removeFile, writeBytes } from "@/lib/command/agents/disk";
import type { FileChange } from "@/lib/command/agents/file-changes";
import { backupFolder, dropBackup, keepBackup, type Receipt, writeReceipt } from "@/lib/command/agents/receipt";
import { causeOf, fileTrouble } from "@/lib/command/file-trouble";
import { CommandError, type Io } from "@/lib/command/io";

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
