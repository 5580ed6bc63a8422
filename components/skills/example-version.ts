import type { ApplicabilityEntry } from "@/lib/contract/primitives";

/** The oldest version that a range lets in, where its first condition names one. */
const FIRST_INSIDE = /^\s*(?:>=|\^|~|=)?\s*v?(\d[\w.+-]*)/;

/**
 * A version of `technology` that fits what a skill states about it, to show what to type; null where the skill states
 * nothing that names one.
 */
export function exampleVersion(applicability: ApplicabilityEntry[], technology: string): string | null {
  const entry = applicability.find((stated) => stated.technology === technology);
  if (!entry) return null;
  return entry.version_scheme === "exact" ? entry.constraint : (FIRST_INSIDE.exec(entry.constraint)?.[1] ?? null);
}
