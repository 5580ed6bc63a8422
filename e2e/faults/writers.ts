import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Api, Received } from "@/e2e/support/api";
import { question, word } from "@/e2e/support/fixtures";
import { REPLIES_PER_KEY } from "@/lib/contract/primitives";
import { searchPost } from "@/lib/contract/public/search";
import { createReply } from "@/lib/contract/public/threads";

/** One write with one Idempotency-Key, repeated until it is acknowledged. */
export type Write = {
  kind: "thread" | "reply";
  /** The question or the reply's text, unique among all writes. */
  text: string;
  send: () => Promise<Received>;
  attempts: number;
  /** The id in the first acknowledgement; null before it. */
  id: string | null;
  /** Ids in later responses to the same key. */
  idsAgain: string[];
  /** Reasons for attempts without any response: the connection failed or broke. */
  broken: string[];
  /** Statuses other than success, 503 and 409: there must be none. */
  refusals: string[];
};

export type Writers = {
  writes: Write[];
  acknowledged(): number;
  /** Lets every writer finish its current write. */
  finish(): Promise<void>;
};

const POLL_MS = 25;

/**
 * Searchers that never stop: each opens a thread, reports in it as often as its key permits, then opens the next one.
 * Unacknowledged writes (broken connection, unavailable service) are repeated with their key.
 */
export function startWriters(api: Api, count: number): Writers {
  const writes: Write[] = [];
  let stopping = false;
  let back: Promise<void> | null = null;

  /** One writer checks whether the service is back; all others wait for it. */
  function comesBack(): Promise<void> {
    back ??= untilItAnswers(api).finally(() => {
      back = null;
    });
    return back;
  }

  async function done(kind: Write["kind"], text: string, send: Write["send"]): Promise<Received | null> {
    const write: Write = { kind, text, send, attempts: 0, id: null, idsAgain: [], broken: [], refusals: [] };
    writes.push(write);
    for (;;) {
      const received = await attempt(write);
      if (received && received.status < 400) return received;
      if (received && received.status !== 503 && received.status !== 409) {
        write.refusals.push(`${received.status} ${received.text.slice(0, 200)}`);
        return null;
      }
      await comesBack();
    }
  }

  async function searcher(): Promise<void> {
    while (!stopping) {
      const q = question();
      const opened = await done("thread", q, keyed(api, "/api/v1/search", { q }));
      const thread = opened && searchPost.output.parse(JSON.parse(opened.text)).data.thread;
      if (!thread) return;
      for (let reply = 0; reply < REPLIES_PER_KEY && !stopping; reply += 1) {
        const text = `It worked with ${word()}.`;
        const path = `/api/v1/posts/${thread.thread_id}/replies`;
        const headers = { "x-service-append-key": thread.append_key };
        await done("reply", text, keyed(api, path, { outcome: "partial", text }, headers));
      }
    }
  }

  const all = Promise.all(Array.from({ length: count }, searcher));
  return {
    writes,
    acknowledged: () => writes.filter((write) => write.id !== null).length,
    async finish() {
      stopping = true;
      await all;
    },
  };
}

async function untilItAnswers(api: Api): Promise<void> {
  for (;;) {
    await sleep(POLL_MS);
    const received = await api.exchange("GET", "/api/v1/posts?limit=1", {}).catch(() => null);
    if (received?.status === 200) return;
  }
}

/** Repeats a write; null if there was no response. */
export async function attempt(write: Write): Promise<Received | null> {
  write.attempts += 1;
  const received = await write.send().catch((error: NodeJS.ErrnoException) => {
    write.broken.push(error.code ?? error.message);
    return null;
  });
  if (received === null || received.status >= 400) return received;
  const id = idIn(write.kind, JSON.parse(received.text));
  if (write.id === null) write.id = id;
  else write.idsAgain.push(id);
  return received;
}

function keyed(api: Api, path: string, body: object, headers: Record<string, string> = {}): Write["send"] {
  const key = randomUUID();
  return () =>
    api.exchange(
      "POST",
      path,
      { "content-type": "application/json", "idempotency-key": key, ...headers },
      JSON.stringify(body),
    );
}

function idIn(kind: Write["kind"], body: unknown): string {
  if (kind === "reply") return createReply.output.parse(body).data.reply.reply_id;
  return searchPost.output.parse(body).data.thread?.thread_id ?? "no thread";
}
