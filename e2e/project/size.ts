import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { PROJECT_ROOT } from "@/lib/start/instance-layout";

type Source = { file: string; text: string };

const ROOMS = ["app", "components", "lib", "db"];
const SMALL_LINES_MAX = 40;

/** The sources of the product, without its tests. */
export function productSources(): Source[] {
  return ROOMS.flatMap((room) =>
    readdirSync(path.join(PROJECT_ROOT, room), { recursive: true, encoding: "utf8" })
      .map((file) => `${room}/${file}`)
      .filter((file) => /\.(?:tsx?|mjs)$/.test(file) && !/\.test\./.test(file))
      .map((file) => ({ file, text: readFileSync(path.join(PROJECT_ROOT, file), "utf8") })),
  );
}

/** How large the product is, and which small files only one other file imports: each may belong into that file. */
export function sizeOf(sources: readonly Source[]) {
  const lines = sources.map(({ text }) => linesIn(text)).sort((a, b) => a - b);
  const importers = new Map<string, number>();
  for (const { text } of sources)
    for (const target of targetsIn(text)) importers.set(target, (importers.get(target) ?? 0) + 1);
  return {
    lines: lines.reduce((sum, count) => sum + count, 0),
    files: lines.length,
    median: lines[Math.floor(lines.length / 2)] ?? 0,
    joinable: sources
      .filter(({ file, text }) => linesIn(text) < SMALL_LINES_MAX && importers.get(withoutEnding(file)) === 1)
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

function targetsIn(text: string): Set<string> {
  return new Set(Array.from(text.matchAll(/(?:from |import\()"@\/([^"]+)"/g), ([, target = ""]) => target));
}

function withoutEnding(file: string): string {
  return file.replace(/\.\w+$/, "");
}
