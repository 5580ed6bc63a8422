import { hasNpmLock, npmLock, type PackageLock } from "@/lib/command/projects/npm-locks";
import { manifestsAbove, npmRanges, npmRegistries } from "@/lib/command/projects/npm-settings";
import { jsonObject, own, type Place, textOf } from "@/lib/command/projects/place";
import { parseRange } from "@/lib/command/projects/ranges";
import { ELSEWHERE, type From, UNREAD } from "@/lib/command/projects/registries";
import { runtime, type Stated, type Technology, technologiesOf } from "@/lib/command/projects/technology";

const SECTIONS = ["dependencies", "devDependencies", "optionalDependencies", "peerDependencies"] as const;

/**
 * The direct dependencies of a `package.json`, as its lock file, else `node_modules`, else itself and the catalogs and
 * overrides of its workspace have them.
 */
export function readJavascript(place: Place): Technology[] {
  const manifest = place.read("package.json", jsonObject);
  if (!manifest) return [];
  const lock = npmLock(place, managerOf(manifest));
  const ranges = npmRanges(place);
  const withheld = whyWithheld(place, manifest, lock);
  const isUnread = lock === null && hasNpmLock(place);
  const stated = SECTIONS.flatMap((section) => Object.entries(own(manifest, section) ?? {})).flatMap(
    ([name, given]): Stated[] => {
      const written = textOf(given) ?? "";
      const { range, source } = ranges.of(name, written);
      // A path or an address is a package of somebody's own; only its real name could be a technology.
      if (/^(?:file|link|portal|git|git\+\w+|https?|workspace):/.test(range)) return [];
      const alias = /^npm:(@?[^@]+)(?:@(.*))?$/.exec(range);
      const [asked, package_] = alias ? [alias[2] ?? "", alias[1] ?? name] : [range.replace(/^npm:/, ""), name];
      const entry = lock?.of(name, range) ?? lock?.of(name, written);
      const locked = lock ? (entry?.version ?? null) : installed(place, name);
      const allowed = parseRange(asked) && !/^[*xX]?$/.test(asked) ? asked : null;
      // A tag is a word; whatever else is not a range is an address.
      const isAddress = allowed === null && !/^(?:[*\w.-]*)$/.test(asked);
      const why =
        (isAddress ? ELSEWHERE : null) ??
        (isUnread ? UNREAD : null) ??
        withheld.of(package_, entry?.from ?? null) ??
        (lock && !entry ? `not in ${lock.file}` : null) ??
        (lock ? null : withheld.unlocked(name));
      return [{ name: package_, locked, range: allowed, withheld: why, ...(source === null ? {} : { source }) }];
    },
  );
  const others = (place.all && lock ? lock.all() : []).map(
    ({ name, version, from }): Stated => ({
      name,
      locked: version,
      range: null,
      withheld: withheld.of(name, from),
      indirect: true,
    }),
  );
  const files = { manifest: "package.json", lock: lock?.file ?? "node_modules" };
  return [...nodeOf(manifest), ...technologiesOf("npm", [...stated, ...others], files)];
}

/** Why the name of a package is not sent; null for one of a public registry. */
function whyWithheld(place: Place, manifest: Record<string, unknown>, lock: PackageLock | null) {
  const registries = npmRegistries(place);
  const above = manifestsAbove(place).map(({ value }) => value);
  const members = (lock?.all() ?? []).filter(({ from }) => from === "own");
  const scopes = new Set([manifest, ...above, ...members].flatMap(({ name }) => scopeOf(textOf(name) ?? "") ?? []));
  const isWorkspace =
    above.some(({ workspaces }) => workspaces !== undefined) || place.nearest("pnpm-workspace.yaml") !== null;
  return {
    of(name: string, from: From): string | null {
      if (from === "elsewhere" || from === "own") return ELSEWHERE;
      if (scopes.has(scopeOf(name) ?? "")) return "the project's own scope";
      return registries.ofScope(name) ?? (from === "public" ? null : registries.ofAll);
    },
    /** Without a lock file a package of the workspace looks like one of a registry. */
    unlocked(name: string): string | null {
      return isWorkspace || place.isLink(`node_modules/${name}`)
        ? "perhaps of this workspace: no lock file tells"
        : null;
    },
  };
}

function scopeOf(name: string): string | null {
  return /^@[^/]+(?=\/)/.exec(name)?.[0] ?? null;
}

/** The package manager that a manifest asks for: "pnpm@10.2.0" → "pnpm". */
function managerOf(manifest: Record<string, unknown>): string | null {
  const engines = own(own(manifest, "devEngines"), "packageManager");
  return textOf(manifest.packageManager)?.split("@")[0] ?? textOf(engines?.name);
}

function installed(place: Place, name: string): string | null {
  return textOf(place.read(`node_modules/${name}/package.json`, jsonObject)?.version);
}

/** What the manifest itself says of Node: the version that Volta pins, else the range that it allows. */
function nodeOf(manifest: Record<string, unknown>): Technology[] {
  const pinned = runtime("node.js", textOf(own(manifest, "volta")?.node), "package.json");
  if (pinned.length > 0) return pinned;
  const engines = own(own(manifest, "devEngines"), "runtime");
  const engine = textOf(own(manifest, "engines")?.node) ?? (engines?.name === "node" ? textOf(engines.version) : null);
  if (engine === null || !parseRange(engine)) return [];
  return [{ technology: "node.js", version: engine, exact: false, source: "package.json" }];
}
