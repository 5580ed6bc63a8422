import { mkdtemp, rm } from "node:fs/promises";
import { isIP } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setImmediate as otherWork } from "node:timers/promises";
import { amountFault, type Beside, besideEach, sizeFault } from "@/lib/domain/import/files-beside";
import { spdxOfFile } from "@/lib/domain/skills/licenses";
import { gitPlace } from "@/lib/domain/sources/address";
import {
  COLLECTED_BYTES_MAX,
  type Collected,
  type FoundSkill,
  isPlainPath,
  type Refused,
  readText,
  SKILLS_MAX,
  SourceFailure,
  TOO_MUCH_BEFORE,
  tooMany,
} from "@/lib/domain/sources/found";
import { addressesOf, isAllowedHost } from "@/lib/domain/sources/public-host";
import { runGit } from "@/lib/domain/sources/run-git";

/** Of the files that git hands over in one piece. */
const PIECE_BYTES_MAX = 16 * 1_048_576;
const LICENSE_NAMES = ["LICENSE", "LICENSE.md", "LICENSE.txt", "LICENCE", "LICENCE.md", "LICENCE.txt", "COPYING"];
const REF = "refs/source";
const LINK = "is a link";

/** `reason` of one whose content is not read. */
type Blob = { sha: string; path: string; size: number; reason: string | null };
type Folder = { path: string; text: Blob; beside: Blob[] };

/**
 * The skills of a git repository at a ref. Nothing is checked out: the files are read as objects, so no link is
 * followed, no filter or hook runs, and no submodule is fetched. Throws a `SourceFailure`.
 */
