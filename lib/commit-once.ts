import { type Sql, transaction, write } from "@/db/client";
import type { Json } from "@/db/json";
import { lockIdempotencyKey, storeAnswer, storedAnswer } from "@/db/queries/idempotency";
import type { Context } from "@/lib/context";
import { Problem } from "@/lib/errors";

type Once<T> = {
  /** True when the effect is one statement, which needs no transaction of its own. */
  oneStatement?: boolean;
  /** Runs first in the transaction, also before a replay; may refuse the request. */
  first?: (sql: Sql) => Promise<void>;
  /** The effect, inside the transaction. Returns the whole answer. */
  effect: (sql: Sql) => Promise<T>;
  /** The answer as stored, without secrets. */
  conceal: (answer: T) => Json;
  /** Restores the answer from its stored form. */
  reveal: (sql: Sql, stored: unknown) => Promise<T>;
};

/**
 * Runs a write in one transaction. With an Idempotency-Key the stored answer commits together with the effect: the same
 * request gets that answer again (`ctx.replayed`), a different body gets `idempotency_key_reused` (422), and a request
 * that is still running gets `idempotency_in_flight` (409). A refused request stores nothing, so its key can be used
 * again.
 */
export async function commitOnce<T>(
  ctx: Context,
  { oneStatement, first, effect, conceal, reveal }: Once<T>,
): Promise<T> {
  const { idempotency } = ctx;
  if (!idempotency && !first) return oneStatement ? write(effect) : transaction(effect);
  return transaction(async (sql) => {
    await first?.(sql);
    if (!idempotency) return effect(sql);
    if (!(await lockIdempotencyKey(sql, idempotency)))
      throw new Problem("idempotency_in_flight", { retryAfterSeconds: 1 });
    const stored = await storedAnswer(sql, idempotency);
    if (stored) {
      if (!stored.request_hash.equals(idempotency.request_hash)) throw new Problem("idempotency_key_reused");
      ctx.replayed = true;
      return reveal(sql, stored.body);
    }
    const answer = await effect(sql);
    await storeAnswer(sql, idempotency, { request_hash: idempotency.request_hash, status: 200, body: conceal(answer) });
    return answer;
  });
}
