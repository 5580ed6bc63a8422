import path from "node:path";
import { parse } from "smol-toml";
import { jsonObject, own, type Place, textOf } from "@/lib/command/projects/place";
import { addressesIn, ELSEWHERE, foreignHost, UNREAD } from "@/lib/command/projects/registries";
import { type Stated, type Technology, technologiesOf } from "@/lib/command/projects/technology";
import { type PinnedVersions, tomlLock } from "@/lib/command/projects/toml-locks";
import { POETRY, PYTHON, pythonVersionOf, rangeOf } from "@/lib/command/projects/version-texts";

const LOCKS = ["uv.lock", "poetry.lock", "pdm.lock", "pylock.toml"];
/** Besides those that have one name. */
export const REQUIREMENTS = /^requirements[\w.-]*\.txt$/;
const INDEX =
  /^\s*(?:-i|-f|--index-url|--extra-index-url|--find-links|index-url|extra-index-url|index|url)[\s=]+"?(https?:[^\s"]+)/gm;
const SETTINGS = [
  ".config/pip/pip.conf",
  ".pip/pip.conf",
  "Library/Application Support/pip/pip.conf",
  "AppData/Roaming/pip/pip.ini",
  ".config/uv/uv.toml",
];

/**
 * The direct dependencies of a `pyproject.toml`, a `Pipfile` and the `requirements*.txt`, as the lock file pins them,
 * and Python. A `pylock.toml` or a `Pipfile.lock` alone says what is installed.
 */
export function readPython(place: Place): Technology[] {
  const manifest = place.read("pyproject.toml", parse);
  const pipfile = place.read("Pipfile", parse);
  const spelling = { name: plainName, version: pythonVersionOf };
  // It needs no manifest beside it.
  const pylock = place.text("pylock.toml") === null ? [] : ["pylock.toml"];
  const lock = tomlLock(place, manifest ? LOCKS : [], spelling) ?? tomlLock(place, pylock, spelling);
  const files = [...new Set([...place.names(/^requirements\.txt$/), ...place.names(REQUIREMENTS)])];
  const fromProject = manifest ? dependenciesOf(manifest) : [];
  const withheld = whyWithheld(place, files, manifest, lock);
  const isAlone = !manifest && !pipfile && files.length === 0;
  const all = (isAlone ? (lock?.names ?? []) : []).map((name): Wanted => ({ name, range: null, pinned: null }));
  const listed = joined([...fromProject, ...all]);
  const direct = new Set(listed.map(({ name }) => name));
  const others = (place.all ? (lock?.names ?? []) : [])
    .filter((name) => !direct.has(name))
    .map((name) => ({ name, range: null, pinned: null, indirect: true }));
  const stated = (wanted: readonly Wanted[], from: string, file: string) =>
    technologiesOf(
      "pypi",
      wanted.map((one) => pinnedBy(lock, one, withheld(one.name))),
      { manifest: from, lock: file },
    );
  return [
    ...pythonOf(manifest, pipfile),
    ...stated([...listed, ...others], "pyproject.toml", lock?.file ?? "pyproject.toml"),
    ...readPipfile(place, pipfile, withheld),
    ...files.flatMap((file) => stated(requirementsOf(place, file), file, file)),
  ];
}

function pinnedBy(
  lock: PinnedVersions | null,
  { name, range, pinned: only, indirect = false }: Wanted,
  withheld: string | null,
): Stated {
  const versions = lock?.versionsOf(name, null) ?? [];
  const more = { name, withheld, indirect };
  // Each is only for some environments, and nothing says which this one is.
  if (versions.length > 1)
    return { ...more, locked: null, range: versions.reverse().join(" || "), ...(lock ? { source: lock.file } : {}) };
  return { ...more, range, locked: versions[0] ?? (only === null ? null : pythonVersionOf(only)) };
}

/**
 * Why the name of a package is not sent: the lock file, or what the project says of it, or an index that is not
 * public.
 */
