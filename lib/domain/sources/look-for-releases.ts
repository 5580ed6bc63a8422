import { read, transaction } from "@/db/client";
import { technologiesDue } from "@/db/queries/technology-releases";
import { newestRelease } from "@/lib/domain/sources/newest-release";
import { noteRelease } from "@/lib/domain/sources/note-release";
import type { Running } from "@/lib/domain/sources/run-source";
import { SourceFailure } from "@/lib/domain/sources/source-failure";

const AGAIN_HOURS = 24;
const AGAIN_AFTER_FAILURE_MS = 3_600_000;
/** In a row: then there is no network, and the others wait for the next time. */
const FAILURES_MAX = 3;

/**
 * Looks once for the newest releases of the technologies that the library names, of those in a table of registries that
 * nobody has looked for since yesterday. One that fails is left for an hour; `notBefore` remembers it.
 */
export async function lookForReleases(
  registries: Readonly<Record<string, string>>,
  { isHeld, signal }: Running,
  notBefore: Map<string, number>,
): Promise<void> {
  const due = await read((sql) => technologiesDue(sql, Object.keys(registries), AGAIN_HOURS));
  let failures = 0;
  for (const technology of due) {
    const address = registries[technology];
    if (signal.aborted || !isHeld() || failures >= FAILURES_MAX) return;
    if (address === undefined || (notBefore.get(technology) ?? 0) > Date.now()) continue;
    try {
      const newest = await newestRelease(address, signal);
      await transaction((sql) => noteRelease(sql, { technology, address, ...newest }));
      failures = 0;
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof SourceFailure)) throw error;
      failures += 1;
      notBefore.set(technology, Date.now() + AGAIN_AFTER_FAILURE_MS);
    }
  }
}
