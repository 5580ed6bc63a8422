import { closeSync, constants, fstatSync, opendirSync, openSync, readSync, realpathSync } from "node:fs";
import path from "node:path";
import { orNull } from "@/lib/command/projects/place";

/** A skill that an installed package has among its files. */
export type ShippedSkill = { package: string; name: string; description: string; file: string };

/** A folder with more packages, or a package with more folders, is not looked through to its end. */
const PACKAGES_MAX = 5_000;
const FOLDERS_MAX = 2_000;
const ENTRIES_MAX = 200;
const DEEP_MAX = 3;
const SKILLS_MAX = 200;
const BYTES_MAX = 4_096;
const TEXT_CHARACTERS_MAX = 200;

/** The skills of the packages in `node_modules`: `skills`, at any depth up to three. Nothing outside of the project is read. */
export function shippedSkills(folder: string): ShippedSkill[] {
  const root = orNull(() => realpathSync(folder));
  if (root === null) return [];
  const found: ShippedSkill[] = [];
  let folders = 0;
  const look = (of: string, at: string, deep: number): void => {
    folders += 1;
    if (folders > FOLDERS_MAX || found.length >= SKILLS_MAX || deep > DEEP_MAX) return;
    for (const { name, isFolder } of entriesOf(at, ENTRIES_MAX)) {
      if (name === "SKILL.md") {
        const shipped = found.length < SKILLS_MAX ? read(path.join(at, name)) : null;
        if (shipped) found.push({ package: of, ...shipped, file: path.relative(folder, path.join(at, name)) });
      } else if (isFolder) look(of, path.join(at, name), deep + 1);
    }
  };
  for (const name of packagesIn(path.join(folder, "node_modules"))) {
    const skills = path.join(folder, "node_modules", name, "skills");
    // pnpm and workspaces link packages; a link out of the project is not followed.
    const real = orNull(() => realpathSync(skills));
    if (real?.startsWith(root + path.sep)) look(name, skills, 0);
  }
  return found;
}

function packagesIn(folder: string): string[] {
  const names = entriesOf(folder, PACKAGES_MAX).map(({ name }) => name);
  return names
    .filter((name) => !name.startsWith("."))
    .flatMap((name) =>
      name.startsWith("@")
        ? entriesOf(path.join(folder, name), PACKAGES_MAX).map((below) => `${name}/${below.name}`)
        : [name],
    )
    .slice(0, PACKAGES_MAX);
}

/** At most so many entries; none of a folder that cannot be read. */
function entriesOf(folder: string, max: number): Array<{ name: string; isFolder: boolean }> {
  const found: Array<{ name: string; isFolder: boolean }> = [];
  const opened = orNull(() => opendirSync(folder));
  if (opened === null) return found;
  try {
    for (let next = opened.readSync(); next && found.length < max; next = opened.readSync())
      found.push({ name: next.name, isFolder: next.isDirectory() });
  } catch {
    // What was read so far counts.
  } finally {
    opened.closeSync();
  }
  return found.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** The name and the description at the beginning of a file; null for what is no such file. */
function read(file: string): Pick<ShippedSkill, "name" | "description"> | null {
  const text = orNull(() => beginningOf(file));
  const front = /^---\r?\n(.*?)\r?\n---/s.exec(text ?? "")?.[1];
  const name = memberOf(front ?? "", "name");
  return name === "" ? null : { name, description: memberOf(front ?? "", "description") };
}

/** Opened without waiting, because a pipe that nobody writes to never answers, and not through a link. */
function beginningOf(file: string): string {
  const { O_RDONLY, O_NONBLOCK = 0, O_NOFOLLOW = 0 } = constants;
  const opened = openSync(file, O_RDONLY | O_NONBLOCK | O_NOFOLLOW);
  try {
    if (!fstatSync(opened).isFile()) return "";
    const bytes = Buffer.alloc(BYTES_MAX);
    return bytes.subarray(0, readSync(opened, bytes)).toString("utf8");
  } finally {
    closeSync(opened);
  }
}

function memberOf(front: string, key: string): string {
  const [, written = ""] = new RegExp(`^${key}:[ \\t]*(.*)$`, "m").exec(front) ?? [];
  return written
    .trim()
    .replace(/^(["'])(.*)\1$/, "$2")
    .slice(0, TEXT_CHARACTERS_MAX);
}
