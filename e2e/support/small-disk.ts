import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";

/** Puts a file system of `mb` megabytes at a new folder; null where this process may not mount one. */
export function mountSmallDisk(folder: string, mb: number): { unmount(): void } | null {
  mkdirSync(folder, { recursive: true });
  const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", `size=${mb}m,mode=755`, "tmpfs", folder]);
  if (mounted.status !== 0) return null;
  return {
    unmount() {
      // Lazily: a server may still hold a file.
      spawnSync("umount", ["-l", folder]);
    },
  };
}
