import { runtime, type Stated, technologiesOf } from "@/lib/command/projects/collect";
import { npmLock } from "@/lib/command/projects/npm-locks";
import { npmRanges } from "@/lib/command/projects/npm-ranges";
import { own, textOf } from "@/lib/command/projects/parsed-values";
import type { Place } from "@/lib/command/projects/place";
import { parseRange } from "@/lib/command/projects/ranges";
import type { Technology } from "@/lib/command/projects/technology";

const SECTIONS = ["dependencies", "devDependencies", "optionalDependencies", "peerDependencies"] as const;

/**
 * The direct dependencies of a `package.json`, as its lock file, else `node_modules`, else itself and the catalogs and
 * overrides of its workspace have them.
 */
export function readJavascript(place: Place): Technology[] {
  const text = place.text("package.json");
  const manifest = text === null ? null : place.parsed("package.json", text, (each) => Object(JSON.parse(each)));
  if (!manifest) return [];
  const lock = npmLock(place, managerOf(manifest));
  const ranges = npmRanges(place);
  const stated = SECTIONS.flatMap((section) => Object.entries(own(manifest, section) ?? {})).flatMap(
    ([name, given]): Stated[] => {
      const written = textOf(given) ?? "";
      const { range, source } = ranges.of(name, written);
      // A path or an address is a package of somebody's own; only its real name could be a technology.
      if (/^(?:file|link|portal|git|git\+\w+|https?|workspace):/.test(range)) return [];
      const alias = /^npm:(@?[^@]+)(?:@(.*))?$/.exec(range);
      const [asked, package_] = alias ? [alias[2] ?? "", alias[1] ?? name] : [range.replace(/^npm:/, ""), name];
      const locked = lock ? (lock.versionOf(name, range) ?? lock.versionOf(name, written)) : installed(place, name);
      const allowed = parseRange(asked) && !/^[*xX]?$/.test(asked) ? asked : null;
      return [{ name: package_, locked, range: allowed, ...(source === null ? {} : { source }) }];
    },
  );
  const files = { manifest: "package.json", lock: lock?.file ?? "node_modules" };
  return [...nodeOf(manifest), ...technologiesOf("npm", stated, files)];
}

/** The package manager that a manifest asks for: "pnpm@10.2.0" → "pnpm". */
function managerOf(manifest: Record<string, unknown>): string | null {
  const engines = own(own(manifest, "devEngines"), "packageManager");
  return textOf(manifest.packageManager)?.split("@")[0] ?? textOf(engines?.name);
}

function installed(place: Place, name: string): string | null {
  const file = `node_modules/${name}/package.json`;
  const text = place.text(file);
  return text === null ? null : textOf(place.parsed(file, text, (each) => Object(JSON.parse(each)))?.version);
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
