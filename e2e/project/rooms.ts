import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/** A source file: its path from the project root, and its text. */
export type Source = { file: string; text: string };

/** The product's sources below a folder that is laid out as the project; tests are left out. */
export function sourcesIn(root: string, folders = ["app", "components", "lib", "db"]): Source[] {
  return folders.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(?:tsx?|mjs)$/.test(entry.name) && !/\.test\./.test(entry.name))
      .map((entry) => path.join(entry.parentPath, entry.name))
      .map((file) => ({ file: path.relative(root, file), text: readFileSync(file, "utf8") })),
  );
}

/** The layers, bottom first. A file may import from its own room and from the listed rooms, which are all below. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  "lib/contract": [],
  // Made from the contract by the start, the build and the tests.
  ".cairn/build": [],
  "lib/client": ["lib/contract", ".cairn/build"],
  "lib/command": ["lib/contract", ".cairn/build", "lib/client", "lib/text"],
  components: ["lib/contract", "lib/client"],
  "lib/platform": ["lib/contract"],
  "lib/text": ["lib/contract", "lib/platform"],
  db: ["lib/contract", "lib/platform"],
  "lib/search": ["lib/contract", "lib/platform", "lib/text", "db"],
  "lib/domain": ["lib/contract", "lib/platform", "lib/text", "db", "lib/search"],
  "lib/server": ["lib/contract", "lib/platform", "lib/text", "db", "lib/search", "lib/domain"],
  app: [
    "components",
    "lib/client",
    "lib/contract",
    "lib/platform",
    "lib/text",
    "lib/search",
    "lib/domain",
    "lib/server",
  ],
  "lib/start": ["lib/contract", "lib/platform", "lib/text", "db", "lib/search", "lib/domain", "lib/server"],
  "lib/cli": ["lib/contract", "lib/platform", "lib/text", "db", "lib/search", "lib/domain", "lib/server", "lib/start"],
};

/** Files outside all rooms, as `file`. */
export function homeless(sources: readonly Source[]): string[] {
  return sources.filter(({ file }) => roomOf(file) === undefined).map(({ file }) => file);
}

/** Imports of a room above or beside the importing one, as `file -> target`. */
export function upwardImports(sources: readonly Source[]): string[] {
  return sources.flatMap(({ file, text }) => {
    const own = roomOf(file);
    return targetsIn(text)
      .filter((target) => {
        const other = roomOf(target);
        return own !== undefined && other !== own && (other === undefined || !MAY_IMPORT[own]?.includes(other));
      })
      .map((target) => `${file} -> ${target}`);
  });
}

/** Import cycles between folders, each once: `lib/a/b -> lib/a/c -> lib/a/b`. */
export function circles(sources: readonly Source[]): string[] {
  const imports = new Map<string, Set<string>>();
  for (const { file, text } of sources) {
    const own = folderOf(file);
    const others = targetsIn(text).map(folderOf);
    imports.set(own, new Set([...(imports.get(own) ?? []), ...others.filter((other) => other !== own)]));
  }
  const found = new Map<string, string>();
  const ended = new Set<string>();
  const visit = (folder: string, way: string[]): void => {
    const at = way.indexOf(folder);
    if (at >= 0) {
      const circle = way.slice(at);
      found.set([...circle].sort().join(), [...circle, folder].join(" -> "));
    } else if (!ended.has(folder)) {
      for (const next of [...(imports.get(folder) ?? [])].sort()) visit(next, [...way, folder]);
      ended.add(folder);
    }
  };
  for (const folder of [...imports.keys()].sort()) visit(folder, []);
  return [...found.values()];
}

/** Files outside `db/` that contain SQL. */
export function sqlOutsideDb(sources: readonly Source[]): string[] {
  return sources
    .filter(({ file, text }) => roomOf(file) !== "db" && /\b(?:sql|tx)(?:<[^`]*>)?`|\b(?:sql|tx)\.unsafe\(/.test(text))
    .map(({ file }) => file);
}

/** The chain of imports by which a file below `app/` loads `target`, as `file -> file -> target`; null if none does. */
export function loadedBy(sources: readonly Source[], target: string): string | null {
  const texts = new Map(sources.map(({ file, text }) => [file.replace(/\.\w+$/, ""), text]));
  const ways = [...texts.keys()].filter((file) => file.startsWith("app/")).map((file) => [file]);
  const seen = new Set(ways.flat());
  for (const way of ways) {
    const last = way.at(-1) ?? "";
    if (last === target) return way.join(" -> ");
    const values = (texts.get(last) ?? "").replaceAll(/^(?:im|ex)port type [^;]*;/gm, "");
    for (const next of targetsIn(values)) {
      if (seen.has(next)) continue;
      seen.add(next);
      ways.push([...way, next]);
    }
  }
  return null;
}

const SMALL_LINES_MAX = 40;

/** How large the product is, and which small files only one other file imports: each may belong into that file. */
export function sizeOf(sources: readonly Source[]) {
  const lines = sources.map(({ text }) => linesIn(text)).sort((a, b) => a - b);
  const importers = new Map<string, number>();
  for (const { text } of sources)
    for (const target of new Set(targetsIn(text))) importers.set(target, (importers.get(target) ?? 0) + 1);
  return {
    lines: lines.reduce((sum, count) => sum + count, 0),
    files: lines.length,
    median: lines[Math.floor(lines.length / 2)] ?? 0,
    joinable: sources
      .filter(({ file, text }) => linesIn(text) < SMALL_LINES_MAX && importers.get(file.replace(/\.\w+$/, "")) === 1)
      .map(({ file }) => file)
      .sort(),
  };
}

/** The size in words. */
export function sizeInWords({ lines, files, median, joinable }: ReturnType<typeof sizeOf>): string {
  const folders = [...new Set(joinable.map((file) => path.dirname(file)))];
  const within = (folder: string) => joinable.filter((file) => path.dirname(file) === folder);
  return [
    `Product: ${lines} lines in ${files} files, half of them under ${median} lines.`,
    `Under ${SMALL_LINES_MAX} lines and imported by one file: ${joinable.length}.`,
    ...folders.map(
      (folder) =>
        `  ${folder}: ${within(folder)
          .map((file) => path.basename(file))
          .join(", ")}`,
    ),
  ].join("\n");
}

function linesIn(text: string): number {
  return text.split("\n").length - 1;
}

function targetsIn(text: string): string[] {
  return Array.from(text.matchAll(/(?:from |import\()"@\/([^"]+)"/g), ([, target = ""]) => target);
}

function roomOf(file: string): string | undefined {
  return Object.keys(MAY_IMPORT).find((room) => file.startsWith(`${room}/`));
}

/**
 * The first folder below a room, including deeper ones. The contract, `app` and `components` each count as one folder.
 */
function folderOf(file: string): string {
  const room = roomOf(file) ?? file;
  if (["app", "components", "lib/contract"].includes(room)) return room;
  const [below, ...rest] = file.slice(room.length + 1).split("/");
  return rest.length === 0 ? room : `${room}/${below}`;
}