function whyWithheld(
  place: Place,
  files: readonly string[],
  manifest: Record<string, unknown> | null,
  lock: PinnedVersions | null,
): (name: string) => string | null {
  const foreign = foreignHost([
    ...addressesIn(place, ["pyproject.toml", "Pipfile", "pip.conf", "uv.toml", ...files, ...SETTINGS], INDEX),
    ...[
      "PIP_INDEX_URL",
      "PIP_EXTRA_INDEX_URL",
      "PIP_FIND_LINKS",
      "UV_INDEX_URL",
      "UV_EXTRA_INDEX_URL",
      "UV_DEFAULT_INDEX",
      "UV_INDEX",
      "UV_FIND_LINKS",
    ].map((name) => place.env[name]),
  ]);
  const tool = own(manifest, "tool");
  const sources = Object.keys(own(own(tool, "uv"), "sources") ?? {});
  const poetry = own(tool, "poetry");
  const tables = [
    own(poetry, "dependencies"),
    ...Object.values(own(poetry, "group") ?? {}).map((each) => own(each, "dependencies")),
  ];
  const addressed = tables
    .flatMap((table) => Object.entries(table ?? {}))
    .filter(([, entry]) => ["git", "path", "url", "file", "source"].some((member) => member in Object(entry)));
  const isUnread = lock === null && place.nearest(...LOCKS) !== null;
  const stated = new Set([...sources, ...addressed.map(([name]) => name)].map(plainName));
  return (name) => {
    const from = lock?.from(name);
    if (from === "public") return null;
    if (from === "elsewhere" || stated.has(name)) return ELSEWHERE;
    return foreign ?? (isUnread ? UNREAD : null) ?? (lock && from === undefined ? `not in ${lock.file}` : null);
  };
}

/** The packages of a `Pipfile`, or without one those of its lock file. */
function readPipfile(
  place: Place,
  pipfile: Record<string, unknown> | null,
  withheld: (name: string) => string | null,
): Technology[] {
  const text = place.text("Pipfile.lock");
  const lock = text === null ? null : place.parsed("Pipfile.lock", text, jsonObject);
  const pinned = new Map<string, string>();
  for (const section of ["default", "develop"])
    for (const [name, entry] of Object.entries(own(lock, section) ?? {})) {
      const version = textOf(own({ entry }, "entry")?.version);
      if (version) pinned.set(plainName(name), version.replace(/^={2,3}/, ""));
    }
  if (text !== null && lock && !own(lock, "default") && !own(lock, "_meta"))
    place.warn("Pipfile.lock", "lists no packages and was ignored");
  const tables = [own(pipfile, "packages"), own(pipfile, "dev-packages")];
  const names = pipfile
    ? tables.flatMap((table) => Object.entries(table ?? {}))
    : [...pinned].map(([name]): [string, unknown] => [name, "*"]);
  const wanted = names.map(([name, given]): Stated => {
    const range = rangeOf(textOf(given) ?? textOf(own({ given }, "given")?.version) ?? "", PYTHON);
    const version = pinned.get(plainName(name));
    const isOwn = ["git", "path", "file", "index"].some((member) => member in Object(given));
    return {
      name: plainName(name),
      range,
      locked: version === undefined ? null : pythonVersionOf(version),
      withheld: isOwn ? ELSEWHERE : withheld(plainName(name)),
    };
  });
  return technologiesOf("pypi", wanted, { manifest: "Pipfile", lock: "Pipfile.lock" });
}

function pythonOf(manifest: Record<string, unknown> | null, pipfile: Record<string, unknown> | null): Technology[] {
  const required = textOf(own(manifest, "project")?.["requires-python"]);
  const poetry = textOf(own(own(own(manifest, "tool"), "poetry"), "dependencies")?.python);
  const range = required ? rangeOf(required, PYTHON) : poetry ? rangeOf(poetry, POETRY) : null;
  if (range) return [{ technology: "python", version: range, exact: false, source: "pyproject.toml" }];
  const requires = own(pipfile, "requires");
  const full = textOf(requires?.python_full_version) ?? textOf(requires?.python_version);
  const only = full === null ? null : rangeOf(`==${full}.*`.replace(/(\d\.\d+\.\d+)\.\*$/, "$1"), PYTHON);
  return only ? [{ technology: "python", version: only, exact: false, source: "Pipfile" }] : [];
}

