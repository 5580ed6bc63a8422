import { type Dirent, readdirSync, realpathSync, statSync } from "node:fs";
import path from "node:path";
import { mayBelong, nameOf, PASSED_OVER } from "@/lib/domain/import/files-beside";

export type SkillFolder = {
  /** The imported root. */
  root: string;
  folder: string;
  /** The folder's path under the imported root, separated by `/`; the root's own name when it is the root. */
  relative: string;
  /** Markdown files in `versions/`, by name. */
  versions: string[];
  /** Everything else in the folder, by name; folders end with `/`. Hidden files are left out. */
  beside: string[];
};

export type Found = { skills: SkillFolder[]; unreadable: Array<{ path: string; reason: string }> };

/** The starter library: folders with a SKILL.md, written for this project. */
export const LIBRARY = path.resolve(import.meta.dirname, "../../../db/library");

/**
 * Finds the folders under `root` that contain a SKILL.md, at any depth, in path order. Follows links to folders. A
 * folder reachable by several paths is read once, under its own path if that is below the root.
 */
export function findSkills(root: string): Found {
  const found: Found = { skills: [], unreadable: [] };
  const seen = new Set<string>();
  const links: string[] = [];
  const walk = (folder: string) => {
    const real = realPath(folder, found);
    if (real === null || seen.has(real)) return;
    seen.add(real);
    const entries = list(folder, found);
    const relative = path.relative(root, folder).split(path.sep).join("/") || path.basename(real);
    if (entries.some((entry) => entry.name === "SKILL.md"))
      found.skills.push({
        root,
        folder,
        relative,
        versions: versionsIn(folder, entries, found),
        beside: entries.filter(isBeside).map(nameOf),
      });
    for (const entry of entries) {
      const below = path.join(folder, entry.name);
      if (PASSED_OVER.has(entry.name)) continue;
      if (entry.isDirectory()) walk(below);
      else if (entry.isSymbolicLink() && isFolder(below)) links.push(below);
    }
  };
  walk(root);
  // Links come last, so that folders below the root keep their own paths.
  for (let link = links.shift(); link; link = links.shift()) walk(link);
  found.skills.sort((a, b) => (a.relative < b.relative ? -1 : 1));
  return found;
}

function isBeside({ name }: Dirent): boolean {
  return name !== "SKILL.md" && name !== "versions" && mayBelong(name);
}

/** Whether the path, or its link target, is a reachable folder. */
export function isFolder(place: string): boolean {
  try {
    return statSync(place).isDirectory();
  } catch {
    // Missing, not permitted, or a link to itself.
    return false;
  }
}

function versionsIn(folder: string, entries: Dirent[], found: Found): string[] {
  const place = path.join(folder, "versions");
  if (!entries.some((entry) => entry.name === "versions") || !isFolder(place)) return [];
  return list(place, found)
    .filter((entry) => entry.name.endsWith(".md"))
    .map((entry) => path.join(place, entry.name));
}

function list(folder: string, found: Found): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    found.unreadable.push(unreadable(folder, error));
    return [];
  }
}

/** Null for a folder that is gone, whose path is too long, or that may not be reached. */
function realPath(folder: string, found: Found): string | null {
  try {
    return realpathSync(folder);
  } catch (error) {
    found.unreadable.push(unreadable(folder, error));
    return null;
  }
}

function unreadable(folder: string, error: unknown): Found["unreadable"][number] {
  const reason = error instanceof Error && "code" in error ? String(error.code) : "unknown error";
  return { path: folder, reason: `folder cannot be read (${reason})` };
}
