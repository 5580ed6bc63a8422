/** What polling needs to know of a reply. */
type Item = { reply_id: string; created_at: string };

/** One page of replies, oldest first. */
export type Page<T> = { data: T[]; next_cursor: string | null };

/** Asks for one page. `since` and `cursor` are the parameters of `GET /api/v1/posts/{post_id}/replies`. */
export type ReadPage<T> = (ask: { since: string | null; cursor: string | null }) => Promise<Page<T>>;

/**
 * How far a client has read one post. Plain data: store it when the page it came with is processed, and take it up
 * again later, in another process if need be. `null` as `since` means: from the start.
 */
export type Checkpoint = {
  /** Newest `created_at` that was read to its end: the next round asks from here on, this time included. */
  since: string | null;
  /** Ids already read that asking from `since` could bring again. */
  boundary_ids: string[];
  /** Set while a round stands between two pages; it belongs to `since`. */
  cursor: string | null;
};

/** In place of a time, when a round is taken up in the middle. */
const UNKNOWN = "?";

/** The checkpoint of a client that has `replies` already (oldest first) and wants what comes after them. */
export function startAfter(replies: Item[]): Checkpoint {
  const newest = replies.at(-1)?.created_at ?? null;
  return { since: newest, boundary_ids: idsAt(replies, newest), cursor: null };
}

/**
 * One round of polling by the rules of the interface: pages with the same `since` until there is no next cursor, each
 * without the replies that are known already. The checkpoint beside a page counts that page as read; the next page is
 * asked for only when this one was taken, so a round that fails half-way goes on from its last page.
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

/** `before`: when the reply before this page was created. */
function afterPage<T extends Item>(
  { since, boundary_ids }: Checkpoint,
  { data, next_cursor }: Page<T>,
  before: string | null,
): Checkpoint {
  const ids = [...new Set([...boundary_ids, ...data.map(({ reply_id }) => reply_id)])];
  // Until the round is over every id stays: should the cursor be lost, the same `since` would bring all of them again.
  if (next_cursor !== null) return { since, boundary_ids: ids, cursor: next_cursor };
  const newest = data.at(-1)?.created_at ?? null;
  if (newest === null) return { since, boundary_ids: ids, cursor: null };
  // Replies come by time: only where the whole page is of one moment may ids from before it be of that moment too.
  const isOneMoment = data[0]?.created_at === newest && (before === newest || before === UNKNOWN);
  return { since: newest, boundary_ids: isOneMoment ? ids : idsAt(data, newest), cursor: null };
}

function idsAt(replies: Item[], time: string | null): string[] {
  return replies.filter((reply) => reply.created_at === time).map((reply) => reply.reply_id);
}
