import { read } from "@/db/client";
import { type ListedNow, listedNow } from "@/db/queries/search-rows";
import { makeSingleFlight } from "@/lib/platform/single-flight";
import { singleton } from "@/lib/platform/singleton";
import type { TextMatches } from "@/lib/search/rank/text-matches";
import type { LibraryAnswer } from "@/lib/search/search-library";

/** Answers from the same matches with other versions or limits. Answers of a whole directory are too large to cache. */
const KEPT_MAX = 8;
const HITS_MAX = 50;

type Kept = { answer: LibraryAnswer; log_sequence: string };

const answersOf = () => singleton("search-answers", () => new WeakMap<TextMatches, Map<string, Kept>>());

/**
 * The cached answer from these matches, if the database confirms that it is unchanged: nothing has been published,
 * selected, reviewed or withdrawn since, each hit is still offered, and its outcomes are the same.
 */
export async function keptAnswer(matches: TextMatches, key: string): Promise<LibraryAnswer | null> {
  const kept = answersOf().get(matches)?.get(key);
  if (!kept) return null;
  const { hits } = kept.answer;
  const version_ids = hits.map(({ row }) => row.version_id);
  const asking = singleton("search-offered-now", () => makeSingleFlight<ListedNow>());
  const now = await asking(version_ids.join(" "), () => read((sql) => listedNow(sql, version_ids)));
  if (now.log_sequence !== kept.log_sequence) return null;
  const offered = new Map(now.offered.map((row) => [row.version_id, row]));
  const same = hits.every(({ row }) => {
    const current = offered.get(row.version_id);
    return (
      current !== undefined &&
      current.outcomes_resolved === row.outcomes_resolved &&
      current.outcomes_partial === row.outcomes_partial &&
      current.outcomes_failed === row.outcomes_failed &&
      current.outcomes_connections === row.outcomes_connections &&
      current.outcomes_anonymous === row.outcomes_anonymous
    );
  });
  return same ? kept.answer : null;
}

/**
 * Caches a short answer for as long as its matches. `log_sequence` is the publish log's, read before the answer was
 * made.
 */
export function keepAnswer(matches: TextMatches, key: string, kept: Kept): void {
  if (kept.answer.hits.length > HITS_MAX) return;
  const answers = answersOf().get(matches) ?? new Map<string, Kept>();
  answersOf().set(matches, answers);
  answers.delete(key);
  answers.set(key, kept);
  for (const oldest of answers.keys()) {
    if (answers.size <= KEPT_MAX) break;
    answers.delete(oldest);
  }
}
