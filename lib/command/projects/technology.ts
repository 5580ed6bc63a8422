import { usage } from "@/lib/command/io";

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
  /** Why its name does not leave this computer; missing for one that is public. */
  withheld?: string;
  /** True for one that only another package asks for. */
  indirect?: boolean;
  /** Its name in its registry, where that is another one; only while a project is read. */
  package?: string;
};

/** `next.js@16.4.6` as its two parts; the version may be missing. Throws a CommandError for a part that is empty. */
export function technologyOf(given: string | undefined): { technology?: string; version?: string } {
  if (given === undefined) return {};
  const at = given.lastIndexOf("@");
  const [technology = "", version] = at > 0 ? [given.slice(0, at), given.slice(at + 1)] : [given];
  if (technology.trim() !== "" && version?.trim() !== "") return { technology, ...(version ? { version } : {}) };
  const next_step = "Write --for next.js@14.2.3, or --for next.js alone.";
  throw usage(`"${given}" does not name a technology and its version.`, next_step);
}
