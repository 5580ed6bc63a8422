import { createHash, randomBytes } from "node:crypto";
import { CairnError, type CallOptions } from "@/lib/client/call";
import { type AnswerOf, call, type InputOf } from "@/lib/client/operations";
import { command } from "@/lib/command/command";
import { CommandError, EXIT, type Io, usage } from "@/lib/command/io";
import { callOptions } from "@/lib/command/service-calls";
import { forget, keep, keepThread, keptIn, placeOf } from "@/lib/command/talk/kept";
import { answered } from "@/lib/command/talk/print";

/** `cairn outbox`: what could not be sent yet. */
export const outbox = command({
  name: "outbox",
  about: "list questions and outcomes that could not be sent yet",
  async run(io) {
    const entries = (await waiting(io)).map(shown);
    const lines = entries.map(({ id, state, text }) => `${id}  ${state}\n  ${text}`);
    io.answer(entries, lines.length > 0 ? lines.join("\n") : "The outbox is empty.");
  },
});

/** `cairn outbox send`. */
export const outboxSend = command({
  name: "outbox send",
  about: "send them now",
  options: {
    again: { value: "id", about: "also this one, which may have arrived long ago and would then take effect twice" },
  },
  async run(io, _, { again }) {
    io.progress("Sending …");
    const sent = await flush(io, again);
    const lines = sent.map(({ id, state, detail }) => `${id}  ${state}: ${detail}`);
    io.answer(sent, lines.length > 0 ? lines.join("\n") : "The outbox is empty.");
    if (sent.some(({ state }) => state !== "sent")) io.exit = EXIT.attention;
  },
});

/** `cairn outbox drop`. */
export const outboxDrop = command({
  name: "outbox drop",
  about: "delete one without sending it",
  args: { "<id>": "as the list names it" },
  async run(io, [id = ""]) {
    const known = (await waiting(io)).some((entry) => entry.id === id);
    if (!known) throw usage(`The outbox has no ${id}.`, "See: cairn outbox");
    await drop(io, id);
    io.answer({ dropped: id }, `Dropped ${id}.`);
  },
});

/** An entry without its keys. */
function shown({ id, operation, input, created_at, maybe_sent_at, refused }: Entry) {
  const text = "q" in input ? input.q : "text" in input ? input.text : input.title;
  const sent = maybe_sent_at === null ? "waits" : `waits, may have arrived at ${maybe_sent_at}`;
  const state = refused === null ? sent : `refused (${refused.code}: ${refused.detail})`;
  return { id, kind: operation === "createReply" ? "outcome" : "question", text, created_at, state };
}

/** Result of sending one entry. */
type Sent = { id: string; operation: string; state: "sent" | "refused" | "waiting"; detail: string };

/** One command sends no more than this, so that it does not take long. */
const SENT_MAX = 20;

/**
 * Sends what waits, oldest first, and stops where the service gives no answer. What may have arrived long ago is sent
 * only when `again` names it: the service no longer knows its key, so it could take effect twice.
 */
async function flush(io: Io, again?: string): Promise<Sent[]> {
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
    keepThread(io, { thread, question, results });
    return { id, operation, state: "sent", detail: thread.canonical_url ?? thread.thread_id };
  } catch (error) {
    if (!(error instanceof CairnError)) throw error;
    if (!error.isPassing) markRefused(io, entry, error);
    const isAway = [0, 429, 503].includes(error.status);
    return { id, operation, state: error.isPassing ? "waiting" : "refused", detail: error.detail, isAway };
  }
}

/** The operations that are kept when they cannot be sent: questions and outcomes. */
type Kept = "searchPost" | "startTask" | "createReply";

type Entry<N extends Kept = Kept> = {
  id: string;
  operation: N;
  input: InputOf<N>;
  idempotency_key: string;
  /** Of the token that it is sent with; null without one. */
  token_digest: string | null;
  created_at: string;
  /** When it was first sent without an answer: it may have arrived. */
  maybe_sent_at: string | null;
  /** Why the service refused it, so that it will not be sent again. */
  refused: { code: string; detail: string } | null;
};

/** The service knows an Idempotency-Key for 24 hours; an hour is for clocks that differ. */
const KEY_KNOWN_MS = 23 * 3_600_000;
/** Errors of a connection that was never made, so that nothing was sent. */
const NEVER_CONNECTED = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|EPROXY)$/;

