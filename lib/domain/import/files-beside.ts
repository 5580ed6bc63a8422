import { type Dirent, lstatSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import {
  BINARY_FILE_BYTES_MAX,
  checkSkillFiles,
  FILES_MAX,
  inOrder,
  problemInWords,
  type SkillFile,
} from "@/lib/domain/publishing/version-files";
import { grouped } from "@/lib/platform/words";

/** What lies beside a SKILL.md: its path from there, and its content, or why it was not read, to follow its name. */
export type Beside = { path: string; bytes: Uint8Array } | { path: string; reason: string };

/** The files of a version with notes of what was left out, or why nothing of the folder can be carried. */
type Kept = { files: SkillFile[]; notes: string[] } | { refused: string };

/** Folders that hold what others wrote. */
export const PASSED_OVER: ReadonlySet<string> = new Set(["node_modules", ".git"]);
/** Files and bytes looked at: enough to say that there are too many. */
const SEEN_MAX = 10 * FILES_MAX;
const SEEN_BYTES_MAX = 16 * 1_048_576;
/** The folders that the format of skills names. */
const OWN_FOLDERS = new Set(["references", "scripts", "assets"]);
const NAMED_MAX = 5;
/** Folders above an entry that are looked at: no version carries a file that lies deeper. */
const LEVELS_MAX = 16;

/** Whether an entry of a folder belongs to a skill: hidden ones and installed packages do not, and nobody is told. */
export function mayBelong(name: string): boolean {
  return !name.startsWith(".") && !PASSED_OVER.has(name);
}

/** Why a file is not read; null for one that a version may carry, as far as its size goes. */
export function sizeFault(bytes: number): string | null {
  return bytes > BINARY_FILE_BYTES_MAX ? `has ${grouped(bytes)} bytes, which is too much` : null;
}

/** Why a folder with so many files, of so many bytes, is refused without being read; null for one that may be read. */
export function amountFault(files: number, bytes: number): string | null {
  if (files > SEEN_MAX) return `it has more than ${grouped(SEEN_MAX)} files`;
  return bytes > SEEN_BYTES_MAX ? `its files have more than ${SEEN_BYTES_MAX / 1_048_576} MiB` : null;
}

/**
 * What a version carries of what lies beside its SKILL.md: every file that alone is within the limits. The others are
 * left out, and a note names them. A folder that has too much even so is refused: nobody could say which part matters.
 */
export function keepFiles(beside: readonly Beside[]): Kept {
  const left = beside.flatMap((entry) => ("reason" in entry ? [problemInWords(entry)] : []));
  const files = beside.flatMap((entry) => ("bytes" in entry ? [entry] : []));
  const bytes = files.reduce((sum, file) => sum + file.bytes.byteLength, 0);
  const tooMuch = amountFault(beside.length, bytes);
  if (tooMuch !== null) return { refused: tooMuch };
  const problems = checkSkillFiles(files);
  const wrong = new Map(problems.flatMap(({ path, reason }) => (path === null ? [] : [[path, reason]])));
  left.push(...[...wrong].map(([path, reason]) => problemInWords({ path, reason })));
  const kept = inOrder(files.filter(({ path }) => !wrong.has(path)));
  const whole = checkSkillFiles(kept).map(problemInWords);
  if (whole.length > 0) return { refused: `its folder has ${whole.join("; ")}` };
  return { files: kept, notes: left.length > 0 ? [inOneNote(left)] : [] };
}

/**
 * The entries beside the SKILL.md of each of these folders, with paths from there: each belongs to the nearest folder
 * above it. Of a skill at the top (`.`) only the folders that the format names belong to it: the rest is of the whole
 * package or repository.
 */
export function besideEach<T extends { path: string }>(
  entries: Iterable<T>,
  folders: readonly string[],
): Map<string, T[]> {
  const found = new Map<string, T[]>(folders.map((folder) => [folder, []]));
  for (const entry of entries) {
    let end = entry.path.length;
    for (let level = 0; end >= 0 && level < LEVELS_MAX; level += 1) {
      end = end === 0 ? -1 : entry.path.lastIndexOf("/", end - 1);
      const beside = found.get(end < 0 ? "." : entry.path.slice(0, end));
      if (!beside) continue;
      const path = entry.path.slice(end + 1);
      const below = path.split("/");
      const isOwn = end >= 0 || (below.length > 1 && OWN_FOLDERS.has(below[0] ?? ""));
      if (isOwn && below.at(-1) !== "SKILL.md" && below.every(mayBelong)) beside.push({ ...entry, path });
      break;
    }
  }
  return found;
}

function inOneNote(left: readonly string[]): string {
  const more = left.length > NAMED_MAX ? ` and ${left.length - NAMED_MAX} more` : "";
  return `left out: ${left.slice(0, NAMED_MAX).join("; ")}${more}`;
}

/**
 * Reads what lies beside a SKILL.md. `names` are the entries of its folder that belong to the skill; folders end with
 * `/`. Folders below it that hold a skill of their own are passed over. Links are left out with a note.
 */
export function readBeside(folder: string, names: readonly string[]): Kept {
  const beside: Beside[] = [];
  const places = [...names];
  let bytes = 0;
  for (let place = places.shift(); place !== undefined; place = places.shift()) {
    const tooMuch = amountFault(beside.length, bytes);
    if (tooMuch !== null) return { refused: tooMuch };
    const whole = path.join(folder, place);
    if (place.endsWith("/")) places.push(...entriesOf(whole).map((entry) => place + entry));
    else {
      const entry = readOne(whole, place);
      bytes += "bytes" in entry ? entry.bytes.byteLength : 0;
      beside.push(entry);
    }
  }
  return keepFiles(beside);
}

/** The names below a folder; those of folders end with `/`. None for the folder of another skill. */
function entriesOf(folder: string): string[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true }).filter(({ name }) => mayBelong(name));
    return entries.some(({ name }) => name === "SKILL.md") ? [] : entries.map(nameOf).sort();
  } catch {
    return [];
  }
}

/** As `readBeside` takes it. */
export function nameOf(entry: Dirent): string {
  return entry.isDirectory() ? `${entry.name}/` : entry.name;
}

function readOne(file: string, at: string): Beside {
  try {
    const stat = lstatSync(file);
    if (stat.isSymbolicLink()) return { path: at, reason: "is a link" };
    // Reading a pipe would block forever.
    if (!stat.isFile()) return { path: at, reason: "is not a regular file" };
    const tooLarge = sizeFault(stat.size);
    return tooLarge === null ? { path: at, bytes: readFileSync(file) } : { path: at, reason: tooLarge };
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : "unknown error";
    return { path: at, reason: `cannot be read (${code})` };
  }
}
