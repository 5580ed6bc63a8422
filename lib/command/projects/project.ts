import path from "node:path";
import { command } from "@/lib/command/command";
import type { Io } from "@/lib/command/io";
import { readDart } from "@/lib/command/projects/dart";
import { DOTNET_PROJECT, readDotnet } from "@/lib/command/projects/dotnet";
import { readElixir } from "@/lib/command/projects/elixir";
import { readGo } from "@/lib/command/projects/go";
import { readGradle, readJava } from "@/lib/command/projects/java";
import { readJavascript } from "@/lib/command/projects/javascript";
import { readPhp } from "@/lib/command/projects/php";
import {
  DISK,
  firstLine,
  foldersUpTo,
  namesIn,
  type Place,
  placeAt,
  type Reading,
  repositoryOf,
  sizeOf,
  type Warning,
} from "@/lib/command/projects/place";
import { REQUIREMENTS, readPython } from "@/lib/command/projects/python";
import { readRuby } from "@/lib/command/projects/ruby";
import { readImages, readVersionFiles } from "@/lib/command/projects/runtimes";
import { readRust } from "@/lib/command/projects/rust";
import { eachOnce, type Technology, technologyOf } from "@/lib/command/projects/technology";
import { style } from "@/lib/command/terminal";
import { normaliseTechnology } from "@/lib/contract/technology-aliases";

export type Project = {
  /**
   * The nearest folder, from the current one up to the repository's root, with a manifest or a `cairn.lock`; the
   * current one where none has, and outside of a repository.
   */
  folder: string;
  technologies: Technology[];
  /** Files that are malformed or cannot be read; the others are used. */
  warnings: Warning[];
};

type Reader = {
  manifests: readonly [string, ...string[]];
  /** Manifests with a name of their own. */
  pattern?: RegExp;
  read: (place: Place) => Technology[];
};

const READERS: readonly Reader[] = [
  { manifests: ["package.json"], read: readJavascript },
  { manifests: ["pyproject.toml", "Pipfile", "pylock.toml", "Pipfile.lock"], pattern: REQUIREMENTS, read: readPython },
  { manifests: ["go.mod"], read: readGo },
  { manifests: ["Cargo.toml"], read: readRust },
  { manifests: ["Gemfile.lock"], read: readRuby },
  { manifests: ["pom.xml"], read: readJava },
  { manifests: ["composer.json"], read: readPhp },
  {
    manifests: ["build.gradle", "build.gradle.kts", "settings.gradle", "settings.gradle.kts", "gradle.lockfile"],
    read: readGradle,
  },
  { manifests: ["packages.lock.json"], pattern: DOTNET_PROJECT, read: readDotnet },
  { manifests: ["mix.exs", "mix.lock"], read: readElixir },
  { manifests: ["pubspec.yaml", "pubspec.lock"], read: readDart },
];
/** They say what is used, but not where a project begins. */
const VERSION_FILES: Reader = { manifests: [".tool-versions"], read: readVersionFiles };
const IMAGES: Reader = { manifests: ["Dockerfile"], read: readImages };

/**
 * The project that a folder belongs to, and the technologies that its manifests and lock files name. A folder above, up
 * to the repository's root, adds what the nearer ones do not name: a package of a workspace says what it uses itself.
 * Outside of a repository nothing says where the project ends, so only the folder itself is read. Reads only files;
 * never throws for what they hold.
 */
export function readProject(folder: string, reading: Reading = {}): Project {
  const { disk = DISK } = reading;
  const start = path.resolve(folder);
  const root = repositoryOf(start) ?? start;
  const hasFile = (at: string, name: string) => sizeOf(disk, path.join(at, name)) !== null;
  const isRead = (at: string, { manifests, pattern }: Reader) =>
    manifests.some((name) => hasFile(at, name)) || (pattern !== undefined && namesIn(disk, at, pattern).length > 0);
  const isProject = (at: string) => hasFile(at, "cairn.lock") || READERS.some((reader) => isRead(at, reader));
  const own = foldersUpTo(start, root).find(isProject) ?? start;
  const warnings: Warning[] = [];
  const whyKept = keptNames(placeAt(own, root, warnings, reading), reading.private ?? []);
  const technologies = foldersUpTo(own, root).flatMap((each, at) => {
    const place = placeAt(each, root, warnings, reading);
    const readers = READERS.filter((reader) => isRead(each, reader));
    // Version managers look above the folder themselves.
    const all = [...(at === 0 ? [VERSION_FILES] : []), ...readers, IMAGES];
    const found = all.flatMap(({ manifests, read }) => {
      try {
        return read(place);
      } catch (error) {
        place.warn(manifests[0], `cannot be read: ${firstLine(error)}`);
        return [];
      }
    });
    const judged = found.map(({ package: name, ...one }) => {
      const withheld = one.withheld ?? whyKept(name ?? one.technology) ?? whyKept(one.technology);
      return withheld === null ? one : { ...one, withheld };
    });
    return eachOnce(judged).map((one) => ({ ...one, source: path.relative(own, path.join(each, one.source)) }));
  });
  return {
    folder: own,
    technologies: eachOnce(technologies),
    warnings: warnings.map(({ file, detail }) => ({ file: path.relative(own, file), detail })),
  };
}

