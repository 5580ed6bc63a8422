import type { Json, Sql } from "@/db/client";

export type StoredAnswer = { request_hash: Buffer; body: unknown };
export type IdempotencyPlace = { principal: Buffer; method: string; path: string; key: string };

/** Takes the key's lock until the transaction ends; false when another transaction holds it. */
export async function lockIdempotencyKey(sql: Sql, place: IdempotencyPlace): Promise<boolean> {
  const [row] = await sql<{ locked: boolean }[]>`
    select pg_try_advisory_xact_lock(hashtextextended(
      encode(${place.principal}::bytea, 'hex') || ' ' || ${place.method} || ' ' || ${place.path} || ' ' || ${place.key}, 0)) as locked`;
  return row?.locked === true;
}

/** The answer stored for a key within the last 24 hours. */
export async function storedAnswer(sql: Sql, place: IdempotencyPlace): Promise<StoredAnswer | null> {
  const [row] = await sql<StoredAnswer[]>`
    select idempotency_keys.request_hash, idempotency_keys.body
    from idempotency_keys
    where idempotency_keys.principal = ${place.principal}
      and idempotency_keys.method = ${place.method}
      and idempotency_keys.path = ${place.path}
      and idempotency_keys.key = ${place.key}
      and idempotency_keys.created_at > now_ms() - interval '24 hours'`;
  return row ?? null;
}

/** A thread, message or version that an answer names. */
const NAMED = /(?:thr|msg|skv)_[A-Za-z0-9_-]{22}/g;
/** What is stored in place of an answer of which something was erased. */
export const ERASED_ANSWER = null;

/**
 * Stores an answer for its key with its fields in order; replaces one older than 24 hours. An answer that names what was
 * erased while it was made is not kept. Call it last in its transaction: an erasure waits for its end.
 */
export async function storeAnswer(
  sql: Sql,
  place: IdempotencyPlace,
  answer: { request_hash: Buffer; body: Json; quotesNothing?: boolean },
): Promise<void> {
  const body = JSON.stringify(answer.body);
  const names = answer.quotesNothing ? [] : [...new Set(body.match(NAMED))];
  // Two statements, sent together: the second sees what committed while the first waited.
  await Promise.all([
    sql`select pg_advisory_xact_lock_shared(${ANSWERS_LOCK})`,
    sql`
      insert into idempotency_keys (principal, method, path, key, request_hash, names, body)
      select ${place.principal}, ${place.method}, ${place.path}, ${place.key}, ${answer.request_hash}, ${names},
             case when exists (
               select from messages m
               where m.message_id = any(${names}) and m.retracted_at > now_ms() - ${MAKING_MAX}::interval
             ) or exists (
               select from threads t
               where t.thread_id = any(${names}) and t.retracted_at > now_ms() - ${MAKING_MAX}::interval
             ) or exists (
               select from skill_versions v
               where v.version_id = any(${names}) and v.erased_at > now_ms() - ${MAKING_MAX}::interval
             ) then 'null' else ${body}::text end::json
      on conflict (principal, method, path, key) do update
        set request_hash = excluded.request_hash, names = excluded.names, body = excluded.body, created_at = now_ms()`,
  ]);
}

/** Arbitrary; shared by whoever stores an answer, exclusive for whoever erases a text. */
const ANSWERS_LOCK = 7_301_203;
/** No answer takes longer to make. */
const MAKING_MAX = "5 minutes";

/**
 * Forgets the stored answers that name one of these, since they may quote what was erased. Waits for transactions that
 * are just storing one, so call it last.
 */
export async function forgetAnswersNaming(sql: Sql, ids: string[]): Promise<void> {
  await sql`select pg_advisory_xact_lock(${ANSWERS_LOCK})`;
  await sql`
    update idempotency_keys
       set body = 'null', names = '{}'
     where idempotency_keys.names && ${ids}::text[]`;
}

/** Deletes stored answers older than 24 hours; returns how many. */
export async function forgetOldAnswers(sql: Sql): Promise<number> {
  const result = await sql`
    delete from idempotency_keys
    where idempotency_keys.created_at < now_ms() - interval '24 hours'`;
  return result.count;
}
