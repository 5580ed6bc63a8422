import { read } from "@/db/client";
import { markdownTexts } from "@/db/queries/search-documents";
import { makeLru } from "@/lib/platform/lru";
import { singleton } from "@/lib/platform/singleton";

/** About 1,500 texts of usual length. */
const KEPT_CHARACTERS_MAX = 16_000_000;

/** The markdown of these versions, which never changes: recently used ones from memory. */
export async function markdownsOf(version_ids: readonly string[]): Promise<Map<string, string>> {
  const kept = singleton("search-markdown-texts", () => makeLru<string>(KEPT_CHARACTERS_MAX, ({ length }) => length));
  const found = new Map<string, string>();
  const missing: string[] = [];
  for (const id of version_ids) {
    const text = kept.get(id);
    if (text === undefined) missing.push(id);
    else found.set(id, text);
  }
  if (missing.length === 0) return found;
  for (const { version_id, markdown } of await read((sql) => markdownTexts(sql, missing))) {
    found.set(version_id, markdown);
    kept.set(version_id, markdown);
  }
  return found;
}
