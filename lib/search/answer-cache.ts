import { read } from "@/db/client";
import { type StillTrue, stillTrue } from "@/db/queries/still-true";
import { cache } from "@/lib/platform/lru";
import { makeSingleFlight } from "@/lib/platform/single-flight";
import { singleton } from "@/lib/platform/singleton";
import type { Conversations } from "@/lib/search/rank/conversations";
import type { TextMatches } from "@/lib/search/rank/text-matches";
import type { LibraryAnswer } from "@/lib/search/search-library";

const KEPT_BYTES_MAX = 16_000_000;
const BYTES_PER_HIT = 6_000;
const BYTES_PER_CONVERSATION = 1_500;
/** Answers of a whole directory are too large to cache. */
const HITS_MAX = 50;
/** Matches are kept no longer either, and what a transaction commits more than a second late shows after this. */
const KEPT_MS = 60_000;

/**
 * A library's answer and what it was made from. `log_sequence` is the publish log's, read before it was made. The
 * matches hold on to statistics, which are large, so they are not kept for this.
 */
export type KeptLibrary = { matches: WeakRef<TextMatches>; answer: LibraryAnswer; log_sequence: string };
/** The parts of a cached answer that are still true. The library's holds for the same matches only. */
export type Confirmed = { library: KeptLibrary | null; conversations: Conversations | null };
type Kept = { library: KeptLibrary; conversations: Conversations; until: number };

const answers = () => cache<Kept>("search-answers", KEPT_BYTES_MAX, bytesOf);

/** By number, because weighing each answer would take longer than keeping it. */
function bytesOf({ library, conversations }: Kept): number {
  return library.answer.hits.length * BYTES_PER_HIT + conversations.rows.length * BYTES_PER_CONVERSATION;
}

/**
 * The cached answer under this key, as far as the database confirms it with one statement: of the library, nothing has
 * been published, selected, reviewed or withdrawn since, each hit is still offered, and its outcomes are the same; of
 * the conversations, each is visible and unchanged, and no other thread about the query has a new message. Null without
 * a cached answer.
 */
export function confirmedAnswer(key: string): Promise<Confirmed> | null {
  const kept = answers().get(key);
  if (!kept || Date.now() > kept.until) return null;
  const asking = singleton("search-still-true", () => makeSingleFlight<Confirmed>());
  return asking(key, () => confirm(kept));
}

async function confirm(kept: Kept): Promise<Confirmed> {
  const { library, conversations } = kept;
  const version_ids = library.answer.hits.map(({ row }) => row.version_id);
  const now = await read((sql) => stillTrue(sql, version_ids, conversations.basis));
  const isSame = now.log_sequence === library.log_sequence && isOffered(library.answer, now);
  const basis = conversations.basis && { ...conversations.basis, at: now.at };
  const isUnchanged = areUnchanged(conversations, now);
  // The next confirmation looks only at the threads that were active since this one.
  if (isUnchanged) kept.conversations = { ...conversations, basis };
  return { library: isSame ? library : null, conversations: isUnchanged ? kept.conversations : null };
}

/** Caches a short answer for a minute. */
export function keepAnswer(key: string, answer: Omit<Kept, "until">): void {
  if (answer.library.answer.hits.length > HITS_MAX || !answer.conversations.isKept) return;
  answers().set(key, { ...answer, until: Date.now() + KEPT_MS });
}

function isOffered({ hits }: LibraryAnswer, now: StillTrue): boolean {
  const offered = new Map(now.offered.map((row) => [row.version_id, row]));
  return hits.every(({ row }) => {
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
}

function areUnchanged({ rows, basis }: Conversations, now: StillTrue): boolean {
  if (basis === null) return true;
  const revisions = new Map(now.visible?.map((row) => [row.thread_id, row.revision]));
  return now.touched === false && rows.every((row) => revisions.get(row.thread_id) === row.revision);
}
