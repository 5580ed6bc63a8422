import type { IncomingMessage } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { read } from "@/db/client";
import { snapshotNow } from "@/db/queries/snapshot";
import { isUnchanged, type RecordedQueries, recordQueries } from "@/db/query-recorder";
import { makeLru } from "@/lib/platform/lru";
import { makeSingleFlight } from "@/lib/platform/single-flight";
import { singleton } from "@/lib/platform/singleton";
import { findPage } from "@/lib/server/pages";
import type { Rendered } from "@/lib/server/pages/render-page";

/** How long a page may say "a minute ago" though nothing that it shows has changed. */
const KEPT_MS = 30_000;
const KEPT_BYTES_MAX = 16_000_000;
/** A database that takes longer to say where it is has no time for a page either: that page says so. */
const ASK_MS_MAX = 250;
/** Longer than a page may take by its reads. Whoever has waited so long for another's rendering makes the page alone. */
const RENDERING_MS_MAX = 5_000;

const OUR_COOKIE = /(?:^|;\s*)cairn_/;
type KeptPage = {
  /** The database, when all that the page shows was last found unchanged. */
  snapshot: string;
  until: number;
  page: Rendered;
  notes: RecordedQueries;
};

/**
 * A page that was made a moment ago, when the database says that nothing at all has changed since, or answers everything that the
 * page has read as it did then; else what `make` makes. Several who ask for the same page at once wait for one of them. Only pages
 * that are the same for everybody are kept, and only whole ones (200, every read answered). `Cache-Status` (RFC 9211) says which
 * it was. Null where `make` makes nothing.
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
    pages: makeLru<KeptPage>(KEPT_BYTES_MAX, ({ page }) => page.body.length),
    looking: makeSingleFlight<Look | null>(),
    renderings: new Map<string, Promise<void>>(),
  }));
}

type Look = { snapshot: string; page: KeptPage | null };

/** Where the database is, and the cached page if it still shows that. Null when the database takes too long to say. */
function look(target: string): Promise<Look | null> {
  const { pages, looking } = state();
  return looking(target, () => Promise.race([lookNow().catch(() => null), sleep(ASK_MS_MAX, null)]));

  async function lookNow(): Promise<Look> {
    const snapshot = await read(snapshotNow);
    const page = pages.get(target);
    if (!page || Date.now() >= page.until) return { snapshot, page: null };
    if (page.snapshot !== snapshot) {
      if (!(await isUnchanged(page.notes, read))) return { snapshot, page: null };
      // Taken before the questions: what came after them makes another one.
      page.snapshot = snapshot;
    }
    return { snapshot, page };
  }
}

/** Parts of pages, which Next asks for with headers of its own, and whoever carries a cookie of ours get theirs made. */
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
