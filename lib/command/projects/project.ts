import path from "node:path";
import { eachOnce } from "@/lib/command/projects/collect";
import { readGo } from "@/lib/command/projects/go";
import { readImages } from "@/lib/command/projects/images";
import { readJava } from "@/lib/command/projects/java";
import { readJavascript } from "@/lib/command/projects/javascript";
import { readPhp } from "@/lib/command/projects/php";
import {
  firstLine,
  foldersUpTo,
  type Place,
  placeAt,
  repositoryOf,
  sizeOf,
  type Warning,
} from "@/lib/command/projects/place";
import { readPython } from "@/lib/command/projects/python";
import { readRuby } from "@/lib/command/projects/ruby";
import { readRust } from "@/lib/command/projects/rust";
import type { Technology } from "@/lib/command/projects/technology";
import { readVersionFiles } from "@/lib/command/projects/version-files";

export type Project = {
  /**
   * The nearest folder, from the current one up to the repository's root, with a manifest or a `cairn.lock`; the current
   * one where none has, and outside of a repository.
   */
  folder: string;
  technologies: Technology[];
  /** Files that are malformed or cannot be read; the others are used. */
  warnings: Warning[];
};

type Reader = { manifests: readonly [string, ...string[]]; read: (place: Place) => Technology[] };

const READERS: readonly Reader[] = [
  { manifests: ["package.json"], read: readJavascript },
  { manifests: ["pyproject.toml", "requirements.txt"], read: readPython },
  { manifests: ["go.mod"], read: readGo },
  { manifests: ["Cargo.toml"], read: readRust },
  { manifests: ["Gemfile.lock"], read: readRuby },
  { manifests: ["pom.xml"], read: readJava },
  { manifests: ["composer.json"], read: readPhp },
];
/** They say what is used, but not where a project begins. */
const VERSION_FILES: Reader = { manifests: [".tool-versions"], read: readVersionFiles };
const IMAGES: Reader = { manifests: ["Dockerfile"], read: readImages };
const MANIFESTS = READERS.flatMap(({ manifests }) => manifests);

/**
 * The project that a folder belongs to, and the technologies that its manifests and lock files name. A folder above, up
 * to the repository's root, adds what the nearer ones do not name: a package of a workspace says what it uses itself.
 * Outside of a repository nothing says where the project ends, so only the folder itself is read. Reads files alone;
 * never throws for what they hold.
 */
export function readProject(folder: string): Project {
  const start = path.resolve(folder);
  const root = repositoryOf(start) ?? start;
  const hasOneOf = (at: string, names: readonly string[]) => names.some((name) => sizeOf(path.join(at, name)) !== null);
  const own = foldersUpTo(start, root).find((each) => hasOneOf(each, ["cairn.lock", ...MANIFESTS])) ?? start;
  const warnings: Warning[] = [];
  const technologies = foldersUpTo(own, root).flatMap((each, at) => {
    const place = placeAt(each, root, warnings);
    const readers = READERS.filter(({ manifests }) => hasOneOf(each, manifests));
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
    return eachOnce(found).map((one) => ({ ...one, source: path.relative(own, path.join(each, one.source)) }));
  });
  return {
    folder: own,
    technologies: eachOnce(technologies),
    warnings: warnings.map(({ file, detail }) => ({ file: path.relative(own, file), detail })),
  };
}
