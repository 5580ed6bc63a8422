import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { read } from "@/db/client";
import { snapshotNow } from "@/db/queries/snapshot";
import { once } from "@/lib/process";
import { makeRecent, type Recent } from "@/lib/recent";

/** How long a page may say "a minute ago" though nothing has changed. */
const KEPT_MS = 5_000;
const KEPT_CHARACTERS_MAX = 16_000_000;
/** A database that takes longer to say where it is has no time for a page either: that page says so. */
const ASK_MS_MAX = 250;

/** Pages in which nothing depends on who asks, unless by cookie. */
const SHARED = /^\/(?:skills\/skl_[\w-]{22}\/[\w-]+|threads\/thr_[\w-]{22}|docs(?:\/[a-z]+)?|problems(?:\/[a-z_]+)?)$/;
/** What belongs to one sending of a page. */
const OWN_HEADERS = new Set([
  "connection",
  "content-encoding",
  "content-length",
  "date",
  "keep-alive",
  "transfer-encoding",
]);

type KeptPage = { snapshot: string; until: number; nonce: string; headers: OutgoingHttpHeaders; html: string };

/**
 * Answers with a page that was rendered a moment ago, with this answer's nonce in it, when the database says that nothing at
 * all has changed since; else renders it. Several who ask for the same page at once wait for one rendering. Only pages
 * that are the same for everybody are kept, and only whole ones (200). Call it where `response` takes the finished HTML:
 * `render` may rewrite what Next says before it comes here.
 */
export async function servePage(
  request: IncomingMessage,
  response: ServerResponse,
  nonce: string,
  render: () => Promise<void>,
): Promise<void> {
  const target = request.url ?? "/";
  if (!isForEverybody(request, target)) return render();
  const snapshot = await Promise.race([read(snapshotNow).catch(() => null), sleep(ASK_MS_MAX, null)]);
  if (snapshot === null) return render();
  const { pages, renderings } = state();
  const name = `${snapshot} ${target}`;
  await renderings.get(name);
  const page = pages.get(target);
  if (page && page.snapshot === snapshot && Date.now() < page.until) return send(page, response, nonce);
  const html = collect(response);
  const rendering = render().then(() => {
    if (isWhole(response, html()))
      pages.set(target, { snapshot, until: Date.now() + KEPT_MS, nonce, headers: shared(response), html: html() });
  });
  renderings.set(
    name,
    rendering.catch(() => {}).finally(() => renderings.delete(name)),
  );
  return rendering;
}

function state(): { pages: Recent<KeptPage>; renderings: Map<string, Promise<void>> } {
  return once("kept-pages", () => ({
    pages: makeRecent<KeptPage>(KEPT_CHARACTERS_MAX, ({ html }) => html.length),
    renderings: new Map<string, Promise<void>>(),
  }));
}

/** Parts of pages, which Next asks for with headers of its own, and whoever carries a cookie get theirs made. */
function isForEverybody({ method, headers }: IncomingMessage, target: string): boolean {
  if (method !== "GET" || !SHARED.test(target) || headers.cookie !== undefined) return false;
  return !Object.keys(headers).some((name) => name === "rsc" || name.startsWith("next-"));
}

function send({ headers, html, nonce: old }: KeptPage, response: ServerResponse, nonce: string): void {
  for (const [name, value] of Object.entries(headers)) {
    if (typeof value === "string") response.setHeader(name, value.replaceAll(old, nonce));
  }
  const body = Buffer.from(html.replaceAll(old, nonce), "latin1");
  response.setHeader("content-length", body.length);
  response.end(body);
}

/** Keeps what is sent, byte for byte: as Latin-1 one character is one byte, and a nonce is found in it as it is. */
function collect(response: ServerResponse): () => string {
  const pieces: string[] = [];
  for (const name of ["write", "end"] as const) {
    const original = response[name];
    const value = (...given: unknown[]) => {
      const [chunk] = given;
      if (chunk instanceof Uint8Array) pieces.push(Buffer.from(chunk).toString("latin1"));
      else if (typeof chunk === "string") pieces.push(Buffer.from(chunk).toString("latin1"));
      return Reflect.apply(original, response, given);
    };
    Object.defineProperty(response, name, { value, configurable: true, writable: true });
  }
  return () => pieces.join("");
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