export async function collectGit(
  source: { address: string },
  { signal, progress }: { signal: AbortSignal; progress?: (words: string) => Promise<void> },
): Promise<Collected> {
  const { repository, ref, folder } = gitPlace(source.address);
  const home = await mkdtemp(path.join(tmpdir(), "cairn-source-"));
  try {
    await progress?.(`fetching ${repository}`);
    const commit = await fetchInto(home, new URL(repository), ref, signal);
    const all = await listBlobs(home, signal);
    const blobs = folder === "" ? all : all.filter(({ path: file }) => file.startsWith(`${folder}/`));
    if (blobs.length === 0) throw new SourceFailure(`it has no files${folder === "" ? "" : ` in ${folder}`}`);
    const { folders, refused } = foldersIn(blobs, folder);
    const licenses = await licensesIn(home, all, signal);
    const skills: FoundSkill[] = [];
    const notes: Refused[] = [];
    for (const piece of inPieces(folders)) {
      await progress?.(`${skills.length} of ${folders.length} skills read`);
      const contents = await readBlobs(
        home,
        piece.flatMap(({ text, beside }) => [text, ...beside]),
        signal,
      );
      for (const { path: at, text: blob, beside } of piece) {
        // Texts are parsed without waiting, and this process serves requests too.
        await otherWork();
        signal.throwIfAborted();
        const markdown = contents.get(blob.sha);
        const files = beside.map((each) => besideOf(each, contents));
        const text = markdown
          ? readText(markdown, files, nearest(licenses, at))
          : { reason: blob.reason ?? "git does not have it" };
        if ("reason" in text) {
          refused.push({ path: at, reason: text.reason });
          continue;
        }
        notes.push(...text.skill.notes.map((reason) => ({ path: at, reason })));
        const { applicability, library } = text.skill;
        const requires = library.requires.map((name) => `${source.address}/skills/${name}`);
        const about = { ...text, repository, commit, applicability, requires };
        skills.push({
          source_path: `${source.address}/${at}`,
          path: at,
          texts: [{ ...about, release: ref, release_state: "published" }],
        });
      }
    }
    return { skills, refused, notes, releases: null, newest: null };
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

async function fetchInto(home: string, url: URL, ref: string | null, signal: AbortSignal): Promise<string> {
  const addresses = await addressesOf(url);
  const scheme = url.protocol.slice(0, -1);
  if (scheme !== "https" && !isAllowedHost(url.host)) throw new SourceFailure("only https is read");
  await runGit(home, ["init", "--quiet", "--bare", "."], { signal });
  const port = url.port || (scheme === "https" ? "443" : "80");
  const pinned = isIP(url.hostname.replace(/^\[|\]$/g, ""))
    ? []
    : [`http.curloptResolve=${url.hostname}:${port}:${addresses[0]}`];
  const words = ["fetch", "--quiet", "--depth=1", "--no-tags", "--no-recurse-submodules", "--no-auto-gc"];
  await runGit(home, [...words, "--", url.href, `+${ref ?? "HEAD"}:${REF}`], {
    signal,
    configuration: [`protocol.${scheme}.allow=always`, "fetch.fsckObjects=true", ...pinned],
  });
  return (await runGit(home, ["rev-parse", `${REF}^{commit}`], { signal })).toString("utf8").trim();
}

/** The files of the repository, without submodules and odd paths. */
async function listBlobs(home: string, signal: AbortSignal): Promise<Blob[]> {
  const listed = await runGit(home, ["ls-tree", "-r", "-z", "-l", "--full-tree", REF], { signal });
  return listed
    .toString("utf8")
    .split("\0")
    .flatMap((line) => {
      const [, mode, sha = "", size, file = ""] = /^(\d+) blob ([0-9a-f]+) +(\d+)\t(.+)$/s.exec(line) ?? [];
      if (mode === undefined || !isPlainPath(file)) return [];
      const reason = mode.startsWith("100") ? sizeFault(Number(size)) : LINK;
      return [{ sha, path: file, size: Number(size), reason }];
    })
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** The folders with a SKILL.md that is not a link, with what lies beside it, as far as the limits let them be read. */
function foldersIn(blobs: readonly Blob[], whole: string): { folders: Folder[]; refused: Refused[] } {
  const isText = ({ path: file, reason }: Blob) => path.posix.basename(file) === "SKILL.md" && reason !== LINK;
  const texts = blobs.filter(isText);
  const beside = besideEach(blobs, texts.map(folderOf));
  const folders: Folder[] = [];
  const refused: Refused[] = [];
  if (texts.length > SKILLS_MAX) refused.push(tooMany(whole || ".", texts.length));
  let bytes = 0;
  for (const text of texts.slice(0, SKILLS_MAX)) {
    const folder = { path: folderOf(text), text, beside: beside.get(folderOf(text)) ?? [] };
    const own = bytesOf(folder);
    const tooMuch = bytes + own > COLLECTED_BYTES_MAX ? TOO_MUCH_BEFORE : null;
    const reason = amountFault(folder.beside.length, own) ?? tooMuch;
    if (reason !== null) {
      refused.push({ path: folder.path, reason });
      continue;
    }
    folders.push(folder);
    bytes += own;
  }
  return { folders, refused };
}

function bytesOf({ text, beside }: Folder): number {
  return [text, ...beside].reduce((sum, { size, reason }) => sum + (reason === null ? size : 0), 0);
}

function inPieces(folders: readonly Folder[]): Folder[][] {
  const pieces: Folder[][] = [];
  let bytes = 0;
  for (const folder of folders) {
    const own = bytesOf(folder);
    if (pieces.length === 0 || bytes + own > PIECE_BYTES_MAX) {
      pieces.push([]);
      bytes = 0;
    }
    bytes += own;
    pieces.at(-1)?.push(folder);
  }
  return pieces;
}

function besideOf({ path: at, sha, reason }: Blob, contents: ReadonlyMap<string, Buffer>): Beside {
  const bytes = contents.get(sha);
  return reason === null && bytes ? { path: at, bytes } : { path: at, reason: reason ?? "cannot be read" };
}

/** The contents of blobs by their ids, without those that have a reason not to be read. */
async function readBlobs(home: string, blobs: readonly Blob[], signal: AbortSignal): Promise<Map<string, Buffer>> {
  const wanted = [...new Set(blobs.flatMap(({ sha, reason }) => (reason === null ? [sha] : [])))];
  const found = new Map<string, Buffer>();
  if (wanted.length === 0) return found;
  const bytes = await runGit(home, ["cat-file", "--batch"], { signal, input: `${wanted.join("\n")}\n` });
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf("\n", at);
    const [sha = "", kind, size = "0"] = bytes.toString("latin1", at, end).split(" ");
    if (kind !== "blob") throw new SourceFailure("git does not have a file that it lists");
    found.set(sha, bytes.subarray(end + 1, end + 1 + Number(size)));
    at = end + 1 + Number(size) + 1;
  }
  return found;
}

/** The licence of each folder that has a licence file; null where it is not recognised. */
async function licensesIn(
  home: string,
  blobs: readonly Blob[],
  signal: AbortSignal,
): Promise<Map<string, string | null>> {
  const files = blobs.filter(({ path: file }) => LICENSE_NAMES.includes(path.posix.basename(file)));
  const texts = await readBlobs(home, files.slice(0, SKILLS_MAX), signal);
  // A small repository can have one file in a hundred thousand folders.
  const licenses = new Map([...texts].map(([sha, text]) => [sha, spdxOfFile(text.toString("utf8"))]));
  return new Map(files.map((blob) => [folderOf(blob), licenses.get(blob.sha) ?? null]));
}

/** The nearest licence file counts, also when it is not recognised. */
function nearest(licenses: ReadonlyMap<string, string | null>, folder: string): string | null {
  for (let at = folder; ; at = path.posix.dirname(at)) {
    const license = licenses.get(at);
    if (license !== undefined) return license;
    if (at === ".") return null;
  }
}

function folderOf({ path: file }: Blob): string {
  return path.posix.dirname(file);
}
