/** The pinned version of a package that the manifest asks for in `range`; null when the lock file pins none. */
export type VersionOf = (name: string, range: string) => string | null;

/** Fails for a text with the marks of a merge that nobody has ended. */
export function refuseConflicts(text: string): void {
  if (/^(?:<{7} |>{7} |={7}$)/m.test(text)) throw new Error("it holds the conflict markers of a merge");
}
