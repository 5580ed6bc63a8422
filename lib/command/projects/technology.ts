/** A technology that a project uses. */
export type Technology = {
  /** Its name as search knows it: `next.js` for the package `next`. */
  technology: string;
  /** The installed version (`14.2.3`) or the range that the project allows (`^14.0.0`), as node-semver writes them; null when no file tells either. */
  version: string | null;
  /** Whether `version` is the one that is installed. */
  exact: boolean;
  /** The file that says so, relative to the project's folder. */
  source: string;
};

/** `next.js@16.4.6` as its two parts; the version may be missing. */
export function technologyOf(given: string | undefined): { technology?: string; version?: string } {
  if (given === undefined) return {};
  const at = given.lastIndexOf("@");
  if (at <= 0) return { technology: given };
  return { technology: given.slice(0, at), version: given.slice(at + 1) };
}
