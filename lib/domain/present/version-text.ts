import type { VersionRow } from "@/db/queries/versions";
import { presentChanging, presentFixed } from "@/lib/domain/present/version";
import { cache } from "@/lib/platform/lru";

const FIXED_BYTES_MAX = 32_000_000;

/**
 * A whole version as JSON text. `row` was read for this answer and shows that the version is readable; `load` reads the
 * whole version, and null from it gives null here. The immutable part is serialised once and cached.
 */
export async function versionText(
  row: Parameters<typeof presentChanging>[0] & { version_id: string },
  load: () => Promise<VersionRow | null>,
): Promise<string | null> {
  const kept = cache<string>("version-texts", FIXED_BYTES_MAX);
  let fixed = kept.get(row.version_id);
  if (fixed === undefined) {
    const whole = await load();
    if (!whole) return null;
    fixed = JSON.stringify(presentFixed(whole));
    kept.set(row.version_id, fixed);
  }
  return joinObjects(fixed, JSON.stringify(presentChanging(row)));
}

/** Merges two non-empty JSON objects. */
function joinObjects(first: string, second: string): string {
  return `${first.slice(0, -1)},${second.slice(1)}`;
}
