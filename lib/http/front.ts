import { randomBytes, timingSafeEqual } from "node:crypto";
import { once } from "@/lib/process";

/** Set by our server for Next: `<client address> <secret>`. A client's own header of this name is dropped. */
export const CLIENT_HEADER = "x-cairn-client";
/** The request target as sent, because Next rewrites some of it (escapes, trailing slashes). */
export const TARGET_HEADER = "x-cairn-target";

/** Set where the request is for no document, so that Next shows a page; named in next.config.mjs. */
export const NO_DOCUMENT_HEADER = "x-cairn-no-document";

/** The value of CLIENT_HEADER for a request that our server passes on. */
export function frontMark(address: string): string {
  return `${address} ${frontSecret()}`;
}

/** The client's address as our server saw it; null when the request did not come through our server. */
export function frontClient(headers: Headers): string | null {
  const [address = "", secret = ""] = (headers.get(CLIENT_HEADER) ?? "").split(" ");
  const given = Buffer.from(secret);
  const expected = Buffer.from(frontSecret());
  return given.length === expected.length && timingSafeEqual(given, expected) ? address : null;
}

function frontSecret(): string {
  return once("front-secret", () => randomBytes(16).toString("hex"));
}
