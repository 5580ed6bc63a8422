import { existsSync, readFileSync, realpathSync, statSync } from "node:fs";
import path from "node:path";
import { spdxOfFile } from "@/lib/domain/skills/licenses";
import { COMMIT, type Found, repositoryAddress } from "@/lib/domain/skills/origin";

/** Of git's own files: the longest are lists of refs. */
const FILE_BYTES_MAX = 16 * 1_048_576;

/** The git checkout of a folder: its top folder, the address of its remote, and the commit that is checked out. */
type Checkout = { top: string; repository: string | null; commit: string | null };

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
function textOf(file: string, bytesMax = FILE_BYTES_MAX): string | null {
  try {
    const stat = statSync(file);
    return stat.isFile() && stat.size <= bytesMax ? readFileSync(file, "utf8") : null;
  } catch {
    return null;
  }
}

/** What the folder of a skill says about the origin of its files. */
export type Surroundings = Found;

/** The licence files of folders that were read already: many skills of one run lie below the same ones. */
export type KnownLicenses = Map<string, { has: boolean; license: string | null }>;

const LICENSE_FILES = ["LICENSE", "LICENSE.txt", "LICENSE.md", "LICENCE", "LICENCE.txt", "LICENCE.md", "COPYING"];
const LICENSE_BYTES_MAX = 131_072;

/**
 * Reads the checkout that a skill's folder is part of (only with `checkout`), and the nearest licence file: in the
 * folder or above it, up to the top of the checkout, else up to the imported root. Only files are read: no program is
 * started and nothing is fetched.
 */
export function readSurroundings(
  folder: string,
  options: { root: string; checkout: boolean; known?: KnownLicenses | undefined },
): Surroundings {
  const checkout = readCheckout(folder);
  const top = checkout?.top ?? realpathSync(options.root);
  const license = nearestLicense(realpathSync(folder), top, options.known ?? new Map());
  if (!options.checkout || !checkout) return { repository: null, commit: null, license };
  return { repository: checkout.repository, commit: checkout.commit, license };
}

/** The nearest file counts, also when it is not recognised: one further up is about other files. */
function nearestLicense(folder: string, top: string, known: KnownLicenses): string | null {
  for (let place = folder; ; place = path.dirname(place)) {
    const found = known.get(place) ?? licenseIn(place);
    known.set(place, found);
    if (found.has) return found.license;
    if (place === top || place === path.dirname(place) || !place.startsWith(`${top}${path.sep}`)) return null;
  }
}

function licenseIn(place: string): { has: boolean; license: string | null } {
  for (const name of LICENSE_FILES) {
    const text = textOf(path.join(place, name), LICENSE_BYTES_MAX);
    if (text !== null) return { has: true, license: spdxOfFile(text) };
  }
  return { has: false, license: null };
}
