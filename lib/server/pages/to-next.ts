import type { IncomingMessage } from "node:http";
import { env } from "@/lib/platform/env";
import { clientAddress } from "@/lib/server/http/client-address";

/** Set when no document matches the request, so that Next shows a page; named in next.config.mjs. */
const NO_DOCUMENT_HEADER = "x-cairn-no-document";

/**
 * Sets the client data for Next, which trusts forwarded headers and the Host as sent. `kind` is what the address is: to
 * the headers of its own router, which concern pages, Next answers with a redirect elsewhere too.
 */
export function toNext(request: IncomingMessage, address: string, kind: "api" | "document" | "page"): void {
  const base = new URL(env().BASE_URL);
  for (const name of Object.keys(request.headers)) {
    if (name.startsWith("x-forwarded-") || name === "forwarded" || name === "x-real-ip") delete request.headers[name];
    if (name.startsWith("x-middleware-") || name.startsWith("x-nextjs-") || name.startsWith("x-matched-"))
      delete request.headers[name];
    if (kind !== "page" && (name === "rsc" || name.startsWith("next-"))) delete request.headers[name];
  }
  delete request.headers[NO_DOCUMENT_HEADER];
  if (kind !== "document") request.headers[NO_DOCUMENT_HEADER] = "1";
  request.headers["x-forwarded-host"] = base.host;
  request.headers["x-forwarded-proto"] = base.protocol.slice(0, -1);
  request.headers["x-forwarded-for"] = address;
}

/** Next redirects these or shows a page before any route handler runs. For the API these paths do not exist. */
export function isRedirectedByNext(path: string): boolean {
  return path === "/api" || path.endsWith("/") || path.includes("//") || path.includes("\\");
}

/** The address of the client that sent a request. */
export function addressOf(request: IncomingMessage): string {
  return clientAddress(request.socket.remoteAddress, header(request, "x-forwarded-for"), env().TRUSTED_PROXIES);
}

/** A header as one string; undefined if absent. */
export function header(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value.join(", ") : value;
}
