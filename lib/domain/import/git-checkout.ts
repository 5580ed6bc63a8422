import { existsSync, readFileSync, realpathSync, statSync } from "node:fs";
import path from "node:path";
import { COMMIT, repositoryAddress } from "@/lib/domain/skills/origin";

/** Of git's own files: the longest are lists of refs. */
const FILE_BYTES_MAX = 16 * 1_048_576;

/** The git checkout of a folder: its top folder, the address of its remote, and the commit that is checked out. */
export type Checkout = { top: string; repository: string | null; commit: string | null };

/**
 * Reads the checkout that a folder is part of; null outside one. Reads git's files: git itself would obey the settings
 * of a foreign checkout, which can name programs to start.
 */
export function readCheckout(folder: string): Checkout | null {
  for (let top = realpathSync(folder); ; top = path.dirname(top)) {
    const entry = path.join(top, ".git");
    if (existsSync(entry)) {
      const own = gitFolder(entry);
      if (own === null) return null;
      // A linked worktree shares all but its HEAD with the repository it belongs to.
      const common = path.resolve(own, textOf(path.join(own, "commondir"))?.trim() || ".");
      const url = remoteUrl(textOf(path.join(common, "config")) ?? "");
      return { top, repository: url === null ? null : httpsAddress(url), commit: headOf(own, common) };
    }
    if (top === path.dirname(top)) return null;
  }
}

/** Worktrees and submodules have a file `.git` that names the folder. */
function gitFolder(entry: string): string | null {
  const text = textOf(entry);
  if (text === null) return entry;
  const [, named] = /^gitdir:[ \t]*(.+)$/m.exec(text) ?? [];
  return named === undefined ? null : path.resolve(path.dirname(entry), named.trim());
}

/** The first address of `origin`, else of the only remote. */
function remoteUrl(config: string): string | null {
  const urls = new Map<string, string>();
  let remote: string | undefined;
  for (const line of config.split(/\r?\n/)) {
    if (/^\s*\[/.test(line)) remote = /^\s*\[\s*remote\s+"([^"]*)"\s*\]/i.exec(line)?.[1];
    const url = /^\s*url\s*=\s*"?([^"\s]+)"?\s*(?:[#;].*)?$/i.exec(line)?.[1];
    if (remote !== undefined && url !== undefined && !urls.has(remote)) urls.set(remote, url);
  }
  return urls.get("origin") ?? (urls.size === 1 ? ([...urls.values()][0] ?? null) : null);
}

/**
 * The https address of a remote without credentials; null for folders, plain http and private hosts. Forges answer
 * under the same path for ssh and https.
 */
function httpsAddress(remote: string): string | null {
  const [, host, below] =
    /^(?:ssh|git|git\+ssh):\/\/(?:[^@/]*@)?([^:/]+)(?::\d+)?\/(.+)$/i.exec(remote) ??
    /^(?:[^@/:]*@)?([^:/\\]+):(?!\/\/)\/?([^\\]+)$/.exec(remote) ??
    [];
  if (host !== undefined && below !== undefined) return repositoryAddress(`https://${host}/${below}`);
  return repositoryAddress(remote.replace(/^(https:\/\/)[^@/]*@/i, "$1"));
}

function headOf(own: string, common: string): string | null {
  const head = textOf(path.join(own, "HEAD"))?.trim() ?? "";
  const [, ref] = /^ref:\s*(refs\/[^\s\\]+)$/.exec(head) ?? [];
  if (ref === undefined) return COMMIT.test(head) ? head : null;
  if (ref.split("/").includes("..")) return null;
  const loose = (textOf(path.join(own, ref)) ?? textOf(path.join(common, ref)))?.trim();
  if (loose !== undefined) return COMMIT.test(loose) ? loose : null;
  const packed = (textOf(path.join(common, "packed-refs")) ?? "").split("\n");
  const line = packed.find((each) => each.endsWith(` ${ref}`))?.split(" ")[0];
  return line !== undefined && COMMIT.test(line) ? line : null;
}

/** Null for what is missing, no file, too large or not permitted. Reading a pipe or a device would never end. */
function textOf(file: string): string | null {
  try {
    const stat = statSync(file);
    return stat.isFile() && stat.size <= FILE_BYTES_MAX ? readFileSync(file, "utf8") : null;
  } catch {
    return null;
  }
}
