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

export type Beside = { files: SkillFile[]; notes: string[] } | { refused: string };

const PASSED_OVER = new Set(["node_modules", ".git"]);
/** Files looked at: enough to say that there are too many. */
const SEEN_MAX = 10 * FILES_MAX;

/**
 * Reads what lies beside a SKILL.md. `names` are the entries of its folder that belong to the skill; folders end with
 * `/`. Hidden files, links, and files that a version cannot carry are left out with a note; a folder that is too large
 * as a whole is refused.
 */
export function readBeside(folder: string, names: readonly string[]): Beside {
  const files: SkillFile[] = [];
  const left: string[] = [];
  const places = [...names];
  for (let place = places.shift(); place !== undefined; place = places.shift()) {
    if (files.length + left.length > SEEN_MAX) return { refused: `it has more than ${SEEN_MAX} files` };
    const whole = path.join(folder, place);
    if (place.endsWith("/")) places.push(...entriesOf(whole).map((entry) => place + entry));
    else {
      const read = readOne(whole);
      if (typeof read === "string") left.push(`${JSON.stringify(place)} ${read}`);
      else files.push({ path: place, bytes: read });
    }
  }
  const problems = checkSkillFiles(files);
  const wrong = new Map(problems.flatMap(({ path: at, reason }) => (at === null ? [] : [[at, reason]])));
  left.push(...[...wrong].map(([at, reason]) => problemInWords({ path: at, reason })));
  const kept = inOrder(files.filter(({ path: at }) => !wrong.has(at)));
  const whole = checkSkillFiles(kept).map(problemInWords);
  if (whole.length > 0) return { refused: `its folder has ${whole.join("; ")}` };
  return { files: kept, notes: left.length > 0 ? [notePast(left)] : [] };
}

const NAMED_MAX = 5;

function notePast(left: readonly string[]): string {
  const more = left.length > NAMED_MAX ? ` and ${left.length - NAMED_MAX} more` : "";
  return `left out: ${left.slice(0, NAMED_MAX).join("; ")}${more}`;
}

/** The names below a folder; those of folders end with `/`. */
function entriesOf(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter(({ name }) => !name.startsWith(".") && !PASSED_OVER.has(name))
      .map((entry) => nameOf(entry))
      .sort();
  } catch {
    return [];
  }
}

/** As `readBeside` takes it. */
export function nameOf(entry: Dirent): string {
  return entry.isDirectory() ? `${entry.name}/` : entry.name;
}

function readOne(file: string): Buffer | string {
  try {
    const stat = lstatSync(file);
    if (stat.isSymbolicLink()) return "is a link";
    // Reading a pipe would block forever.
    if (!stat.isFile()) return "is no regular file";
    if (stat.size > BINARY_FILE_BYTES_MAX) return `has ${grouped(stat.size)} bytes, which is too much`;
    return readFileSync(file);
  } catch (error) {
    return `cannot be read (${error instanceof Error && "code" in error ? error.code : "unknown error"})`;
  }
}
