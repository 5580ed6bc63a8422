import { randomBytes } from "node:crypto";

export type IdPrefix =
  | "skl"
  | "skv"
  | "thr"
  | "msg"
  | "kop"
  | "con"
  | "rev"
  | "dec"
  | "req"
  | "rpt"
  | "apl"
  | "src"
  | "bnd";

/**
 * A new public id: prefix, `_`, then base64url of 16 bytes (48 bits of millisecond time, 80 random bits) = 22
 * characters. Ids sort by creation time to the millisecond, which keeps index pages warm.
 */
export function newId(prefix: IdPrefix, now: number = Date.now()): string {
  const bytes = Buffer.allocUnsafe(16);
  bytes.writeUIntBE(now, 0, 6);
  takeRandom(RANDOM_BYTES).copy(bytes, 6);
  return `${prefix}_${bytes.toString("base64url")}`;
}

const RANDOM_BYTES = 10;
const POOL_BYTES = 4_000;
let pool: Buffer = Buffer.alloc(0);

/** Random bytes, fetched in bulk: every request needs an id, and each fetch costs more than the id. */
function takeRandom(bytes: number): Buffer {
  if (pool.length < bytes) pool = randomBytes(POOL_BYTES);
  const taken = pool.subarray(0, bytes);
  pool = pool.subarray(bytes);
  return taken;
}
