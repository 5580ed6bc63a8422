import { createHmac, hash } from "node:crypto";
import { env } from "@/lib/env";

/**
 * HMAC-SHA-256 under the server's secret. `purpose` keeps uses apart: the same bytes sealed for two purposes differ.
 * Every process that shares a database must share CAIRN_SECRET.
 */
export function seal(
  purpose: "cursor" | "append_key" | "principal" | "network" | "fingerprint",
  ...parts: Array<string | Buffer>
): Buffer {
  const { CAIRN_SECRET } = env();
  if (!CAIRN_SECRET)
    throw new Error("CAIRN_SECRET is not set. `npm start` makes one; elsewhere set 32 random characters or more.");
  const hmac = createHmac("sha256", CAIRN_SECRET).update(purpose);
  // A length before each part: ("ab", "c") and ("a", "bc") must not meet.
  for (const part of parts) hmac.update(`\0${Buffer.byteLength(part)}\0`).update(part);
  return hmac.digest();
}

/** SHA-256 of a text or bytes. */
export function sha256(value: string | Buffer): Buffer {
  return hash("sha256", value, "buffer");
}
