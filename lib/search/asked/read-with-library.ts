import type { ApplicabilityEntry } from "@/lib/contract/primitives";
import { knownTechnologies, newerTechnologies } from "@/lib/search/asked/known-technologies";
import { type Asked, readApplicability, readAsked } from "@/lib/search/asked/read-asked";
import type { KnownTechnologies } from "@/lib/search/asked/technology-names";

/** `readAsked` with the technologies of the library. Throws `unavailable` when the database is away. */
export function askedOf(input: Parameters<typeof readAsked>[0]): Promise<Asked> {
  return withLibrary((known) => readAsked(input, known));
}

/** `readApplicability` with the technologies of the library. Throws `unavailable` when the database is away. */
export function askedIn(applicability: readonly ApplicabilityEntry[], query: string): Promise<Asked> {
  return withLibrary((known) => readApplicability(applicability, query, known));
}

/** A name is unknown only if the newest state of the library does not know it either. */
async function withLibrary(readWith: (known: KnownTechnologies) => Asked): Promise<Asked> {
  const asked = readWith(await knownTechnologies());
  if (!asked.warnings.some(({ code }) => code === "unknown_technology")) return asked;
  const newer = await newerTechnologies();
  return newer === null ? asked : readWith(newer);
}