function dependenciesOf(manifest: Record<string, unknown>): Wanted[] {
  const project = own(manifest, "project");
  const tool = own(manifest, "tool");
  const lists = [
    project?.dependencies,
    ...Object.values(own(project, "optional-dependencies") ?? {}),
    ...Object.values(own(manifest, "dependency-groups") ?? {}),
    own(tool, "uv")?.["dev-dependencies"],
    ...Object.values(own(own(tool, "pdm"), "dev-dependencies") ?? {}),
  ];
  const listed = lists
    .flatMap((list) => (Array.isArray(list) ? list : []))
    .flatMap((each) => requirement(textOf(each)));
  const poetry = own(tool, "poetry");
  const groups = Object.values(own(poetry, "group") ?? {}).map((group) => own(group, "dependencies"));
  const tables = [own(poetry, "dependencies"), own(poetry, "dev-dependencies"), ...groups];
  const poetryWanted = tables
    .flatMap((table) => Object.entries(table ?? {}))
    .flatMap(([name, given]): Wanted[] =>
      // A list has an entry for each environment.
      (Array.isArray(given) ? given : [given]).map((entry: unknown) => {
        const range = textOf(entry) ?? textOf(Object(entry).version);
        return { name: plainName(name), range: range ? rangeOf(range, POETRY) : null, pinned: null };
      }),
    );
  return [...listed, ...poetryWanted.filter(({ name }) => name !== "python")];
}

/** A package that a Python project asks for; `pinned`: the only version that it allows. */
type Wanted = { name: string; range: string | null; pinned: string | null; indirect?: boolean };

const INCLUDED_MAX = 8;
const LINE_CHARACTERS_MAX = 2_000;

/**
 * The requirements of a file, with those of the files that it includes; their paths are relative to it. Constraints
 * (`-c`) pin what they name. A package with several lines is wanted by each in some environments.
 */
function requirementsOf(place: Place, file: string): Wanted[] {
  const constraints = new Map<string, Wanted>();
  const wanted = linesOf(place, file, constraints, new Set());
  return joined(wanted).map((one) => {
    const constraint = one.pinned === null ? constraints.get(one.name) : undefined;
    return { ...one, pinned: one.pinned ?? constraint?.pinned ?? null, range: one.range ?? constraint?.range ?? null };
  });
}

function linesOf(place: Place, file: string, constraints: Map<string, Wanted>, seen: Set<string>): Wanted[] {
  if (seen.has(file) || seen.size > INCLUDED_MAX) return [];
  seen.add(file);
  const lines = (place.text(file) ?? "").replace(/\\\r?\n/g, " ").split(/\r?\n/);
  return lines.flatMap((line) => {
    const [, option, included] = /^\s*(-r|--requirement|-c|--constraint)[\s=]+(\S+)/.exec(line) ?? [];
    if (option === undefined || included === undefined)
      return requirement(line.replace(/(?:^|\s)(?:#|--[a-z]).*/s, ""));
    const at = path.join(path.dirname(file), included);
    if (path.isAbsolute(included) || at.split(path.sep)[0] === "..") {
      place.warn(file, "includes a file outside of the project, which was ignored");
      return [];
    }
    const found = linesOf(place, at, constraints, seen);
    if (!/^--?c/.test(option)) return found;
    for (const one of found) constraints.set(one.name, one);
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

/** Each package once. Of several lines each is only for some environments, and nothing says which this one is. */
function joined(wanted: readonly Wanted[]): Wanted[] {
  const found = new Map<string, Wanted>();
  for (const one of wanted) {
    const known = found.get(one.name);
    const [range, other] = [known?.range ?? null, one.range];
    if (!known || range === null) found.set(one.name, one);
    else if (other !== null && !range.split(" || ").includes(other))
      found.set(one.name, { name: one.name, pinned: null, range: `${range} || ${other}` });
  }
  return [...found.values()];
}

/** The one spelling of a package's name (PEP 503). */
function plainName(name: string): string {
  return name.toLowerCase().replace(/[-_.]+/g, "-");
}
