import { randomBytes } from "node:crypto";

export type IdPrefix = "skl" | "skv" | "thr" | "msg" | "kop" | "con" | "rev" | "dec" | "req";

/**
 * A new public id: prefix, `_`, then base64url of 16 bytes (48 bits of millisecond time, 80 random bits) = 22 characters.
 * Ids made later sort later to the millisecond, which keeps index pages warm.
 */
export function newId(prefix: IdPrefix, now: number = Date.now()): string {
  const bytes = Buffer.allocUnsafe(16);
  bytes.writeUIntBE(now, 0, 6);
  randomBytes(10).copy(bytes, 6);
  return `${prefix}_${bytes.toString("base64url")}`;
}
