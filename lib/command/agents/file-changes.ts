import path from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { AgentFile, FileEdit } from "@/lib/command/agents/agent-files";
import { digestOf, missingFolders, readBytes, requireWritable, textOf } from "@/lib/command/agents/disk";
import { addJson, isEmptyJson, removeJson } from "@/lib/command/agents/json-text";
import { type Installed, readBackup, type Step } from "@/lib/command/agents/receipt";
import { addToml, removeToml } from "@/lib/command/agents/toml-text";
import type { Io } from "@/lib/command/io";
import { realPlace } from "@/lib/command/places";

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
 * FileTrouble.
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

/** The change that takes everything of Cairn's out of a file. Throws FileTrouble. */
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
    const { text: after, step } = put(before, edit);
    if (step) steps.push(step);
    return after;
  }, start);
  return steps.length === 0 ? { to: clean, steps } : { to: Buffer.from(`${mark}${text}`), steps };
}

function put(before: string, each: FileEdit): { text: string; step: Step | null } {
  if (each.kind === "toml") {
    const result = addToml(before, each.edit);
    return { text: result?.text ?? before, step: result && { ...each, trace: result.trace } };
  }
  if (each.kind === "whole") throw new Error("A whole file has no other edits.");
  const result = addJson(before.trim() === "" ? "{}\n" : before, each.edit);
  return { text: result?.text ?? before, step: result && { ...each, trace: result.trace } };
}
