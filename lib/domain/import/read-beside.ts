import { type Dirent, lstatSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import {
  amountFault,
  type Beside,
  type Kept,
  keepFiles,
  mayBelong,
  sizeFault,
} from "@/lib/domain/publishing/files-beside";

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
