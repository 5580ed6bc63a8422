import type { ListedRow, Wanted } from "@/db/queries/search-rows";

const SKILL_ID = /^skl_[A-Za-z0-9_-]{22}$/;
const VERSION_ID = /^skv_[A-Za-z0-9_-]{22}$/;
const THREAD_ID = /^thr_[A-Za-z0-9_-]{22}$/;
const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const SLUG_CHARACTERS_MAX = 64;

/** For rows that are read by id only. */
export const NOTHING_NAMED: Omit<Wanted, "version_ids"> = { skill_id: null, version_id: null, slug: null, title: null };

/**
 * Exact names in a query: a pasted id, or a possible slug ("Postgres upsert" as `postgres-upsert` too). A title is
 * normally found by its words; the exact lookup is for titles without any.
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

/** Whether a query is the id, slug or title of a version, ignoring case and spaces. */
export function exactlyNamedBy(
  query: string,
): (row: Pick<ListedRow, "skill_id" | "version_id" | "slug" | "title">) => boolean {
  const named = namedBy(query, true);
  return ({ skill_id, version_id, slug, title }) =>
    named.skill_id === skill_id ||
    named.version_id === version_id ||
    named.slug === slug ||
    named.title === folded(title);
}

function folded(text: string): string {
  return text.normalize("NFKC").toLowerCase().replace(/\s+/g, " ").trim();
}