/** `cairn versions`: what the program reads of the project. Sends nothing. */
export const versions = command({
  name: "versions",
  about: "show the technologies and versions read from this project",
  run(io) {
    const { folder, technologies, warnings } = readProject(io.cwd);
    const lines = technologies.map(
      ({ technology, version, exact, source }) =>
        `${technology}  ${version ?? "version unknown"}  ${style.dim(`${exact ? "installed" : "allowed"}, ${source}`)}`,
    );
    const none = `No manifest was found in ${io.cwd}, nor above it in its repository.`;
    const faults = warnings.map(({ file, detail }) => `${style.yellow("warning:")} ${file} ${detail}`);
    const told = [...(lines.length === 0 ? [none] : lines), ...faults];
    io.answer({ folder, technologies, warnings }, told.join("\n"));
  },
});

/** What the help says of `--for`. */
export const FOR = "such as next.js@16.4.6 (default: what this project uses, if the words name it)";
const NAME_WORDS_MAX = 3;

/**
 * The technology of the project that the words name; of several the one with the longest name. One that is named with a
 * version of its own is left out: the words ask for that version. So is one that may be private.
 */
export function technologyIn(q: string, technologies: readonly Technology[]): Technology | undefined {
  const words = q
    .toLowerCase()
    .split(/[\s,;:!?()"']+/)
    .map((word) => word.replace(/\.$/, ""));
  const names = new Set<string>();
  for (let length = 1; length <= NAME_WORDS_MAX; length += 1)
    for (let at = 0; at + length <= words.length; at += 1)
      if (!/^v?\d/.test(words[at + length] ?? ""))
        names.add(normaliseTechnology(words.slice(at, at + length).join(" ")));
  const found = technologies.filter(({ technology, withheld }) => names.has(technology) && withheld === undefined);
  return found.sort((a, b) => b.technology.length - a.technology.length)[0];
}

/**
 * What to send as `technology` and `version`: what `--for` says, else what the project uses of the technology that the
 * words name. Says on stderr what is taken from the project.
 */
export function technologyFor(io: Io, q: string, given: string | undefined): { technology?: string; version?: string } {
  if (given !== undefined) return technologyOf(given);
  const used = technologyIn(q, readProject(io.cwd, { home: io.home, env: io.env }).technologies);
  if (!used?.version) return {};
  const { technology, version, source } = used;
  io.note(style.dim(`Sent with it: ${technology} ${version}, from ${source}. --for names another.`));
  return { technology, version };
}

const SETTINGS = "cairn.json";
const AT_HOME = ".config/cairn/cairn.json";

/**
 * Why the name of a package stays here by the user's own word: `private` in the `cairn.json` of the project, of a folder
 * above it and of the user, and `given`. A file that cannot be read keeps every name here.
 */
function keptNames(place: Place, given: readonly string[]): (name: string) => string | null {
  const files = [...place.above(SETTINGS), ...place.atHome(AT_HOME).map((text) => ({ file: SETTINGS, text }))];
  const read = files.map(({ file, text }) => place.parsed(file, text, privateNamesIn));
  const patterns = [...given, ...read.flatMap((names) => names ?? [])];
  if (read.includes(null)) return () => `${SETTINGS} cannot be read`;
  return (name) => (patterns.some((pattern) => covers(pattern, name)) ? "private, as you say" : null);
}

function privateNamesIn(text: string): string[] {
  const { private: names = [] } = Object(JSON.parse(text));
  if (Array.isArray(names) && names.every((name) => typeof name === "string")) return names;
  throw new Error("private is not a list of names");
}

/** `*` stands for any text; a scope, an owner or a group stands for all that is below it. */
function covers(pattern: string, name: string): boolean {
  const plain = name.toLowerCase();
  const [first = "", ...others] = pattern.trim().toLowerCase().split("*");
  if (!plain.startsWith(first)) return false;
  const last = others.pop();
  if (last === undefined)
    return plain === first || (first !== "" && /[/:]/.test(plain.slice(first.length - 1, first.length + 1)));
  let at = first.length;
  for (const part of others) {
    const found = plain.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return plain.length - last.length >= at && plain.endsWith(last);
}
