import type { ApplicabilityEntry } from "@/lib/contract/primitives";

/** The oldest version that a range allows, where its first condition names one. */
const FIRST_INSIDE = /^\s*(?:>=|\^|~|=)?\s*v?(\d[\w.+-]*)/;

/**
 * A version of `technology` that satisfies a skill's constraint, as an input example; null where no constraint names
 * one.
 */
export function exampleVersion(applicability: ApplicabilityEntry[], technology: string): string | null {
  const entry = applicability.find((stated) => stated.technology === technology);
  if (!entry) return null;
  return entry.version_scheme === "exact" ? entry.constraint : (FIRST_INSIDE.exec(entry.constraint)?.[1] ?? null);
}
