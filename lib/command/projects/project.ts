import path from "node:path";
import { eachOnce } from "@/lib/command/projects/collect";
import { readDart } from "@/lib/command/projects/dart";
import { DOTNET_PROJECT, readDotnet } from "@/lib/command/projects/dotnet";
import { readElixir } from "@/lib/command/projects/elixir";
import { readGo } from "@/lib/command/projects/go";
import { readGradle } from "@/lib/command/projects/gradle";
import { readImages } from "@/lib/command/projects/images";
import { readJava } from "@/lib/command/projects/java";
import { readJavascript } from "@/lib/command/projects/javascript";
import { keptNames } from "@/lib/command/projects/kept-names";
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
import { readRust } from "@/lib/command/projects/rust";
import type { Technology } from "@/lib/command/projects/technology";
import { readVersionFiles } from "@/lib/command/projects/version-files";

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
