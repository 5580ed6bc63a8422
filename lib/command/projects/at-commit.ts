import { execFileSync } from "node:child_process";
import path from "node:path";
import { CommandError } from "@/lib/command/io";
import { type Disk, repositoryOf } from "@/lib/command/projects/place";

const TREE_BYTES_MAX = 256 * 1024 * 1024;
/** Mode, kind, object, size and path of an entry of `git ls-tree -l`. */
const ENTRY = /^100\d+ blob ([0-9a-f]+) +(\d+)\t(.+)$/s;

/** The files of a commit of the repository that a folder belongs to, by their paths here. Throws a CommandError. */
export function diskAtCommit(folder: string, ref: string): Disk {
  const root = repositoryOf(folder);
  if (root === null) throw trouble(`${folder} is in no repository.`, "Run the command in a clone.");
  const git = (...args: string[]) =>
    execFileSync("git", ["-C", root, ...args], {
      encoding: "utf8",
      maxBuffer: TREE_BYTES_MAX,
      stdio: ["ignore", "pipe", "pipe"],
    });
  const commit = asked(
    () => git("rev-parse", "--verify", "--quiet", "--end-of-options", `${ref}^{commit}`).trim(),
    ref,
  );
  const files = new Map<string, { object: string; size: number }>();
  const folders = new Map<string, Set<string>>();
  for (const line of asked(() => git("ls-tree", "-r", "-l", "-z", "--full-tree", commit), ref).split("\0")) {
    const [, object = "", size = "", name = ""] = ENTRY.exec(line) ?? [];
    if (name === "") continue;
    const file = path.join(root, name);
    files.set(file, { object, size: Number(size) });
    const above = path.dirname(file);
    folders.set(above, (folders.get(above) ?? new Set()).add(path.basename(file)));
  }
  return {
    size: (file) => files.get(file)?.size ?? null,
    read: (file) => git("cat-file", "blob", files.get(file)?.object ?? ""),
    names: (at) => [...(folders.get(at) ?? [])],
    isLink: () => false,
    isBelow: () => true,
  };
}

function asked<T>(ask: () => T, ref: string): T {
  try {
    return ask();
  } catch (error) {
    if (Object(error).code === "ENOENT") throw trouble("git was not found.", "Install git, or leave out --base.");
    throw trouble(
      `${ref} is not a commit here.`,
      "Fetch it first: in CI, check out the whole history or fetch the branch.",
    );
  }
}

function trouble(detail: string, next_step: string): CommandError {
  return new CommandError("no_base", detail, next_step);
}
