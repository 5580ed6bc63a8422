import { setTimeout as sleep } from "node:timers/promises";
import type postgres from "postgres";
import { breakOff, dedicatedConnection } from "@/db/connect";
import { isConnectionLost } from "@/db/failures";

const ANSWER_MS_MAX = 20_000;

/**
 * Throws one sentence when nothing answers at this address, or when a pooler there runs no transactions, such as
 * PgBouncer in statement mode: no write could be atomic. Other database errors pass through.
 */
export async function requireTransactions(url: string): Promise<void> {
  try {
    await ask(url, "begin");
  } catch (error) {
    if (!isConnectionLost(error)) throw error;
    // Such a pooler closes the connection of a client that begins a transaction. A database that went away would not
    // answer this.
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

/** No connection was possible: refused, unknown host, no route, or no answer in time. */
function isUnreachable(error: unknown): error is Error & { code: string } {
  return (
    error instanceof Error &&
    "code" in error &&
    /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|CONNECT_TIMEOUT)$/.test(String(error.code))
  );
}

/** Each on its own connection: postgres.js 3.4.9 gives the close reason to the next query on the same connection. */
async function ask(url: string, statement: string): Promise<void> {
  const sql = dedicatedConnection({ url });
  try {
    // With several hosts postgres.js retries them forever.
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
