import type { IncomingMessage } from "node:http";
import Negotiator from "negotiator";
import { isApiPath } from "@/lib/server/http/edge";

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

/** Whether a refusal of the request should be a page: a browser asked for one. */
export function expectsPage({ url = "/", headers }: IncomingMessage): boolean {
  return !isApiPath(url) && !/^[^?]*\.md(?:\?|$)/.test(url) && prefersPage(headers.accept);
}
