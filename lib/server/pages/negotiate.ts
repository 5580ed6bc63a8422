import type { IncomingMessage } from "node:http";
import Negotiator from "negotiator";
import { type FoundDocument, findDocument } from "@/lib/server/formats/documents";
import { findAlternatePath } from "@/lib/server/pages";

/**
 * The document that a GET or HEAD request is for: the one at its address or, at the address of a page, the page's markdown if its
 * client would rather read that (`negotiated`). Null for everything else.
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
