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
