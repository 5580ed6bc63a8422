import type { IncomingMessage, ServerResponse } from "node:http";
import Negotiator from "negotiator";
import { twinPath } from "@/lib/discovery/twins/path";

/**
 * Lets a client that would rather read markdown have it at the page's own address: the request goes on to the page's
 * twin. Whoever keeps answers of such a page is told that they differ by `Accept`.
 */
export function negotiate(request: IncomingMessage, response: ServerResponse): void {
  const target = request.url ?? "/";
  const path = target.split("?", 1)[0] ?? "/";
  const twin = twinPath(path);
  if (!twin) return;
  varyByAccept(response);
  const reads = request.method === "GET" || request.method === "HEAD";
  if (reads && prefersMarkdown(request.headers.accept)) request.url = twin + target.slice(path.length);
}

/**
 * Whether a client would rather have markdown than HTML: the greater q-value wins, then the order in which it names
 * them. Browsers and clients that take anything get HTML.
 */
export function prefersMarkdown(accept: string | undefined): boolean {
  return new Negotiator({ headers: { accept } }).mediaType(["text/html", "text/markdown"]) === "text/markdown";
}

/** Whether a client would rather have HTML than a problem as JSON: browsers that show a page name it, programs take anything. */
export function prefersPage(accept: string | undefined): boolean {
  const types = ["application/problem+json", "application/json", "text/html"];
  return new Negotiator({ headers: { accept } }).mediaType(types) === "text/html";
}

/** Next sets a `Vary` of its own and drops ours, so it is added when the head goes out. */
function varyByAccept(response: ServerResponse): void {
  const writeHead = response.writeHead;
  const value = (...given: unknown[]) => {
    const before = [response.getHeader("vary") ?? []].flat().map(String);
    response.setHeader("vary", [...before, "Accept"].join(", "));
    return Reflect.apply(writeHead, response, given);
  };
  Object.defineProperty(response, "writeHead", { value, writable: true, configurable: true });
}