const fileOf = (io: Io, id: string) => placeOf(io, "outbox", `${id}.json`);

/** Everything that waits, oldest first. */
function waiting(io: Io): Promise<Entry[]> {
  return keptIn<Entry>(placeOf(io, "outbox")).then((all) => all.filter(({ id, input }) => id && input));
}

function drop(io: Io, id: string): Promise<boolean> {
  return forget(fileOf(io, id));
}

/**
 * Sends a question or an outcome. It is kept before it is sent, so that nothing is lost when the program is killed, and
 * stays kept where no answer comes: then a CommandError says so. Throws the CairnError of a refusal.
 */
export async function deliver<N extends Kept>(
  io: Io,
  operation: N,
  input: InputOf<N>,
  token: string | null,
): Promise<AnswerOf<N>> {
  const entry: Entry<N> = {
    id: `${io.now().getTime().toString(36)}-${randomBytes(4).toString("hex")}`,
    operation,
    input,
    idempotency_key: randomBytes(16).toString("hex"),
    token_digest: digest(token),
    created_at: io.now().toISOString(),
    maybe_sent_at: null,
    refused: null,
  };
  try {
    return await attempt(io, entry, token);
  } catch (error) {
    if (error instanceof CairnError && error.isPassing) throw keptNotice(entry, error.detail);
    if (io.signal.aborted) throw keptNotice(entry, "interrupted");
    if (error instanceof CairnError) await drop(io, entry.id);
    throw error;
  }
}

/** Whether an entry may be sent without the danger that it takes effect twice. */
function isSafe({ maybe_sent_at }: Entry, now: Date): boolean {
  return maybe_sent_at === null || now.getTime() - Date.parse(maybe_sent_at) < KEY_KNOWN_MS;
}

function isOf({ token_digest }: Entry, token: string | null): boolean {
  return token_digest === null || token_digest === digest(token);
}

/** Sends an entry with its own key and deletes it. Without an answer it stays, with what is known about it. */
async function attempt<N extends Kept>(io: Io, entry: Entry<N>, token: string | null): Promise<AnswerOf<N>> {
  const before = entry.maybe_sent_at;
  const since = before ?? io.now().toISOString();
  const file = fileOf(io, entry.id);
  // Written first: if the program dies while it sends, the next one knows that this may have arrived.
  keep(file, { ...entry, maybe_sent_at: since });
  const tracked = trackedFetch(io.fetch);
  const options: CallOptions = { ...callOptions(io), fetch: tracked.fetch, idempotencyKey: entry.idempotency_key };
  try {
    const answer = await call(
      entry.operation,
      entry.input,
      entry.token_digest && token ? { ...options, token } : options,
    );
    await forget(file);
    return answer;
  } catch (error) {
    keep(file, { ...entry, maybe_sent_at: tracked.mayHaveArrived() ? since : before });
    throw error;
  }
}

/** Marks an entry as refused: it stays, for the user to read, and is not sent again. */
function markRefused(io: Io, entry: Entry, { code, detail }: CairnError): void {
  keep(fileOf(io, entry.id), { ...entry, refused: { code, detail } });
}

/** A fetch that records whether a request without an answer may have taken effect. */
function trackedFetch(fetch: Io["fetch"]) {
  let arrived = false;
  const tracked: Io["fetch"] = async (...given) => {
    const before = arrived;
    arrived = true;
    try {
      const response = await fetch(...given);
      // A refusal had no effect. An answer of 500 or more may come from something in front of the service, and 408 and
      // 409 say that the service has begun.
      if (!response.ok && response.status < 500 && ![408, 409].includes(response.status)) arrived = before;
      return response;
    } catch (error) {
      if (NEVER_CONNECTED.test(String(Object(Object(error).cause).code))) arrived = before;
      throw error;
    }
  };
  return { fetch: tracked, mayHaveArrived: () => arrived };
}

function keptNotice({ id, operation }: Entry, why: string): CommandError {
  const what = operation === "createReply" ? "outcome" : "question";
  return new CommandError(
    "kept",
    `The ${what} could not be sent (${why}) and is kept as ${id}.`,
    "The next command that reaches the service sends it, once; or run: cairn outbox send",
    EXIT.unreachable,
  );
}

function digest(token: string | null): string | null {
  return token === null ? null : createHash("sha256").update(token).digest("hex").slice(0, 16);
}
