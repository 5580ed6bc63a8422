import { CairnError, type CallOptions, readJson, send } from "@/lib/client/call";

/** The fields of a reply that polling needs. */
type Item = { reply_id: string; created_at: string };

/** One page of replies, oldest first. */
type Page<T> = { data: T[]; next_cursor: string | null };

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

const PER_PAGE = 100;

type Kept = { etag: string; next_cursor: string | null };

/**
 * Reads pages of a post's replies. It keeps the ETags of the pages after one `since`, so that a repeated request
 * without changes costs an empty 304. A cursor that the service no longer accepts restarts the round: known ids are
 * dropped.
 */
export function repliesReader<T>(post_id: string, options: CallOptions & { limit?: number }): ReadPage<T> {
  const kept = new Map<string, Kept>();
  let keptSince: string | null = null;
  return async ({ since, cursor }) => {
    if (since !== keptSince) kept.clear();
    keptSince = since;
    try {
      return await read(cursor);
    } catch (error) {
      if (cursor !== null && error instanceof CairnError && error.code === "invalid_cursor") return read(null);
      throw error;
    }

    async function read(at: string | null): Promise<Page<T>> {
      const query = new URLSearchParams({ limit: String(options.limit ?? PER_PAGE) });
      if (since !== null) query.set("since", since);
      if (at !== null) query.set("cursor", at);
      const url = `/api/v1/posts/${encodeURIComponent(post_id)}/replies?${query}`;
      const known = kept.get(url);
      const response = await send(url, known ? { headers: { "if-none-match": known.etag } } : {}, options);
      if (response.status === 304) return { data: [], next_cursor: known?.next_cursor ?? null };
      const page = await readJson<Page<T>>(response);
      const etag = response.headers.get("etag");
      if (etag) kept.set(url, { etag, next_cursor: page.next_cursor });
      return page;
    }
  };
}

const DOUBLINGS_MAX = 10;
/** A longer delay would make `setTimeout` fire at once. */
const TIMER_MS_MAX = 2_147_483_647;

/**
 * The delay before the next request, in milliseconds: `usual`, doubled after each consecutive failure up to `longest`,
 * and never less than a server asked for.
 */
export function waitBefore(
  failures: number,
  retryAfterSeconds: number | null = null,
  { usual = 5_000, longest = 120_000 } = {},
): number {
  const wait = Math.min(usual * 2 ** Math.min(failures, DOUBLINGS_MAX), longest);
  return Math.max(wait, (retryAfterSeconds ?? 0) * 1_000);
}

/** Resolves after `ms`, or at once when `signal` aborts. */
export function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const timer = setTimeout(done, Math.min(ms, TIMER_MS_MAX));
    signal?.addEventListener("abort", done, { once: true });
    function done() {
      clearTimeout(timer);
      signal?.removeEventListener("abort", done);
      resolve();
    }
  });
}
