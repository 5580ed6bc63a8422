import { accessSync, constants, lstatSync, readlinkSync, type Stats, statSync } from "node:fs";
import path from "node:path";

const LINKS_MAX = 40;
const OWNER_MAY_WRITE = 0o200;

/**
 * Where a file is, or where it would be created: every link on its path is followed, also one to something that does not
 * exist yet. Throws an error with the code ELOOP for links that lead to themselves.
 */
export function realPlace(file: string): string {
  const { root } = path.parse(path.resolve(file));
  const rest = partsOf(path.resolve(file));
  let at = root;
  for (let links = 0; rest.length > 0; ) {
    const part = rest.shift() ?? "";
    const next = part === ".." ? path.dirname(at) : path.join(at, part);
    if (part === ".." || !entryAt(next)?.isSymbolicLink()) {
      at = next;
      continue;
    }
    links += 1;
    if (links > LINKS_MAX) throw Object.assign(new Error(`${file} leads to itself.`), { code: "ELOOP", path: file });
    const target = readlinkSync(next);
    if (path.isAbsolute(target)) at = path.parse(target).root;
    rest.unshift(...partsOf(target));
  }
  return at;
}

/** Whether a file is, or would be, below a folder, wherever the links on its path lead. */
export function isWithin(folder: string, file: string): boolean {
  return realPlace(file).startsWith(realPlace(folder) + path.sep);
}

/** Why a file, or for a new one the nearest folder that exists, may not be written, in a sentence; null if it may. */
export function whyNotWritable(file: string): string | null {
  const real = realPlace(file);
  let place = real;
  while (!entryAt(place)) place = path.dirname(place);
  const stat = statSync(place);
  if (!mayWrite(place, stat.mode)) return place === real ? "It is read-only." : `The folder ${place} is read-only.`;
  if (place === real) return stat.isDirectory() ? "It is a folder." : null;
  return stat.isDirectory() ? null : `${place} is not a folder.`;
}

/** The entry at a path, without following links; undefined if nothing is there, or a part of the path is a file. */
function entryAt(place: string): Stats | undefined {
  try {
    return lstatSync(place);
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes(Object(error).code)) return undefined;
    throw error;
  }
}

/** The mode says it also to the superuser, who may write everything. */
function mayWrite(place: string, mode: number): boolean {
  if ((mode & OWNER_MAY_WRITE) === 0) return false;
  try {
    accessSync(place, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function partsOf(file: string): string[] {
  const { root } = path.parse(file);
  return file
    .slice(root.length)
    .split(path.sep)
    .filter((part) => part !== "" && part !== ".");
}
