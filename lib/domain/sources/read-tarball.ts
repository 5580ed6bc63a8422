import { unpackTar } from "modern-tar";
import { type Beside, besideEach, sizeFault } from "@/lib/domain/import/files-beside";
import { isPlainPath, SourceFailure } from "@/lib/domain/sources/found";
import { grouped } from "@/lib/platform/words";

/** A folder of a package with a SKILL.md, by its path in the package. */
export type PackedSkill = { path: string; markdown: Uint8Array; beside: Beside[] };
export type Packed = { manifest: unknown; skills: PackedSkill[]; refused: Array<{ path: string; reason: string }> };

const UNPACKED_BYTES_MAX = 256 * 1_048_576;
const ENTRIES_MAX = 100_000;
const SKILLS_MAX = 500;
const KEPT_BYTES_MAX = 32 * 1_048_576;
/** Folders that package.json may name. */
const NAMED_MAX = 100;
const NAMED_CHARACTERS_MAX = 300;
const REFUSED_MAX = 1_000;

/**
 * Reads the skills of a package's tarball (tar.gz) without writing a file: each folder with a SKILL.md below `skills/` or
 * below a folder that package.json names. Throws a `SourceFailure` for an archive that is broken or too large.
 */
export async function readTarball(bytes: Uint8Array): Promise<Packed> {
  const { files, unread } = await filesOf(bytes);
  const manifest = parsed(files.get("package.json"));
  const roots = ["skills", ...namedFolders(manifest)];
  const below = (path: string) => roots.some((root) => path === root || path.startsWith(`${root}/`));
  const folders = [...files.keys()]
    .filter((file) => file.endsWith("/SKILL.md") && below(file))
    .map((file) => file.slice(0, -"/SKILL.md".length))
    .sort();
  const read = [...files].map(([path, content]) => ({ path, bytes: content }));
  const beside = besideEach<Beside>([...unread, ...read], folders);
  const skills = folders.slice(0, SKILLS_MAX).map((path) => ({
    path,
    markdown: files.get(`${path}/SKILL.md`) ?? new Uint8Array(),
    beside: beside.get(path) ?? [],
  }));
  // What lies beside a skill is a note of that skill.
  const isBeside = (path: string) => skills.some((skill) => path.startsWith(`${skill.path}/`));
  const refused = unread.filter(({ path }) => below(path) && (path.endsWith("/SKILL.md") || !isBeside(path)));
  if (refused.length > REFUSED_MAX) {
    const reason = `has ${grouped(refused.length - REFUSED_MAX)} more files that are not read`;
    refused.splice(REFUSED_MAX, refused.length, { path: "skills", reason });
  }
  if (folders.length > SKILLS_MAX)
    refused.push({ path: "skills", reason: `has more than ${SKILLS_MAX} skills; the others are not read` });
  return { manifest, skills, refused };
}

type Unread = { path: string; reason: string };

async function filesOf(bytes: Uint8Array): Promise<{ files: Map<string, Uint8Array>; unread: Unread[] }> {
  const files = new Map<string, Uint8Array>();
  const unread: Unread[] = [];
  let entries = 0;
  let kept = 0;
  const plain = new Blob([bytes as Uint8Array<ArrayBuffer>])
    .stream()
    .pipeThrough(new DecompressionStream("gzip"))
    .pipeThrough(limit(UNPACKED_BYTES_MAX));
  const unpacked = await unpackTar(plain, {
    strict: true,
    filter({ name, type, size }) {
      entries += 1;
      if (entries > ENTRIES_MAX) throw new SourceFailure(`it has more than ${grouped(ENTRIES_MAX)} files`);
      const path = inPackage(name);
      // Other files are never looked at. The manifest may name any folder, so its text is judged by the ending.
      if (path === null || (path !== "package.json" && !mayBelong(path))) return false;
      if (type !== "file") {
        if (type !== "directory") unread.push({ path, reason: `is a ${type}, not a file` });
        return false;
      }
      const tooLarge = sizeFault(size);
      if (tooLarge !== null) {
        unread.push({ path, reason: tooLarge });
        return false;
      }
      kept += size;
      if (kept > KEPT_BYTES_MAX) throw new SourceFailure(`its skills have more than ${KEPT_BYTES_MAX / 1_048_576} MiB`);
      return true;
    },
  }).catch((error: unknown) => {
    if (error instanceof SourceFailure) throw error;
    throw new SourceFailure(`its archive cannot be read: ${error instanceof Error ? error.message : error}`);
  });
  for (const { header, data } of unpacked) {
    const path = inPackage(header.name);
    if (path !== null && data !== undefined) files.set(path, data);
  }
  return { files, unread };
}

/** Whether a file may be part of a skill: code and its maps are not. */
function mayBelong(path: string): boolean {
  return /(?:^|\/)skills?\//i.test(path) || path.endsWith("/SKILL.md");
}

/** The path below the first folder, which npm names `package`; null for a path that leaves it or that is odd. */
function inPackage(name: string): string | null {
  const [, path] = /^[^/]+\/(.+?)\/?$/.exec(name) ?? [];
  return path !== undefined && isPlainPath(path) && !path.split("/").includes("") ? path : null;
}

/** The folders that package.json names: `"skills": "docs/skills"`, a list of them, or `agents.skills` with paths. */
function namedFolders(manifest: unknown): string[] {
  const { skills, agents } = Object(manifest);
  const named: unknown[] = [skills, Object(agents).skills].flat();
  return named
    .slice(0, NAMED_MAX)
    .map((each) => (typeof each === "string" ? each : Object(each).path))
    .filter((each): each is string => typeof each === "string" && each.length <= NAMED_CHARACTERS_MAX)
    .map((each) => each.replace(/^\.?\//, "").replace(/\/+$/, ""))
    .filter((each) => each !== "" && !each.split("/").includes(".."));
}

function limit(bytesMax: number): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0;
  return new TransformStream({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      if (bytes > bytesMax) throw new SourceFailure(`it has more than ${bytesMax / 1_048_576} MiB unpacked`);
      controller.enqueue(chunk);
    },
  });
}

function parsed(bytes: Uint8Array | undefined): unknown {
  try {
    return bytes && JSON.parse(Buffer.from(bytes).toString("utf8"));
  } catch {
    return null;
  }
}
