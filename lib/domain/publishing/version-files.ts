import { createHash } from "node:crypto";
import { isPortablePath } from "@/lib/contract/addresses";
import { grouped } from "@/lib/platform/words";
import { findInvisible, isStorableText } from "@/lib/text/safety/find-invisible";
import { findSecrets } from "@/lib/text/safety/find-secrets";

/** A file beside the SKILL.md of a version: its path relative to that, separated by `/`, and its content. */
export type SkillFile = { path: string; bytes: Uint8Array };

/** Why a set of files is refused: the file, or null where it is the whole set, and a reason that follows its name. */
type FileProblem = { path: string | null; reason: string };

export const FILES_MAX = 100;
const FILES_BYTES_MAX = 1_048_576;
export const TEXT_FILE_BYTES_MAX = 65_536;
/** Characters of a path in an error. */
const SHOWN_MAX = 80;
export const BINARY_FILE_BYTES_MAX = 262_144;

type Binary = { media_type: string; starts: (bytes: Buffer) => boolean };
const startsWith =
  (...signatures: string[]) =>
  (bytes: Buffer) =>
    signatures.some((signature) => bytes.subarray(0, signature.length).equals(Buffer.from(signature, "latin1")));

const PNG: Binary = { media_type: "image/png", starts: startsWith("\x89PNG\r\n\x1a\n") };
const JPEG: Binary = { media_type: "image/jpeg", starts: startsWith("\xff\xd8\xff") };
const GIF: Binary = { media_type: "image/gif", starts: startsWith("GIF87a", "GIF89a") };
const WEBP: Binary = {
  media_type: "image/webp",
  starts: (bytes) => startsWith("RIFF")(bytes) && bytes.subarray(8, 12).toString("latin1") === "WEBP",
};
const PDF: Binary = { media_type: "application/pdf", starts: startsWith("%PDF-") };

/** The kinds of files that are carried without being shown. */
const BINARIES: ReadonlyMap<string, Binary> = new Map([
  ["png", PNG],
  ["jpg", JPEG],
  ["jpeg", JPEG],
  ["gif", GIF],
  ["webp", WEBP],
  ["pdf", PDF],
]);

/** Text that a browser would run is sent as plain text. */
const TEXT_TYPES: ReadonlyMap<string, string> = new Map([
  ["md", "text/markdown"],
  ["json", "application/json"],
]);

/** The media type of a file that `checkSkillFiles` accepts. */
export function mediaTypeOf(path: string): string {
  const ending = endingOf(path);
  return BINARIES.get(ending)?.media_type ?? TEXT_TYPES.get(ending) ?? "text/plain";
}

/** Whether a file is text: shown, judged and compared. Others are images and PDF, which are only carried. */
export function isTextFile(path: string): boolean {
  return !BINARIES.has(endingOf(path));
}

/** The text of a file for which `isTextFile` is true and that `checkSkillFiles` accepts. */
export function textOfFile(file: SkillFile): string {
  return Buffer.from(file.bytes).toString("utf8");
}

/** The text files among these, as the rules that judge texts take them. */
export function textFiles(files: readonly SkillFile[]): { path: string; text: string }[] {
  return files.filter(({ path }) => isTextFile(path)).map((file) => ({ path: file.path, text: textOfFile(file) }));
}

/**
 * Checks the files of one version against the limits: at most 100 of 1 MiB together; each UTF-8 text of at most 64 KiB,
 * or an image or PDF of at most 256 KiB; paths that every file system can hold beside each other. Empty when they may
 * be published, as far as their size and form go: what the texts say is judged separately.
 */
export function checkSkillFiles(files: readonly SkillFile[]): FileProblem[] {
  const problems: FileProblem[] = [];
  if (files.length > FILES_MAX)
    problems.push({ path: null, reason: `${grouped(files.length)} files; a version may have ${FILES_MAX}` });
  const bytes = files.reduce((sum, file) => sum + file.bytes.byteLength, 0);
  if (bytes > FILES_BYTES_MAX) {
    const most = `${grouped(FILES_BYTES_MAX)}`;
    problems.push({ path: null, reason: `${grouped(bytes)} bytes in all files together; a version may have ${most}` });
  }
  problems.push(...findPathFaults(files.map(({ path }) => path)));
  for (const file of files) {
    const reason = contentFault(file);
    if (reason !== null) problems.push({ path: file.path, reason });
  }
  return problems;
}

/** A problem as one line of words. */
export function problemInWords({ path, reason }: FileProblem): string {
  return path === null ? reason : `${JSON.stringify(path)} ${reason}`;
}

