import { setTimeout as sleep } from "node:timers/promises";
import type postgres from "postgres";
import { breakOff, dedicatedConnection } from "@/db/connect";
import { isConnectionLost } from "@/db/failures";

const ANSWER_MS_MAX = 20_000;

/**
 * Throws one sentence when nothing answers at this address, and when a pooler there runs no transactions, as PgBouncer in statement
 * mode: nothing could be stored as a whole. Other errors of the database pass through.
 */
export async function requireTransactions(url: string): Promise<void> {
  try {
    await ask(url, "begin");
  } catch (error) {
    if (!isConnectionLost(error)) throw error;
    // Such a pooler closes the connection of a client that begins one. A database that went away does not answer this.
    await ask(url, "select 1");
    await ask(url, "begin").catch((again: unknown) => {
      if (!isConnectionLost(again)) throw again;
      throw new Error(
        "The pooler in DATABASE_URL is in statement mode, in which no transaction can run: set pool_mode = transaction or session in PgBouncer, or name Postgres itself in DATABASE_URL.",
        { cause: again },
      );
    });
  }
}

/** No connection could be made: refused, no such host, no way to it, or no answer in time. */
function isUnreachable(error: unknown): error is Error & { code: string } {
  return (
    error instanceof Error &&
    "code" in error &&
    /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|CONNECT_TIMEOUT)$/.test(String(error.code))
  );
}

/** Each on a connection of its own: postgres.js 3.4.9 tells the next query on it why a connection was closed. */
async function ask(url: string, statement: string): Promise<void> {
  const sql = dedicatedConnection({ url });
  try {
    // Of several hosts postgres.js tries one after the other for ever.
    const late = sleep(ANSWER_MS_MAX, "late", { ref: false });
    const outcome = await Promise.race([sql.unsafe(statement).then(() => "answered"), late]);
    if (outcome === "late") throw noAnswer(sql, `within ${ANSWER_MS_MAX / 1_000} s`);
  } catch (error) {
    throw isUnreachable(error) ? noAnswer(sql, error.code, error) : error;
  } finally {
    await breakOff(sql);
  }
}

function noAnswer({ options }: postgres.Sql, why: string, cause?: unknown): Error {
  const places = options.host.map((host, place) => `${host}:${options.port[place]}`).join(" or ");
  const advice = "start Postgres there, or name another one in DATABASE_URL";
  return new Error(`No database answers at ${places} (${why}): ${advice}.`, { cause });
}
