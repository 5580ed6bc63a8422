import { randomBytes } from "node:crypto";
import { seal, sha256 } from "@/lib/platform/secret";

const NONCE_BYTES = 16;

/** A new append key for a thread: the secret for the searcher, and its stored form. */
export function newAppendKey(thread_id: string): { key: string; hash: Buffer; nonce: Buffer } {
  const nonce = randomBytes(NONCE_BYTES);
  const key = deriveAppendKey(thread_id, nonce);
  return { key, hash: hashAppendKey(key), nonce };
}

/** Derives a thread's key again from its stored nonce and the server's secret. */
export function deriveAppendKey(thread_id: string, nonce: Buffer): string {
  return `ak_${seal("append_key", thread_id, nonce).toString("base64url")}`;
}

/** The stored and looked-up form of the key: secrets are never compared directly. */
export function hashAppendKey(key: string): Buffer {
  return sha256(key);
}
