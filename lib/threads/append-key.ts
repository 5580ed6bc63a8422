import { randomBytes } from "node:crypto";
import { seal, sha256 } from "@/lib/secret";

const NONCE_BYTES = 16;

/** A new append key for a thread: what the searcher gets, and what is stored of it. */
export function newAppendKey(thread_id: string): { key: string; hash: Buffer; nonce: Buffer } {
  const nonce = randomBytes(NONCE_BYTES);
  const key = deriveAppendKey(thread_id, nonce);
  return { key, hash: hashAppendKey(key), nonce };
}

/** The key of a thread again, from its stored nonce and the server's secret. */
export function deriveAppendKey(thread_id: string, nonce: Buffer): string {
  return `ak_${seal("append_key", thread_id, nonce).toString("base64url")}`;
}

/** What is stored and looked up instead of the key: nothing secret is ever compared. */
export function hashAppendKey(key: string): Buffer {
  return sha256(key);
}
