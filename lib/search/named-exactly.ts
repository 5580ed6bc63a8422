import type { OfferedRow, Wanted } from "@/db/queries/search-rows";

const SKILL_ID = /^skl_[A-Za-z0-9_-]{22}$/;
const VERSION_ID = /^skv_[A-Za-z0-9_-]{22}$/;
const THREAD_ID = /^thr_[A-Za-z0-9_-]{22}$/;
const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const SLUG_CHARACTERS_MAX = 64;

/** For rows that are asked for by their ids alone. */
export const NOTHING_NAMED: Omit<Wanted, "version_ids"> = { skill_id: null, version_id: null, slug: null, title: null };

/**
 * What a query names by itself: a pasted id, or what may be a slug ("Postgres upsert" as `postgres-upsert` too). A title is
 * found by its words, and by itself when there is no other way: some have none.
 */
export function namedBy(query: string, isWordless: boolean): Omit<Wanted, "version_ids"> {
  const text = query.trim();
  const slug = text.toLowerCase().replace(/[\s_]+/g, "-");
  return {
    skill_id: SKILL_ID.test(text) ? text : null,
    version_id: VERSION_ID.test(text) ? text : null,
    slug: SLUG.test(slug) && slug.length <= SLUG_CHARACTERS_MAX ? slug : null,
    title: isWordless ? folded(query) : null,
  };
}

/** The thread whose id a query is. */
export function namedThread(query: string): string | null {
  const text = query.trim();
  return THREAD_ID.test(text) ? text : null;
}

/** Whether a query is the id, the slug or the title of this version, whatever the case and the spaces. */
export function namesExactly(
  query: string,
  row: Pick<OfferedRow, "skill_id" | "version_id" | "slug" | "title">,
): boolean {
  const named = namedBy(query, false);
  if (named.skill_id === row.skill_id || named.version_id === row.version_id || named.slug === row.slug) return true;
  return folded(query) === folded(row.title);
}

function folded(text: string): string {
  return text.normalize("NFKC").toLowerCase().replace(/\s+/g, " ").trim();
}
