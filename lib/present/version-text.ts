import type { LRUCache } from "lru-cache";
import type { VersionRow } from "@/db/queries/versions";
import { makeLru } from "@/lib/lru";
import { presentChanging, presentFixed } from "@/lib/present/version";
import { once } from "@/lib/process";

const FIXED_CHARACTERS_MAX = 16_000_000;

/**
 * A version whole as JSON text. `row` was read for this very answer and shows that the version may be read; `load` reads
 * it whole, and null there is null here. The part that never changes is written once and kept for later answers.
 */
export async function versionText(
  row: Parameters<typeof presentChanging>[0] & { version_id: string },
  load: () => Promise<VersionRow | null>,
): Promise<string | null> {
  const kept = fixedTexts();
  let fixed = kept.get(row.version_id);
  if (fixed === undefined) {
    const whole = await load();
    if (!whole) return null;
    fixed = JSON.stringify(presentFixed(whole));
    kept.set(row.version_id, fixed);
  }
  return joinObjects(fixed, JSON.stringify(presentChanging(row)));
}

/** Two JSON objects, neither of them empty, as one. */
function joinObjects(first: string, second: string): string {
  return `${first.slice(0, -1)},${second.slice(1)}`;
}

function fixedTexts(): LRUCache<string, string> {
  return once("fixed-version-texts", () => makeLru<string>(FIXED_CHARACTERS_MAX, (text) => text.length));
}
