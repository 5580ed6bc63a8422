import type { From } from "@/lib/command/projects/registries";

export type LockedPackage = { name: string; version: string | null; from: From };

/** What a lock file of JavaScript pins. */
export type PackageLock = {
  /** The package that the manifest asks for in `range`; null when the lock file does not list it. */
  of(name: string, range: string): LockedPackage | null;
  all(): LockedPackage[];
};

/** Fails for a text with the marks of a merge that nobody has ended. */
export function refuseConflicts(text: string): void {
  if (/^(?:<{7} |>{7} |={7}$)/m.test(text)) throw new Error("it holds the conflict markers of a merge");
}
