/** The fields of a reply that polling needs. */
type Item = { reply_id: string; created_at: string };

/** One page of replies, oldest first. */
export type Page<T> = { data: T[]; next_cursor: string | null };

/** Requests one page. `since` and `cursor` are the parameters of `GET /api/v1/posts/{post_id}/replies`. */
export type ReadPage<T> = (ask: { since: string | null; cursor: string | null }) => Promise<Page<T>>;

/**
 * A client's position in one post. Plain data: store it when its page is processed and resume from it later, in another
 * process if needed. `null` as `since` means: from the start.
 */
export type Checkpoint = {
  /** The newest `created_at` that was read completely: the next round starts from this time, inclusive. */
  since: string | null;
  /** Ids already read that a request from `since` could return again. */
  boundary_ids: string[];
  /** Set while a round is between two pages; it belongs to `since`. */
  cursor: string | null;
};

/** Replaces the time when a round resumes in the middle. */
const UNKNOWN = "?";

/** The checkpoint of a client that has `replies` already (oldest first) and wants the later ones. */
export function startAfter(replies: Item[]): Checkpoint {
  const newest = replies.at(-1)?.created_at ?? null;
  return { since: newest, boundary_ids: idsAt(replies, newest), cursor: null };
}

/**
 * One round of polling by the rules of the interface: pages with the same `since` until there is no next cursor, each
 * without the replies already known. The checkpoint of a page counts that page as read. The next page is requested only
 * after this one was taken, so a round that fails half-way continues from its last page.
 */
export async function* pollRound<T extends Item>(
  readPage: ReadPage<T>,
  from: Checkpoint,
): AsyncGenerator<{ fresh: T[]; checkpoint: Checkpoint }, void, void> {
  let checkpoint = from;
  let before = from.cursor === null ? from.since : UNKNOWN;
  do {
    const page = await readPage({ since: checkpoint.since, cursor: checkpoint.cursor });
    const known = new Set(checkpoint.boundary_ids);
    const fresh = page.data.filter((reply) => !known.has(reply.reply_id));
    checkpoint = afterPage(checkpoint, page, before);
    before = page.data.at(-1)?.created_at ?? before;
    yield { fresh, checkpoint };
  } while (checkpoint.cursor !== null);
}

/** The cursor of the next page. Throws if it is that of this page: reading on would never end. */
export function nextCursor({ next_cursor }: { next_cursor: string | null }, cursor: string | null | undefined) {
  if (next_cursor && next_cursor === cursor) throw new Error("The list repeats a cursor.");
  return next_cursor;
}

/** `before`: the creation time of the reply before this page. */
function afterPage<T extends Item>(
  { since, boundary_ids }: Checkpoint,
  { data, next_cursor }: Page<T>,
  before: string | null,
): Checkpoint {
  const ids = [...new Set([...boundary_ids, ...data.map(({ reply_id }) => reply_id)])];
  // Until the round is over every id is kept: if the cursor is lost, the same `since` returns all of them again.
  if (next_cursor !== null) return { since, boundary_ids: ids, cursor: next_cursor };
  const newest = data.at(-1)?.created_at ?? null;
  if (newest === null) return { since, boundary_ids: ids, cursor: null };
  // Replies are ordered by time: earlier ids can share this time only if the whole page has it.
  const isOneMoment = data[0]?.created_at === newest && (before === newest || before === UNKNOWN);
  return { since: newest, boundary_ids: isOneMoment ? ids : idsAt(data, newest), cursor: null };
}

function idsAt(replies: Item[], time: string | null): string[] {
  return replies.filter((reply) => reply.created_at === time).map((reply) => reply.reply_id);
}
