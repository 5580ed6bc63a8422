import { parseJsonc } from "@/lib/command/projects/jsonc";
import type { VersionOf } from "@/lib/command/projects/locked";
import { own, textOf } from "@/lib/command/projects/parsed-values";

/** A `bun.lock`, which is JSON with trailing commas: a workspace's own version of a package is named after it. */
export function readBunLock(text: string, folder: string): VersionOf {
  const lock = parseJsonc(text);
  const packages = own(lock, "packages");
  const workspaces = own(lock, "workspaces");
  if (!packages && !workspaces) throw new Error("it lists no packages");
  const workspace = textOf(own(workspaces, folder)?.name);
  return (name) => {
    for (const key of workspace ? [`${workspace}/${name}`, name] : [name]) {
      const entry = own(packages, key);
      const [resolved] = Array.isArray(entry) ? entry : [];
      const version = /@(?:npm:)?(\d[^@/:]*)$/.exec(textOf(resolved) ?? "")?.[1];
      if (entry) return version ?? null;
    }
    return null;
  };
}
