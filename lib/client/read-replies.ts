import { CairnError, type CallOptions, readJson, send } from "@/lib/client/call";
import type { Page, ReadPage } from "@/lib/client/poll-round";

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
