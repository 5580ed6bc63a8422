import { createHash } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { isIP } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseSkillFile } from "@/lib/domain/skills/parse-skill-file";
import { spdxOf, spdxOfFile } from "@/lib/domain/skills/spdx";
import { gitPlace } from "@/lib/domain/sources/address";
import type { Collected, FoundSkill, Refused } from "@/lib/domain/sources/found";
import { addressesOf, isAllowedHost } from "@/lib/domain/sources/public-host";
import { runGit } from "@/lib/domain/sources/run-git";
import { SourceFailure } from "@/lib/domain/sources/source-failure";

const FILE_BYTES_MAX = 262_144;
const SKILLS_MAX = 2_000;
const LICENSE_NAMES = ["LICENSE", "LICENSE.md", "LICENSE.txt", "LICENCE", "LICENCE.md", "LICENCE.txt", "COPYING"];
const REF = "refs/source";

type Blob = { sha: string; path: string; size: number };

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
    const skills = blobs.filter(({ path: file }) => file === "SKILL.md" || file.endsWith("/SKILL.md"));
    const refused: Refused[] = skills
      .slice(SKILLS_MAX)
      .map((blob) => ({ path: folderOf(blob), reason: `the repository has more than ${SKILLS_MAX} skills` }));
    const read = skills.slice(0, SKILLS_MAX);
    const licenses = await licensesIn(home, all, signal);
    await progress?.(`reading ${read.length} skills`);
    const texts = await readBlobs(home, read, signal);
    const notes: Refused[] = [];
    const found = read.flatMap((blob): FoundSkill[] => {
      const at = folderOf(blob);
      const bytes = texts.get(blob.sha);
      const parsed = bytes ? parseSkillFile(bytes) : null;
      if (!parsed?.ok) {
        refused.push({ path: at, reason: parsed?.reason ?? `has ${blob.size} bytes; the limit is ${FILE_BYTES_MAX}` });
        return [];
      }
      const { skill } = parsed;
      const license = skill.license === null ? nearest(licenses, at) : spdxOf(skill.license);
      const digest = createHash("sha256").update(JSON.stringify([skill.title, skill.description, skill.markdown]));
      notes.push(...skill.notes.map((reason) => ({ path: at, reason })));
      return [
        {
          source_path: `${source.address}/${at}`,
          path: at,
          texts: [
            {
              skill,
              files: [],
              text_sha256: digest.digest(),
              release: ref,
              release_state: "published",
              commit,
              license,
              repository,
              applicability: skill.applicability,
              requires: skill.library.requires.map((name) => `${source.address}/skills/${name}`),
            },
          ],
        },
      ];
    });
    return { skills: found, refused, notes, releases: null, newest: null };
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

/** The files of the repository, without links and submodules; odd paths are left out. */
async function listBlobs(home: string, signal: AbortSignal): Promise<Blob[]> {
  const listed = await runGit(home, ["ls-tree", "-r", "-z", "-l", "--full-tree", REF], { signal });
  return listed
    .toString("utf8")
    .split("\0")
    .flatMap((line) => {
      const [, mode, sha = "", size, file = ""] = /^(\d+) blob ([0-9a-f]+) +(\d+)\t(.+)$/s.exec(line) ?? [];
      return mode?.startsWith("100") && isPlain(file) ? [{ sha, path: file, size: Number(size) }] : [];
    })
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

function isPlain(file: string): boolean {
  return file.length <= 300 && !/[\\\p{Cc}\ufffd]/u.test(file) && !/(?:^|\/)(?:\.{1,2}|\.git)(?:\/|$)/i.test(file);
}

/** The contents of blobs by their ids; those that are too large are left out. */
async function readBlobs(home: string, blobs: readonly Blob[], signal: AbortSignal): Promise<Map<string, Buffer>> {
  const wanted = blobs.filter(({ size }) => size <= FILE_BYTES_MAX).map(({ sha }) => sha);
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
  return new Map(files.map((blob) => [folderOf(blob), spdxOfFile(texts.get(blob.sha)?.toString("utf8") ?? "")]));
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
