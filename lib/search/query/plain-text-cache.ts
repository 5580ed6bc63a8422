import { read } from "@/db/client";
import { plainTexts } from "@/db/queries/search-documents";
import { makeLru } from "@/lib/platform/lru";
import { singleton } from "@/lib/platform/singleton";

/** At about ten kilobytes each. */
const ENTRIES_MAX = 1_500;

/** The plain texts of these versions, recently used ones from memory; versions without an analysis are omitted. */
export async function plainTextsOf(version_ids: readonly string[]): Promise<Map<string, string>> {
  const kept = singleton("search-plain-texts", () => makeLru<string>(ENTRIES_MAX));
  const found = new Map<string, string>();
  const missing: string[] = [];
  for (const id of version_ids) {
    const text = kept.get(id);
    if (text === undefined) missing.push(id);
    else found.set(id, text);
  }
  if (missing.length === 0) return found;
  for (const { version_id, plain_text } of await read((sql) => plainTexts(sql, missing))) {
    found.set(version_id, plain_text);
    kept.set(version_id, plain_text);
  }
  return found;
}
