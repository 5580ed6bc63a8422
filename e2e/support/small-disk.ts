import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";

/** Mounts a file system of `mb` megabytes at a new folder; null if this process may not mount one. */
export function mountSmallDisk(folder: string, mb: number): { unmount(): void } | null {
  mkdirSync(folder, { recursive: true });
  const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", `size=${mb}m,mode=755`, "tmpfs", folder]);
  if (mounted.status !== 0) return null;
  return {
    unmount() {
      // A lazy unmount, because a server may still hold a file open.
      spawnSync("umount", ["-l", folder]);
    },
  };
}
