import { isPortablePath } from "@/lib/contract/portable-path";
import type { FileProblem } from "@/lib/domain/publishing/version-files";
import { findInvisible, isStorableText } from "@/lib/text/safety/find-invisible";
import { findSecrets } from "@/lib/text/safety/find-secrets";

const PATH_BYTES_MAX = 200;
const NAME_BYTES_MAX = 100;
const PARTS_MAX = 8;

/** Names that Windows reserves for devices, with any ending. */
const RESERVED = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])(?:\.|$)/i;

/**
 * What is wrong with the paths of one version's files: paths that lead elsewhere, that some file system cannot hold,
 * or that clash with each other where case does not count. One problem a path.
 */
export function findPathFaults(paths: readonly string[]): FileProblem[] {
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
