import { CairnError } from "@/lib/client/call";
import type { Io } from "@/lib/command/io";
import { answered } from "@/lib/command/talk/opened";
import { attempt, type Entry, isOf, isSafe, markRefused, waiting } from "@/lib/command/talk/outbox";
import { keepThread } from "@/lib/command/talk/own-threads";

/** The result of sending one entry. */
export type Sent = { id: string; operation: string; state: "sent" | "refused" | "waiting"; detail: string };

/** One command sends no more than this, so that it does not take long. */
const SENT_MAX = 20;

/**
 * Sends what waits, oldest first, and stops where the service gives no answer. What may have arrived long ago is sent
 * only when `again` names it: the service no longer knows its key, so it could take effect twice.
 */
export async function flush(io: Io, again?: string): Promise<Sent[]> {
  const entries = (await waiting(io)).filter(({ refused }) => refused === null);
  const sent: Sent[] = [];
  let attempts = 0;
  for (const entry of entries) {
    if (attempts === SENT_MAX || io.signal.aborted) break;
    const { id, operation } = entry;
    if (!isOf(entry, io.token)) {
      sent.push({ id, operation, state: "waiting", detail: "It waits for the token that it was written with." });
    } else if (!isSafe(entry, io.now()) && again !== id) {
      const choice = `Look, then run cairn outbox drop ${id} or cairn outbox send --again ${id}`;
      sent.push({
        id,
        operation,
        state: "waiting",
        detail: `It may have arrived at ${entry.maybe_sent_at}. ${choice}`,
      });
    } else {
      attempts += 1;
      const { isAway, ...result } = await sendOne(io, entry);
      sent.push(result);
      if (isAway) break;
    }
  }
  return sent;
}

/** Sends what waits after a command that reached the service, and says so on stderr. Never throws. */
export async function flushAfter(io: Io): Promise<void> {
  try {
    for (const { id, state, detail } of await flush(io)) {
      if (state === "sent") io.note(`Sent what was kept as ${id}: ${detail}`);
      if (state === "refused") io.note(`What was kept as ${id} was refused: ${detail} See: cairn outbox`);
    }
  } catch (error) {
    // The command itself has succeeded and has printed its result.
    io.note(`The outbox could not be sent: ${error instanceof Error ? error.message : error} See: cairn outbox`);
  }
}

/** `isAway`: the service gives no answer now, so the others must wait too. */
async function sendOne(io: Io, entry: Entry): Promise<Sent & { isAway?: boolean }> {
  const { id, operation } = entry;
  try {
    const answer = await attempt(io, entry, io.token);
    if ("reply" in answer)
      return { id, operation, state: "sent", detail: `the outcome is published in ${answer.reply.post_id}` };
    const { thread, results } = answered(answer);
    if (!thread) return { id, operation, state: "sent", detail: "the question was answered and opened no thread" };
    const question = "q" in entry.input ? entry.input.q : "opening" in entry.input ? entry.input.opening : "";
    await keepThread(io, { thread, question, results });
    return { id, operation, state: "sent", detail: thread.canonical_url ?? thread.thread_id };
  } catch (error) {
    if (!(error instanceof CairnError)) throw error;
    if (!error.isPassing) await markRefused(io, entry, error);
    const isAway = [0, 429, 503].includes(error.status);
    return { id, operation, state: error.isPassing ? "waiting" : "refused", detail: error.detail, isAway };
  }
}
