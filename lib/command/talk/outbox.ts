import { createHash, randomBytes } from "node:crypto";
import { CairnError, type CallOptions } from "@/lib/client/call";
import { type AnswerOf, call, type InputOf } from "@/lib/client/operations";
import { CommandError, EXIT, type Io } from "@/lib/command/io";
import { callOptions } from "@/lib/command/talk/calls";
import { forget, keep, keptIn, placeOf } from "@/lib/command/talk/kept";

/** What is kept when it cannot be sent: questions and outcomes. */
export type Kept = "searchPost" | "startTask" | "createReply";

export type Entry<N extends Kept = Kept> = {
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
export function waiting(io: Io): Promise<Entry[]> {
  return keptIn<Entry>(placeOf(io, "outbox")).then((all) => all.filter(({ id, input }) => id && input));
}

export function drop(io: Io, id: string): Promise<boolean> {
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
export function isSafe({ maybe_sent_at }: Entry, now: Date): boolean {
  return maybe_sent_at === null || now.getTime() - Date.parse(maybe_sent_at) < KEY_KNOWN_MS;
}

export function isOf({ token_digest }: Entry, token: string | null): boolean {
  return token_digest === null || token_digest === digest(token);
}

/** Sends an entry with its own key and forgets it. Where no answer comes it stays, with what is known about it. */
export async function attempt<N extends Kept>(io: Io, entry: Entry<N>, token: string | null): Promise<AnswerOf<N>> {
  const before = entry.maybe_sent_at;
  const since = before ?? io.now().toISOString();
  const file = fileOf(io, entry.id);
  // Written first: if the program dies while it sends, the next one knows that this may have arrived.
  await keep(file, { ...entry, maybe_sent_at: since });
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
    await keep(file, { ...entry, maybe_sent_at: tracked.mayHaveArrived() ? since : before });
    throw error;
  }
}

/** Marks an entry as refused: it stays, for the user to read, and is not sent again. */
export async function markRefused(io: Io, entry: Entry, { code, detail }: CairnError): Promise<void> {
  await keep(fileOf(io, entry.id), { ...entry, refused: { code, detail } });
}

/** A fetch that knows whether a request may have taken effect although nobody was told. */
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
