import { parse } from "smol-toml";
import { own, type Place, textOf } from "@/lib/command/projects/place";
import { ELSEWHERE, UNREAD } from "@/lib/command/projects/registries";
import { type Technology, technologiesOf } from "@/lib/command/projects/technology";
import { tomlLock } from "@/lib/command/projects/toml-locks";
import { RUST, rangeOf } from "@/lib/command/projects/version-texts";

const SECTIONS = ["dependencies", "dev-dependencies", "build-dependencies"] as const;

/** The direct dependencies of a `Cargo.toml` or of its workspace, as `Cargo.lock` pins them, and Rust. */
export function readRust(place: Place): Technology[] {
  const manifest = place.read("Cargo.toml", parse);
  if (!manifest) return [];
  const lock = tomlLock(place, ["Cargo.lock"]);
  const isUnread = lock === null && place.nearest("Cargo.lock") !== null;
  const workspace = own(manifest, "workspace");
  const targets = [manifest, ...Object.values(own(manifest, "target") ?? {})];
  const tables = targets.flatMap((target) => SECTIONS.map((section) => own(target, section)));
  const shared = sharedEntries(place);
  const stated = [...tables, own(workspace, "dependencies")]
    .flatMap((table) => Object.entries(table ?? {}))
    .flatMap(([key, given]) => {
      const isShared = Object(given).workspace === true;
      const entry = isShared && shared ? shared.entries[key] : given;
      if (textOf(Object(entry).path) !== null) return [];
      const name = textOf(Object(entry).package) ?? key;
      const written = textOf(entry) ?? textOf(Object(entry).version);
      const range = written ? rangeOf(written, RUST) : null;
      const locked = lock?.versionsOf(name, range)[0] ?? null;
      const from = lock?.from(name);
      const isOwn = ["git", "registry", "registry-index"].some((member) => member in Object(entry));
      const withheld = isUnread
        ? UNREAD
        : isOwn || from === "elsewhere"
          ? ELSEWHERE
          : lock && from === undefined
            ? `not in ${lock.file}`
            : null;
      return [{ name, range, locked, withheld, ...(isShared ? { source: shared?.file } : {}) }];
    });
  const others = (place.all && lock ? lock.names : []).map((name) => ({
    name,
    range: null,
    locked: lock?.versionsOf(name, null)[0] ?? null,
    withheld: lock?.from(name) === "public" ? null : ELSEWHERE,
    indirect: true,
  }));
  const package_ = own(manifest, "package") ?? own(workspace, "package");
  const least = rangeOf(`>=${textOf(package_?.["rust-version"]) ?? ""}`, RUST);
  const rust = least ? [{ technology: "rust", version: least, exact: false, source: "Cargo.toml" }] : [];
  return [
    ...rust,
    ...technologiesOf("cargo", [...stated, ...others], { manifest: "Cargo.toml", lock: lock?.file ?? null }),
  ];
}

/** The entries that members of the workspace inherit, and their file. */
function sharedEntries(place: Place): { file: string; entries: Record<string, unknown> } | null {
  for (const { file, text } of place.above("Cargo.toml")) {
    const manifest = place.parsed(file, text, parse);
    const entries = own(own(manifest, "workspace"), "dependencies");
    if (entries) return { file, entries };
  }
  return null;
}
