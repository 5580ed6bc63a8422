import type { Sql } from "@/db/client";
import type { Json } from "@/db/json";

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

/** Stores an answer for its key with its fields in order; replaces one older than 24 hours. */
export async function storeAnswer(
  sql: Sql,
  place: IdempotencyPlace,
  answer: { request_hash: Buffer; body: Json },
): Promise<void> {
  await sql`
    insert into idempotency_keys (principal, method, path, key, request_hash, body)
    values (${place.principal}, ${place.method}, ${place.path}, ${place.key}, ${answer.request_hash}, ${JSON.stringify(answer.body)}::text::json)
    on conflict (principal, method, path, key) do update
      set request_hash = excluded.request_hash, body = excluded.body, created_at = now_ms()`;
}

/** Deletes stored answers older than 24 hours; returns how many. */
export async function forgetOldAnswers(sql: Sql): Promise<number> {
  const result = await sql`
    delete from idempotency_keys
    where idempotency_keys.created_at < now_ms() - interval '24 hours'`;
  return result.count;
}
