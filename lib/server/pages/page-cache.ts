import type { IncomingMessage } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { read } from "@/db/client";
import { snapshotNow } from "@/db/queries/still-true";
import { isUnchanged, type RecordedQueries, recordQueries } from "@/db/query-recorder";
import { bytesIn, cache, makeSingleFlight } from "@/lib/platform/caches";
import { singleton } from "@/lib/platform/singleton";
import { findPage } from "@/lib/server/pages";
import type { Rendered } from "@/lib/server/pages/next";

/** Maximum age of a cached page. Even if its data is unchanged, relative times such as "a minute ago" go stale. */
const KEPT_MS = 30_000;
const KEPT_BYTES_MAX = 16_000_000;
/**
 * Timeout for the snapshot query. A database that is slower than this cannot serve a page either; the page then says
 * so.
 */
const ASK_MS_MAX = 250;
/**
 * Longer than a page's reads may take. A request that has waited this long for another's rendering renders the page
 * itself.
 */
const RENDERING_MS_MAX = 5_000;

const OUR_COOKIE = /(?:^|;\s*)cairn_/;
type KeptPage = {
  /** The database snapshot at which the page's data was last found unchanged. */
  snapshot: string;
  until: number;
  page: Rendered;
  notes: RecordedQueries;
};

/**
 * Returns a cached page if the database has not changed since, or if all the page's reads still return the same;
 * otherwise renders with `make`. Concurrent requests for a page share one rendering. Only pages that are the same for
 * every visitor are cached, and only complete ones (200, every read answered). `Cache-Status` (RFC 9211) reports hit or
 * miss. Null when `make` returns null.
 */
export async function keptOrMade(
  request: IncomingMessage,
  make: () => Promise<Rendered | null>,
): Promise<Rendered | null> {
  const target = request.url ?? "/";
  if (!isForEverybody(request, target)) return make();
  const { renderings } = state();
  let now = await look(target);
  const running = renderings.get(target);
  if (now && !now.page && running) {
    await Promise.race([running, sleep(RENDERING_MS_MAX, undefined, { ref: false })]);
    now = await look(target);
  }
  if (!now) return make();
  if (now.page) return withCacheStatus(now.page.page, "hit");
  const { snapshot } = now;
  const notes: RecordedQueries = { reads: [], missing: 0 };
  const rendering = recordQueries(notes, make);
  const over = rendering.then(
    (page) => {
      if (!page || !isWhole(page) || notes.missing > 0) return;
      state().pages.set(target, { snapshot, until: Date.now() + KEPT_MS, page, notes });
    },
    () => {},
  );
  renderings.set(target, over);
  void over.then(() => {
    if (renderings.get(target) === over) renderings.delete(target);
  });
  const page = await rendering;
  return page && withCacheStatus(page, "fwd=miss");
}

function state() {
  return singleton("page-cache", () => ({
    pages: cache<KeptPage>("pages", KEPT_BYTES_MAX, bytesIn),
    looking: makeSingleFlight<Look | null>(),
    renderings: new Map<string, Promise<void>>(),
  }));
}

type Look = { snapshot: string; page: KeptPage | null };

/** The database snapshot, and the cached page if it is still valid. Null when the database takes too long. */
function look(target: string): Promise<Look | null> {
  const { pages, looking } = state();
  return looking(target, () => Promise.race([lookNow().catch(() => null), sleep(ASK_MS_MAX, null)]));

  async function lookNow(): Promise<Look> {
    const snapshot = await read(snapshotNow);
    const page = pages.get(target);
    if (!page || Date.now() >= page.until) return { snapshot, page: null };
    if (page.snapshot !== snapshot) {
      if (!(await isUnchanged(page.notes, read))) return { snapshot, page: null };
      // Set to the snapshot from before the checks: later changes create a new snapshot.
      page.snapshot = snapshot;
    }
    return { snapshot, page };
  }
}

/**
 * Whether the page cache may serve a request. Page fragments, which Next requests with its own headers, and visitors
 * with our cookies bypass it.
 */
function isForEverybody({ method, headers }: IncomingMessage, target: string): boolean {
  if (method !== "GET" || !findPage(target)?.page.shared || OUR_COOKIE.test(headers.cookie ?? "")) return false;
  return !Object.keys(headers).some((name) => name === "rsc" || name.startsWith("next-"));
}

function withCacheStatus(page: Rendered, status: "hit" | "fwd=miss"): Rendered {
  return { ...page, headers: { ...page.headers, "cache-status": `cairn; ${status}` } };
}

function isWhole({ status, headers, body }: Rendered): boolean {
  const isPage = String(headers["content-type"]).startsWith("text/html");
  return status === 200 && isPage && headers["set-cookie"] === undefined && body.subarray(-7).equals(END);
}

const END = Buffer.from("</html>");
