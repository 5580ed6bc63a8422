import { parse } from "smol-toml";
import { technologiesOf } from "@/lib/command/projects/collect";
import { own, textOf } from "@/lib/command/projects/npm-locks";
import type { Place } from "@/lib/command/projects/place";
import type { Technology } from "@/lib/command/projects/technology";
import { tomlLock } from "@/lib/command/projects/toml-locks";
import { RUST, rangeOf } from "@/lib/command/projects/version-texts";

const SECTIONS = ["dependencies", "dev-dependencies", "build-dependencies"] as const;

/** The direct dependencies of a `Cargo.toml` or of its workspace, as `Cargo.lock` pins them, and Rust. */
export function readRust(place: Place): Technology[] {
  const text = place.text("Cargo.toml");
  const manifest = text === null ? null : place.parsed("Cargo.toml", text, (each) => parse(each));
  if (!manifest) return [];
  const lock = tomlLock(place, ["Cargo.lock"]);
  const workspace = own(manifest, "workspace");
  const tables = [...SECTIONS.map((section) => own(manifest, section)), own(workspace, "dependencies")];
  const stated = tables
    .flatMap((table) => Object.entries(table ?? {}))
    .flatMap(([key, given]) => {
      if (textOf(Object(given).path) !== null) return [];
      const name = textOf(Object(given).package) ?? key;
      const written = textOf(given) ?? textOf(Object(given).version);
      const range = written ? rangeOf(written, RUST) : null;
      return [{ name, range, locked: lock?.versionOf(name, range) ?? null }];
    });
  const package_ = own(manifest, "package") ?? own(workspace, "package");
  const least = rangeOf(`>=${textOf(package_?.["rust-version"]) ?? ""}`, RUST);
  const rust = least ? [{ technology: "rust", version: least, exact: false, source: "Cargo.toml" }] : [];
  return [...rust, ...technologiesOf("cargo", stated, { manifest: "Cargo.toml", lock: lock?.file ?? null })];
}