/** A JSON pointer that names a file: its path as a member, shortened, without what must not be repeated. */
export function filePointer(path: string): string {
  const shown = Array.from(path.toWellFormed()).slice(0, SHOWN_MAX).join("");
  const safe = findSecrets(path).length > 0 ? "[secret]" : shown.replace(/\p{C}/gu, "\ufffd");
  return `/${safe.replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

/** SHA-256 of bytes in hex, as a version's `files` state it. */
export function sha256Of(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/**
 * The digest of a whole version: SHA-256 of a list with a line `{sha256}  {path}` for each file and for the markdown
 * as `SKILL.md`, in the order of the paths' bytes. `sha256sum` writes the same lines.
 */
export function treeDigest(markdown: string, files: readonly SkillFile[]): string {
  return digestOfList(
    sha256Of(Buffer.from(markdown, "utf8")),
    files.map(({ path, bytes }) => ({ path, sha256: sha256Of(bytes) })),
  );
}

/** The same from the digests of the markdown and of the files. */
export function digestOfList(content_sha256: string, files: ReadonlyArray<{ path: string; sha256: string }>): string {
  const all = [{ path: "SKILL.md", sha256: content_sha256 }, ...files];
  const lines = inOrder(all).map(({ path, sha256 }) => `${sha256}  ${path}\n`);
  return sha256Of(Buffer.from(lines.join(""), "utf8"));
}

/** In the order of the paths' bytes, which is the same in the database and on every machine. */
export function inOrder<T extends { path: string }>(files: readonly T[]): T[] {
  return [...files].sort((a, b) => Buffer.compare(Buffer.from(a.path), Buffer.from(b.path)));
}

function contentFault({ path, bytes }: SkillFile): string | null {
  const size = bytes.byteLength;
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, size);
  const binary = BINARIES.get(endingOf(path));
  if (binary) {
    if (size > BINARY_FILE_BYTES_MAX)
      return `has ${grouped(size)} bytes; an image or PDF may have ${grouped(BINARY_FILE_BYTES_MAX)}`;
    return binary.starts(content) ? null : `is not ${binary.media_type}, as its name says`;
  }
  if (size > TEXT_FILE_BYTES_MAX)
    return `has ${grouped(size)} bytes; a text file may have ${grouped(TEXT_FILE_BYTES_MAX)}`;
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(content);
    if (isStorableText(text)) return null;
  } catch {
    // Not UTF-8.
  }
  return "is neither UTF-8 text nor a PNG, JPEG, GIF, WebP or PDF file; leave it out";
}

function endingOf(path: string): string {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const dot = name.lastIndexOf(".");
  return dot < 0 ? "" : name.slice(dot + 1).toLowerCase();
}

const PATH_BYTES_MAX = 200;
const NAME_BYTES_MAX = 100;
const PARTS_MAX = 8;

/** Names that Windows reserves for devices, with any ending. */
const RESERVED = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])(?:\.|$)/i;

/**
 * What is wrong with the paths of one version's files: paths that lead elsewhere, that some file system cannot hold,
 * or that clash with each other where case does not count. One problem a path.
 */
function findPathFaults(paths: readonly string[]): FileProblem[] {
  const problems: FileProblem[] = [];
  const spellings = new Map<string, string>();
  const files = new Set(paths.map(folded));
  const seen = new Set<string>();
  for (const path of paths) {
    const reason = pathFault(path) ?? clash(path, { spellings, files, seen });
    if (reason !== null) problems.push({ path, reason });
  }
  return problems;
}

function pathFault(path: string): string | null {
  if (path === "") return "has no name";
  if (!isStorableText(path) || /\p{Cc}/u.test(path)) return "has control characters in its path";
  if (Buffer.byteLength(path) > PATH_BYTES_MAX) return `has a path of more than ${PATH_BYTES_MAX} bytes`;
  if (path.startsWith("/") || /^[a-z]:/i.test(path)) return "has an absolute path; it must be relative to SKILL.md";
  const parts = path.split("/");
  if (parts.length > PARTS_MAX) return `lies more than ${PARTS_MAX - 1} folders deep`;
  for (const part of parts) {
    const reason = partFault(part);
    if (reason !== null) return reason;
  }
  if (findInvisible(path, "prose").length > 0) return "has invisible characters in its path";
  if (path.includes("\ufffd")) return "has a path that is not UTF-8";
  if (findSecrets(path).length > 0) return "has a path that looks like it holds a secret";
  if (path.normalize("NFC") !== path) return "has a path that is not in Unicode's form NFC; write it composed";
  if (folded(path) === "skill.md")
    return "is the version's text, which does not arrive as one of its files; leave it out";
  if (!isPortablePath(path)) return "has characters in its path that some systems cannot hold; use letters and digits";
  return null;
}

function partFault(part: string): string | null {
  if (part === "..") return "has .. in its path; files lie beside or below SKILL.md";
  if (part === "" || part === ".") return "has an empty part in its path";
  if (part.startsWith(".")) return "is hidden: a part of its path starts with a dot; leave it out";
  if (Buffer.byteLength(part) > NAME_BYTES_MAX) return `has a name of more than ${NAME_BYTES_MAX} bytes in its path`;
  if (/[\\<>:"|?*]/.test(part)) return 'has one of \\ < > : " | ? * in its path, which Windows refuses';
  if (/^\s|[\s.]$/u.test(part)) return "has a name that begins with a blank, or ends with a blank or a dot";
  if (RESERVED.test(part)) return "has a name that Windows reserves; rename it";
  return null;
}

type Names = { spellings: Map<string, string>; files: ReadonlySet<string>; seen: Set<string> };

function clash(path: string, { spellings, files, seen }: Names): string | null {
  const parts = path.split("/");
  for (let count = 1; count <= parts.length; count += 1) {
    const place = parts.slice(0, count).join("/");
    const other = spellings.get(folded(place));
    if (other !== undefined && other !== place)
      return `clashes with ${JSON.stringify(other)}: they differ only in case or spelling`;
    if (count < parts.length && files.has(folded(place))) return `lies in ${JSON.stringify(place)}, which is a file`;
    spellings.set(folded(place), place);
  }
  if (seen.has(folded(path))) return "is there twice";
  seen.add(folded(path));
  return null;
}

/** How file systems compare names that do not tell case apart. */
function folded(path: string): string {
  return path.normalize("NFKC").toUpperCase().toLowerCase();
}
