import type { IncomingMessage } from "node:http";
import Negotiator from "negotiator";
import { type FoundDocument, findDocument } from "@/lib/server/formats/documents";
import { findAlternatePath } from "@/lib/server/pages";

/**
 * The document for a GET or HEAD request: the one at its address or, at a page's address, the page's markdown if the
 * client prefers it (`negotiated`). Null for everything else.
 */
export function documentFor(
  { method, headers }: IncomingMessage,
  path: string,
): { make: FoundDocument; negotiated: boolean } | null {
  if ((method !== "GET" && method !== "HEAD") || path.startsWith("/_next/")) return null;
  const alternate = findAlternatePath(path);
  const negotiated = alternate !== null && prefersMarkdown(headers.accept);
  const make = findDocument(negotiated ? alternate : path);
  return make && { make, negotiated };
}

/**
 * Whether a client prefers markdown to HTML. The higher q-value wins, then the order in which it lists them. Browsers
 * and clients that accept anything get HTML.
 */
export function prefersMarkdown(accept: string | undefined): boolean {
  return new Negotiator({ headers: { accept } }).mediaType(["text/html", "text/markdown"]) === "text/markdown";
}

/**
 * Whether a client prefers HTML to a JSON problem. Browsers list HTML when they load a page; programs accept anything.
 */
export function prefersPage(accept: string | undefined): boolean {
  const types = ["application/problem+json", "application/json", "text/html"];
  return new Negotiator({ headers: { accept } }).mediaType(types) === "text/html";
}
