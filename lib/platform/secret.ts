import { createHmac, hash } from "node:crypto";
import { env } from "@/lib/platform/env";

/**
 * HMAC-SHA-256 with the server's secret. `purpose` separates uses: the same bytes have different results for two
 * purposes. All processes that share a database must share CAIRN_SECRET.
 */
export function seal(
  purpose: "cursor" | "append_key" | "principal" | "network" | "fingerprint" | "publication",
  ...parts: Array<string | Buffer>
): Buffer {
  const { CAIRN_SECRET } = env();
  if (!CAIRN_SECRET)
    throw new Error("CAIRN_SECRET is not set. `npm start` makes one; otherwise set at least 32 random characters.");
  const hmac = createHmac("sha256", CAIRN_SECRET).update(purpose);
  // A length before each part, so that ("ab", "c") and ("a", "bc") differ.
  for (const part of parts) hmac.update(`\0${Buffer.byteLength(part)}\0`).update(part);
  return hmac.digest();
}

/** SHA-256 of a text or bytes. */
export function sha256(value: string | Buffer): Buffer {
  return hash("sha256", value, "buffer");
}
