/** What polling needs to know of a reply. */
type Item = { reply_id: string; created_at: string };
type Page<T extends Item> = { data: T[]; next_cursor: string | null };

/** Asks for one page. `since` and `cursor` are the parameters of `GET /api/v1/posts/{post_id}/replies`. */
export type FetchPage<T extends Item> = (ask: { since: string | null; cursor: string | null }) => Promise<Page<T>>;

/**
 * How far a client has read one post. Plain data: it can be stored and taken up again. `cursor` is set only when a
 * round stopped between two pages; it belongs to `since`.
 */
export type PollState = {
  since: string | null;
  /** The ids already seen that a later `since` could bring again: those created at the newest time, or since `since`. */
  seen: string[];
  newest: string | null;
  cursor: string | null;
};

/** The state of a client that has `replies` already (oldest first) and wants what comes after them. */
export function startAfter(replies: Item[]): PollState {
  const newest = replies.at(-1)?.created_at ?? null;
  return { since: newest, seen: idsAt(replies, newest), newest, cursor: null };
}

/**
 * One round of polling by the rules of the interface: pages with the same `since` until there is no next cursor, each
 * handed to `take` without the replies known already. The state handed to `take` counts the page it comes with as read,
 * so a round that fails half-way goes on from its last page.
 */
export async function pollRound<T extends Item>(
  fetchPage: FetchPage<T>,
  state: PollState,
  take: (fresh: T[], state: PollState) => void,
): Promise<PollState> {
  let now = state;
  for (;;) {
    const page = await fetchPage({ since: now.since, cursor: now.cursor });
    const known = new Set(now.seen);
    const fresh = page.data.filter((reply) => !known.has(reply.reply_id));
    now = afterPage(now, page);
    take(fresh, now);
    if (now.cursor === null) return now;
  }
}

function afterPage<T extends Item>(state: PollState, page: Page<T>): PollState {
  const newest = page.data.reduce(
    (latest: string | null, reply) => (latest === null || reply.created_at > latest ? reply.created_at : latest),
    state.newest,
  );
  const ids = [...new Set([...state.seen, ...page.data.map((reply) => reply.reply_id)])];
  if (page.next_cursor !== null) return { since: state.since, seen: ids, newest, cursor: page.next_cursor };
  // The next round asks from the newest time on, inclusive: only replies of exactly that time can come again.
  const boundary = new Set([...(newest === state.since ? state.seen : []), ...idsAt(page.data, newest)]);
  return { since: newest, seen: [...boundary], newest, cursor: null };
}

function idsAt(replies: Item[], time: string | null): string[] {
  return replies.filter((reply) => reply.created_at === time).map((reply) => reply.reply_id);
}

const POLL_MS = 5_000;
const POLL_MS_MAX = 120_000;

/** How long to wait before the next round: 5 s, twice as long after each failure in a row, and never less than a server asked for. */
export function waitBefore(failures: number, retryAfterSeconds: number | null = null): number {
  const wait = Math.min(POLL_MS * 2 ** Math.min(failures, 10), POLL_MS_MAX);
  return Math.max(wait, (retryAfterSeconds ?? 0) * 1_000);
}
