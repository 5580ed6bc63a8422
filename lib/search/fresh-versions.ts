import { read } from "@/db/client";
import { freshVersions } from "@/db/queries/search-fresh";
import { once } from "@/lib/process";

const VERSIONS_MAX = 100;
/** Asked for at most this often, so that it costs a busy server nothing. */
const KEPT_MS = 200;

/**
 * Versions that the search engine may not have read yet: candidates for every query, so that what was just published is
 * found however long the engine takes. Usually none. When much changes at once, only the latest.
 */
export function versionsNotIndexedYet(): Promise<string[]> {
  const kept = once("search-fresh-versions", () => ({ at: 0, found: Promise.resolve<string[]>([]) }));
  if (Date.now() - kept.at >= KEPT_MS) {
    kept.at = Date.now();
    kept.found = read((sql) => freshVersions(sql, VERSIONS_MAX));
    kept.found.catch(() => {
      kept.at = 0;
    });
  }
  return kept.found;
}
