import { read } from "@/db/client";
import { appendKeyState } from "@/db/queries/append-keys";
import { REPLIES_PER_KEY } from "@/lib/contract/primitives";
import type { Context } from "@/lib/domain/context";
import { hashAppendKey } from "@/lib/domain/threads/append-key";

/** The remaining use of an append key. */
export type KeyLeft = { replies_remaining: number; expires_at: string; expired: boolean };

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
