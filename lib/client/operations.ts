import { type Operations, operationTable } from "@/.cairn/build/interface";
import { CairnError, type CallOptions, newIdempotencyKey, readJson, send, unreachable } from "@/lib/client/call";
import { nextCursor, pause, waitBefore } from "@/lib/client/poll-round";

const ATTEMPTS = 4;
/** A longer Retry-After is not waited for; the caller gets the error instead. */
const RETRY_AFTER_SECONDS_MAX = 30;
const FIRST_WAIT_MS = 500;

/** How an operation is sent. */
type OperationRow = {
  method: "GET" | "POST" | "DELETE";
  path: string;
  /** It takes an Idempotency-Key. */
  isIdempotent?: boolean;
  /** Its answer has more than `data`, as that of a list has. */
  isWhole?: boolean;
  /** Fields of a POST that are sent in the query, or in the header of this name. */
  elsewhere?: Record<string, string>;
};

const rows: Record<OperationName, OperationRow> = operationTable;

export type OperationName = keyof Operations;
export type InputOf<N extends OperationName> = Operations[N]["input"];
/** What a call resolves with: the `data` of the answer, or the whole answer where it has more, as a list has. */
export type AnswerOf<N extends OperationName> = Operations[N]["answer"];

type Given<N extends OperationName> =
  Record<never, never> extends InputOf<N>
    ? [input?: InputOf<N>, options?: CallOptions]
    : [input: InputOf<N>, options?: CallOptions];

/** One function for each operation of the interface, named as in its documents, in camel case. */
export type Cairn = { [N in OperationName]: (...given: Given<N>) => Promise<AnswerOf<N>> };

/** A client of the service with these options; each call may have others. */
export function createClient(defaults: Omit<CallOptions, "idempotencyKey"> = {}): Cairn {
  const names = Object.keys(rows) as OperationName[];
  const calls = names.map((name) => [
    name,
    (input: InputOf<typeof name>, options: CallOptions = {}) => call(name, input, { ...defaults, ...options }),
  ]);
  return Object.fromEntries(calls);
}

/**
 * Calls one operation and resolves with its answer. What has an effect is sent with an Idempotency-Key, so that it takes
 * effect once however often it is tried. Passing failures are retried, with growing delays and at least the time that
 * the service asks for. Throws CairnError, and the error of `fetch` when `signal` aborts.
 */
export async function call<N extends OperationName>(
  name: N,
  input: InputOf<N>,
  options: CallOptions = {},
): Promise<AnswerOf<N>> {
  const { path, init } = requestOf(name, { ...input }, options.idempotencyKey ?? newIdempotencyKey());
  for (let failures = 0; ; failures += 1) {
    try {
      const response = await send(path, init, options);
      const body = await readJson<{ data: AnswerOf<N> }>(response);
      if (Object(body).data === undefined) throw unreachable(new Error("The answer has no data."));
      return rows[name].isWhole ? (body as unknown as AnswerOf<N>) : body.data;
    } catch (error) {
      const passing = error instanceof CairnError && error.isPassing ? error : null;
      const wait = passing?.retry_after_seconds ?? null;
      const isLast = failures + 1 >= (options.attempts ?? ATTEMPTS);
      if (!passing || isLast || (wait ?? 0) > RETRY_AFTER_SECONDS_MAX) throw error;
      await pause(waitBefore(failures, wait, { usual: FIRST_WAIT_MS }), options.signal);
    }
  }
}

/** All items of a list, page by page: `each(cairn.listSkills, { technology: "next.js" })`. */
export async function* each<I extends { cursor?: string }, T>(
  list: (input: I, options?: CallOptions) => Promise<{ data: T[]; next_cursor: string | null }>,
  input: I,
  options?: CallOptions,
): AsyncGenerator<T, void, void> {
  let cursor: string | null | undefined = input.cursor;
  do {
    const page = await list({ ...input, ...(cursor ? { cursor } : {}) }, options);
    yield* page.data;
    cursor = nextCursor(page, cursor);
  } while (cursor);
}

/** A value as one part of a path. */
function segmentOf(field: string, value: unknown): string {
  if (value === "" || value === "." || value === "..") throw new TypeError(`${field} is not an id: "${value}".`);
  return encodeURIComponent(String(value));
}

/** The request of an operation with this input. */
function requestOf(name: OperationName, input: Record<string, unknown>, key: string) {
  const { method, path, isIdempotent, elsewhere = {} } = rows[name];
  const headers: Record<string, string> = isIdempotent ? { "idempotency-key": key } : {};
  const query = new URLSearchParams();
  const body: Record<string, unknown> = {};
  let address = path;
  for (const [field, value] of Object.entries(input)) {
    const place = elsewhere[field] ?? (method === "POST" ? "body" : "query");
    if (value === undefined) continue;
    if (path.includes(`{${field}}`)) address = address.replace(`{${field}}`, segmentOf(field, value));
    else if (place === "body") body[field] = value;
    else if (place === "query") query.set(field, String(value));
    else headers[place] = String(value);
  }
  const init: RequestInit =
    method === "POST"
      ? { method, headers: { "content-type": "application/json", ...headers }, body: JSON.stringify(body) }
      : { method, headers };
  return { path: query.size > 0 ? `${address}?${query}` : address, init };
}

export type SearchAnswer = AnswerOf<"searchPost">;

export type SearchOptions = CallOptions & {
  /** Such as `next.js`. */
  technology?: string;
  /** Your version of `technology`. */
  version?: string;
  /** True: only answer. Nothing is published, and `thread` is null. */
  preview?: boolean;
};

/**
 * Searches the library. Without `preview` this publishes `q` permanently in a public thread where others may answer:
 * put no secret in it. Throws CairnError.
 */
export function search(q: string, options: SearchOptions = {}): Promise<SearchAnswer> {
  const { technology, version, preview } = options;
  return call("searchPost", { q, technology, version, preview }, options);
}

export type Outcome = OutcomeReport["outcome"];
export type OutcomeReported = AnswerOf<"createReply">;

/** Its text is public plain prose, and it counts for `used_versions`. */
export type OutcomeReport = InputOf<"createReply"> & {
  /** The token of the connection that opened the thread, instead of the thread's key. */
  token?: string;
};

/** Publishes the outcome in your thread. Only after the user has confirmed it. Throws CairnError. */
export function reportOutcome(report: OutcomeReport, options: CallOptions = {}): Promise<OutcomeReported> {
  const { token, ...input } = report;
  return call("createReply", input, token === undefined ? options : { ...options, token });
}

const TEXT_BYTES_MAX = 5_000_000;

/** A text of the service, at most 5 MB. A truncated or a longer one counts as no answer. */
export async function readText(response: Response): Promise<string> {
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  try {
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      bytes += part.value.length;
      if (bytes > TEXT_BYTES_MAX) throw new Error("The answer is too long.");
      text += decoder.decode(part.value, { stream: true });
    }
    return text + decoder.decode();
  } catch (error) {
    await reader?.cancel().catch(() => {});
    throw unreachable(error);
  }
}
