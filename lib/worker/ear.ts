import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type postgres from "postgres";
import { dedicatedConnection, isBehindPooler, write } from "@/db/client";
import { notify } from "@/db/queries/notify";
import { log } from "@/lib/log";
import { makeBell } from "@/lib/worker/bell";
import { within } from "@/lib/worker/within";

const BEAT = "heartbeat ";

type Options = {
  /** How often it is tried whether the ear still hears. */
  beatMs: number;
  /** How long the database may take to be heard. */
  deafMs: number;
  /** How long to wait before listening anew. */
  againMs: number;
  connect: () => postgres.Sql;
  /** Whether the database can be listened to at all. */
  isDeaf: () => Promise<boolean>;
};

const DEFAULTS: Options = {
  beatMs: 15_000,
  deafMs: 5_000,
  againMs: 500,
  connect: dedicatedConnection,
  isDeaf: isBehindPooler,
};

/**
 * Rings whenever the database notifies a channel, on a connection of its own, until aborted. A connection that has died
 * without a word is found by a heartbeat, which takes the same way as every other notification, and replaced; it also
 * rings then, for what may have been missed. Behind a pooler no session lasts that could listen: it never rings there. Never
 * throws; who waits for the ring should look by itself now and then.
 */
export async function listenTo(
  channel: string,
  ring: () => void,
  signal: AbortSignal,
  options: Partial<Options> = {},
): Promise<void> {
  const { beatMs, deafMs, againMs, connect, isDeaf } = { ...DEFAULTS, ...options };
  const heard = makeBell(signal);
  while (!signal.aborted) {
    const deaf = await isDeaf().catch(() => null);
    if (deaf) return;
    if (deaf === null) {
      await pause(againMs, signal);
      continue;
    }
    const sql = connect();
    let last = "";
    const hear = (payload: string) => {
      if (!payload.startsWith(BEAT)) return ring();
      last = payload;
      heard.ring();
    };
    try {
      await within(deafMs, "LISTEN", sql.listen(channel, hear, ring));
      while (await pause(beatMs, signal)) {
        const beat = `${BEAT}${randomUUID()}`;
        await write((db) => notify(db, channel, beat));
        const until = Date.now() + deafMs;
        while (last !== beat && !signal.aborted) {
          if (Date.now() >= until) throw new Error("the connection hears nothing");
          await heard.wait(until - Date.now());
        }
      }
    } catch (error) {
      log().warn({ channel, err: String(error) }, "the worker does not hear the database: it polls and listens anew");
    }
    await sql.end({ timeout: 0 }).catch(() => {});
    await pause(againMs, signal);
  }
}

/** Waits `ms`; false when the signal ended it. */
function pause(ms: number, signal: AbortSignal): Promise<boolean> {
  return sleep(ms, true, { signal }).catch(() => false);
}
