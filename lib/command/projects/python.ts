import path from "node:path";
import { parse } from "smol-toml";
import { type Stated, technologiesOf } from "@/lib/command/projects/collect";
import { own, textOf } from "@/lib/command/projects/parsed-values";
import type { Place } from "@/lib/command/projects/place";
import type { Technology } from "@/lib/command/projects/technology";
import { tomlLock } from "@/lib/command/projects/toml-locks";
import { POETRY, PYTHON, rangeOf } from "@/lib/command/projects/version-texts";

const LOCKS = ["uv.lock", "poetry.lock", "pdm.lock"];
const INCLUDED_MAX = 8;
const LINE_CHARACTERS_MAX = 2_000;
type Wanted = { name: string; range: string | null; pinned: string | null };

/** The direct dependencies of a `pyproject.toml` or `requirements.txt`, as the lock file pins them, and Python. */
export function readPython(place: Place): Technology[] {
  const text = place.text("pyproject.toml");
  const manifest = text === null ? null : place.parsed("pyproject.toml", text, (each) => parse(each));
  const lock = manifest ? tomlLock(place, LOCKS, plainName) : null;
  const fromProject = manifest ? dependenciesOf(manifest) : [];
  const fromFile = requirements(place, "requirements.txt");
  const pinned = (wanted: Wanted[]): Stated[] =>
    wanted.map(({ name, range, pinned }) => {
      const versions = lock?.versionsOf(name, null) ?? [];
      // Each is for some environments alone, and nothing says which this one is.
      if (versions.length > 1)
        return { name, locked: null, range: versions.reverse().join(" || "), source: lock?.file };
      return { name, range, locked: versions[0] ?? pinned };
    });
  return [
    ...pythonOf(manifest),
    ...technologiesOf("pypi", pinned(fromProject), {
      manifest: "pyproject.toml",
      lock: lock?.file ?? "pyproject.toml",
    }),
    ...technologiesOf("pypi", pinned(fromFile), { manifest: "requirements.txt", lock: "requirements.txt" }),
  ];
}

function pythonOf(manifest: Record<string, unknown> | null): Technology[] {
  const required = textOf(own(manifest, "project")?.["requires-python"]);
  const poetry = textOf(own(own(own(manifest, "tool"), "poetry"), "dependencies")?.python);
  const range = required ? rangeOf(required, PYTHON) : poetry ? rangeOf(poetry, POETRY) : null;
  return range ? [{ technology: "python", version: range, exact: false, source: "pyproject.toml" }] : [];
}

function dependenciesOf(manifest: Record<string, unknown>): Wanted[] {
  const project = own(manifest, "project");
  const lists = [
    project?.dependencies,
    ...Object.values(own(project, "optional-dependencies") ?? {}),
    ...Object.values(own(manifest, "dependency-groups") ?? {}),
  ];
  const listed = lists
    .flatMap((list) => (Array.isArray(list) ? list : []))
    .flatMap((each) => requirement(textOf(each)));
  const poetry = own(own(manifest, "tool"), "poetry");
  const groups = Object.values(own(poetry, "group") ?? {}).map((group) => own(group, "dependencies"));
  const tables = [own(poetry, "dependencies"), own(poetry, "dev-dependencies"), ...groups];
  const poetryWanted = tables
    .flatMap((table) => Object.entries(table ?? {}))
    .map(([name, given]): Wanted => {
      const range = textOf(given) ?? textOf(Object(given).version);
      return { name: plainName(name), range: range ? rangeOf(range, POETRY) : null, pinned: null };
    });
  return [...listed, ...poetryWanted.filter(({ name }) => name !== "python")];
}

/** The lines of a requirements file, with those of the files that it includes; their paths are relative to it. */
function requirements(place: Place, file: string, seen = new Set<string>()): Wanted[] {
  if (seen.has(file) || seen.size > INCLUDED_MAX) return [];
  seen.add(file);
  const text = place.text(file) ?? "";
  const lines = text.replace(/\\\r?\n/g, " ").split(/\r?\n/);
  return lines.flatMap((line) => {
    const included = /^\s*(?:-r|--requirement)[\s=]+(\S+)/.exec(line)?.[1];
    if (included === undefined) return requirement(line.replace(/(?:^|\s)(?:#|--hash).*/s, ""));
    const at = path.join(path.dirname(file), included);
    if (!path.isAbsolute(included) && at.split(path.sep)[0] !== "..") return requirements(place, at, seen);
    place.warn(file, "includes a file outside of the project, which was ignored");
    return [];
  });
}

/** A requirement as PEP 508 writes it. Addresses, options and environment markers say nothing about the version. */
function requirement(text: string | null): Wanted[] {
  if (text === null || text.length > LINE_CHARACTERS_MAX) return [];
  // With single spaces, and names that end where they end, no part of the pattern can be read in several ways.
  const plain = text.trim().replace(/\s+/g, " ");
  const [, name, rest = ""] =
    /^([A-Za-z0-9][\w.-]*)(?![\w.-]) ?(?:\[[^\]]*\])? ?\(?([^;@()]*)\)? ?(?:;.*)?$/.exec(plain) ?? [];
  if (!name) return [];
  const only = /^\s*={2,3}\s*([^\s,*]+)\s*$/.exec(rest)?.[1] ?? null;
  return [{ name: plainName(name), range: rangeOf(rest, PYTHON), pinned: only }];
}

/** The one spelling of a package's name (PEP 503). */
function plainName(name: string): string {
  return name.toLowerCase().replace(/[-_.]+/g, "-");
}
