import { parseJsonc } from "@/lib/command/projects/jsonc";
import type { LockedPackage, PackageLock } from "@/lib/command/projects/locked";
import { own, textOf } from "@/lib/command/projects/parsed-values";
import { fromOf } from "@/lib/command/projects/registries";

/** A `bun.lock`, which is JSON with trailing commas: a workspace's own version of a package is named after it. */
export function readBunLock(text: string, folder: string): PackageLock {
  const lock = parseJsonc(text);
  const packages = own(lock, "packages");
  const workspaces = own(lock, "workspaces");
  if (!packages && !workspaces) throw new Error("it lists no packages");
  const workspace = textOf(own(workspaces, folder)?.name);
  return {
    of(name) {
      for (const key of workspace ? [`${workspace}/${name}`, name] : [name]) {
        const entry = own(packages, key);
        if (entry) return packageIn(name, entry);
      }
      return null;
    },
    all: () => Object.values(packages ?? {}).map((entry) => packageIn("", entry)),
  };
}

/** `["next@14.2.3", "the registry, empty for the usual one", …]`; a package of the workspace has no version. */
function packageIn(name: string, entry: unknown): LockedPackage {
  const [resolved, registry]: unknown[] = Array.isArray(entry) ? entry : [];
  const [, real = name, version] = /^(.+)@(?:npm:)?(\d[^@/:]*)$/.exec(textOf(resolved) ?? "") ?? [];
  if (version === undefined) {
    const [of = name, address] = textOf(resolved)?.split(/(?<=.)@/) ?? [];
    return { name: of, version: null, from: address?.startsWith("workspace:") ? "own" : "elsewhere" };
  }
  return { name: real, version, from: fromOf(textOf(registry) || null) };
}
