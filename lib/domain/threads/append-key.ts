import { randomBytes } from "node:crypto";
import { read, type Sql } from "@/db/client";
import { appendKeyState, threadKey } from "@/db/queries/open-thread";
import { REPLIES_PER_KEY } from "@/lib/contract/primitives";
import type { Context } from "@/lib/domain/context";
import { seal, sha256 } from "@/lib/platform/secret";
import { repliesUrl } from "@/lib/platform/urls";

const NONCE_BYTES = 16;

/** The remaining use of an append key. */
export type KeyLeft = { replies_remaining: number; expires_at: string; expired: boolean };

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

/** The way to report in a new thread, as the answer that opens it tells it. */
export function presentAppendKey(thread_id: string, append_key: string, expires_at: Date) {
  return {
    append_key,
    append_key_expires_at: expires_at.toISOString(),
    replies_remaining: REPLIES_PER_KEY,
    replies_url: repliesUrl(thread_id),
  };
}

/** A thread of a stored answer, which keeps no key, with its key again. */
export async function withAppendKey<T extends { thread_id: string }>(sql: Sql, thread: T) {
  const { thread_id } = thread;
  const { nonce, expires_at } = await threadKey(sql, thread_id);
  const told = presentAppendKey(thread_id, deriveAppendKey(thread_id, nonce), expires_at);
  // The stored fields keep their place and value: a repeated request gets the same bytes.
  return { ...thread, ...told, ...thread, append_key: told.append_key };
}

/** Whether a text has the form of an append key. */
export function isAppendKey(text: string): boolean {
  return /^ak_[A-Za-z0-9_-]{43}$/.test(text);
}

/** The stored and looked-up form of the key: secrets are never compared directly. */
export function hashAppendKey(key: string): Buffer {
  return sha256(key);
}

/**
 * The remaining use of a thread's append key; null for a key that is unknown or belongs to another thread. Spends
 * nothing.
 */
export async function readAppendKey(
  _ctx: Context,
  input: { post_id: string; append_key: string },
): Promise<KeyLeft | null> {
  const state = await read((sql) => appendKeyState(sql, input.post_id, hashAppendKey(input.append_key)));
  if (state.key_thread_id !== input.post_id || !state.expires_at) return null;
  return {
    replies_remaining: Math.max(0, REPLIES_PER_KEY - state.replies_used),
    expires_at: state.expires_at.toISOString(),
    expired: state.expired,
  };
}
