import { type Json, type Sql, transaction, write } from "@/db/client";
import { ERASED_ANSWER, lockIdempotencyKey, storeAnswer, storedAnswer } from "@/db/queries/idempotency";
import type { Answered, Context } from "@/lib/domain/context";
import { Problem } from "@/lib/platform/errors";

type Once<T> = {
  /** True when the effect is one statement, which needs no transaction of its own. */
  oneStatement?: boolean;
  /** Runs first in the transaction, also before a replay; may refuse the request. */
  first?: (sql: Sql) => Promise<unknown>;
  /** The effect, inside the transaction. Returns the whole answer. */
  effect: (sql: Sql) => Promise<T>;
  /** True when the answer quotes no text: it is kept when a text that it names is erased. */
  quotesNothing?: boolean;
  /** The answer as stored, without secrets. An answer that has none is stored as it is. */
  redact?: (answer: T) => Json;
  /** Restores the answer from its stored form, if that is another one. */
  restore?: (sql: Sql, stored: unknown) => Promise<T>;
};

/**
 * Runs a write in one transaction. With an Idempotency-Key the stored answer commits with the effect: the same request
 * again gets that answer (`replayed`), another body is `idempotency_key_reused` (422), a request that is still
 * running `idempotency_in_flight` (409). A refused request stores nothing, so its key may be used again.
 */
export async function commitOnce<T>(
  ctx: Pick<Context, "idempotency">,
  { oneStatement, first, effect, quotesNothing = false, redact = asJson, restore }: Once<T>,
): Promise<Answered<T>> {
  const { idempotency } = ctx;
  if (!idempotency && !first) return { answer: await (oneStatement ? write(effect) : transaction(effect)) };
  return transaction(async (sql) => {
    await first?.(sql);
    if (!idempotency) return { answer: await effect(sql) };
    if (!(await lockIdempotencyKey(sql, idempotency)))
      throw new Problem("idempotency_in_flight", { retryAfterSeconds: 1 });
    const stored = await storedAnswer(sql, idempotency);
    if (stored) {
      if (!stored.request_hash.equals(idempotency.request_hash)) throw new Problem("idempotency_key_reused");
      if (stored.body === ERASED_ANSWER) throw new Problem("answer_erased");
      const answer = restore ? await restore(sql, stored.body) : (stored.body as T);
      return { answer, replayed: true };
    }
    const answer = await effect(sql);
    await storeAnswer(sql, idempotency, {
      request_hash: idempotency.request_hash,
      body: redact(answer),
      quotesNothing,
    });
    return { answer };
  });
}

function asJson(answer: unknown): Json {
  return JSON.parse(JSON.stringify(answer));
}
