import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { read } from "@/db/client";
import { isStillSo, type NotedReads, noteReads } from "@/db/noted-reads";
import { snapshotNow } from "@/db/queries/snapshot";
import { findPage } from "@/lib/discovery/pages";
import { makeJoined } from "@/lib/joined";
import { makeLru } from "@/lib/lru";
import { once } from "@/lib/process";

/** How long a page may say "a minute ago" though nothing that it shows has changed. */
const KEPT_MS = 30_000;
const KEPT_CHARACTERS_MAX = 16_000_000;
/** A database that takes longer to say where it is has no time for a page either: that page says so. */
const ASK_MS_MAX = 250;
/** Longer than a page may take by its reads. Whoever has waited so long for another's rendering makes the page alone. */
const RENDERING_MS_MAX = 5_000;

const OUR_COOKIE = /(?:^|;\s*)cairn_/;
/** What belongs to one sending of a page. */
const OWN_HEADERS = new Set([
  "cache-status",
  "connection",
  "content-encoding",
  "content-length",
  "date",
  "keep-alive",
  "transfer-encoding",
]);

type KeptPage = {
  /** The database, when all that the page shows was last found unchanged. */
  snapshot: string;
  until: number;
  nonce: string;
  headers: OutgoingHttpHeaders;
  html: string;
  notes: NotedReads;
};

/**
 * Answers with a page that was rendered a moment ago, with this answer's nonce in it, when the database says that nothing at
 * all has changed since, or answers everything that the page has read as it did then; else renders it. Several who ask for the
 * same page at once wait for one of them. Only pages that are the same for everybody are kept, and only whole ones (200, every
 * read answered). `Cache-Status` (RFC 9211) says which it was. Call it where `response` takes the finished HTML: `render` may
 * rewrite what Next says before it comes here.
 */
export async function servePage(
  request: IncomingMessage,
  response: ServerResponse,
  nonce: string,
  render: () => Promise<void>,
): Promise<void> {
  const target = request.url ?? "/";
  if (!isForEverybody(request, target)) return render();
  const { renderings } = state();
  let now = await look(target);
  const running = renderings.get(target);
  if (now && !now.page && running) {
    await Promise.race([running, sleep(RENDERING_MS_MAX, undefined, { ref: false })]);
    now = await look(target);
  }
  if (!now) return render();
  if (now.page) return send(now.page, response, nonce);
  const { snapshot } = now;
  response.setHeader("cache-status", "cairn; fwd=miss");
  const { html, ended } = collect(response);
  const notes: NotedReads = { reads: [], missing: 0 };
  const rendering = noteReads(notes, render);
  // Next is done when the last byte has left. Those who wait for the page do not wait for its first reader.
  const over = Promise.race([ended, rendering.catch(() => {})]).then(() => {
    if (renderings.get(target) === over) renderings.delete(target);
    if (!isWhole(response, html()) || notes.missing > 0) return;
    const until = Date.now() + KEPT_MS;
    state().pages.set(target, { snapshot, until, nonce, headers: shared(response), html: html(), notes });
  });
  renderings.set(target, over);
  return rendering;
}

function state() {
  return once("kept-pages", () => ({
    pages: makeLru<KeptPage>(KEPT_CHARACTERS_MAX, ({ html }) => html.length),
    looking: makeJoined<Look | null>(),
    renderings: new Map<string, Promise<void>>(),
  }));
}

type Look = { snapshot: string; page: KeptPage | null };

/** Where the database is, and the kept page if it still shows that. Null when the database takes too long to say. */
function look(target: string): Promise<Look | null> {
  const { pages, looking } = state();
  return looking(target, () => Promise.race([lookNow().catch(() => null), sleep(ASK_MS_MAX, null)]));

  async function lookNow(): Promise<Look> {
    const snapshot = await read(snapshotNow);
    const page = pages.get(target);
    if (!page || Date.now() >= page.until) return { snapshot, page: null };
    if (page.snapshot !== snapshot) {
      if (!(await isStillSo(page.notes, read))) return { snapshot, page: null };
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

function send({ headers, html, nonce: old }: KeptPage, response: ServerResponse, nonce: string): void {
  for (const [name, value] of Object.entries(headers)) {
    if (typeof value === "string") response.setHeader(name, value.replaceAll(old, nonce));
  }
  response.setHeader("cache-status", "cairn; hit");
  const body = Buffer.from(html.replaceAll(old, nonce), "latin1");
  response.setHeader("content-length", body.length);
  response.end(body);
}

/**
 * Keeps what is sent, byte for byte: as Latin-1 one character is one byte, and a nonce is found in it as it is. `ended` when all of
 * it has been given to `response`.
 */
export function collect(response: ServerResponse): { html: () => string; ended: Promise<void> } {
  const pieces: string[] = [];
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  for (const name of ["write", "end"] as const) {
    const original = response[name];
    const value = (...given: unknown[]) => {
      const [chunk] = given;
      if (chunk instanceof Uint8Array) pieces.push(Buffer.from(chunk).toString("latin1"));
      else if (typeof chunk === "string") pieces.push(Buffer.from(chunk).toString("latin1"));
      const result = Reflect.apply(original, response, given);
      if (name === "end") end();
      // The page is in memory, so nobody who renders it has to wait until its reader has room for more.
      return name === "end" ? result : true;
    };
    Object.defineProperty(response, name, { value, configurable: true, writable: true });
  }
  return { html: () => pieces.join(""), ended };
}

function isWhole(response: ServerResponse, html: string): boolean {
  const isPage = String(response.getHeader("content-type")).startsWith("text/html");
  return response.statusCode === 200 && isPage && !response.hasHeader("set-cookie") && html.endsWith("</html>");
}

/** The headers without those of one sending; what compression and negotiation add to `Vary` they add again. */
function shared(response: ServerResponse): OutgoingHttpHeaders {
  const headers: OutgoingHttpHeaders = {};
  for (const [name, value] of Object.entries(response.getHeaders())) {
    if (!OWN_HEADERS.has(name) && value !== undefined) headers[name] = String(value);
  }
  const vary = String(headers.vary ?? "").split(", ");
  headers.vary = vary.filter((item) => item !== "Accept" && item !== "Accept-Encoding").join(", ");
  return headers;
}
