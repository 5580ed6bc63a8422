import type { IncomingMessage } from "node:http";
import { type FoundDocument, findDocument } from "@/lib/server/formats/documents";
import { findAlternatePath } from "@/lib/server/pages";
import { prefersMarkdown } from "@/lib/server/pages/preferences";

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
