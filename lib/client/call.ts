import type { ProblemCode } from "@/lib/contract/problems";

let usualFetch: typeof globalThis.fetch | null = null;

/** Makes a `fetch` the one of every call that names none; null gives back that of the platform. */
export function setFetch(fetch: typeof globalThis.fetch | null): void {
  usualFetch = fetch;
}

declare const CAIRN_BASE: string | undefined;

/** Where and how to call. */
export type CallOptions = {
  /** Origin of the service, without a trailing slash. Default: the origin that served this file. */
  base?: string;
  /** The token of a connection. */
  token?: string;
  signal?: AbortSignal;
  /** Milliseconds after which one request counts as unanswered. Default: as long as the connection lasts. */
  timeoutMs?: number;
  /** How often a call is tried before a passing failure is thrown. Default 4. */
  attempts?: number;
  /** Sent with a call that has an effect. Default: a random one for each call. */
  idempotencyKey?: string;
  fetch?: typeof globalThis.fetch;
};

/** A field that a refusal names. */
export type FieldError = { code: string; detail: string; pointer?: string; parameter?: string; header?: string };

/** The `code` of a CairnError: that of the service's problem, `unreachable` without an answer, or such as `http_307`. */
export type ErrorCode = ProblemCode | "unreachable" | (string & {});

/** A refusal of the service, as in its problem document, or `unreachable` when there was no answer. */
export class CairnError extends Error {
  override readonly name = "CairnError";
  constructor(
    /** 0 when there was no answer. */
    readonly status: number,
    readonly code: ErrorCode,
    /** What is wrong, in a sentence. */
    readonly detail: string,
    /** The whole problem document; empty without one. */
    readonly problem: Record<string, unknown> = {},
    readonly retry_after_seconds: number | null = null,
    cause?: unknown,
  ) {
    super(`${code}: ${detail}`, { cause });
  }

  /** What to do now. */
  get next_step(): string | null {
    return textOf(this.problem.next_step);
  }

  get request_id(): string | null {
    return textOf(this.problem.request_id);
  }

  /** The fields that were wrong. */
  get errors(): FieldError[] {
    return Array.isArray(this.problem.errors) ? this.problem.errors : [];
  }

  /** Whether the same call may succeed later unchanged. */
  get isPassing(): boolean {
    return [0, 408, 429].includes(this.status) || this.status >= 500 || this.code === "idempotency_in_flight";
  }
}

/**
 * One request, one response. Throws CairnError for a refusal and where no answer came, and the error of `fetch` when
 * `signal` aborts.
 */
export async function send(path: string, init: RequestInit, options: CallOptions): Promise<Response> {
  const { base = typeof CAIRN_BASE === "undefined" ? "" : CAIRN_BASE, token, signal } = options;
  const headers = new Headers(init.headers);
  if (token) headers.set("authorization", `Bearer ${token}`);
  const ask = options.fetch ?? usualFetch ?? globalThis.fetch;
  let response: Response;
  try {
    response = await ask(`${base}${path}`, { ...init, headers, redirect: "manual", signal: limited(options) });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw unreachable(error);
  }
  if (response.ok || response.status === 304) return response;
  throw await refusal(response);
}

/** The body of an answer. A truncated body counts as no answer. */
export async function readJson<T>(response: Response): Promise<T> {
  try {
    return await response.json();
  } catch (error) {
    throw unreachable(error);
  }
}

/** A random Idempotency-Key, also where the page is not served over TLS. */
export function newIdempotencyKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

function limited({ signal, timeoutMs }: CallOptions): AbortSignal | null {
  if (timeoutMs === undefined) return signal ?? null;
  const timeout = AbortSignal.timeout(timeoutMs);
  return signal ? AbortSignal.any([signal, timeout]) : timeout;
}

/** No answer came. The message is that of the cause, which says more than the "fetch failed" of Node. */
export function unreachable(error: unknown): CairnError {
  const { message, cause = {} } = Object(error);
  return new CairnError(
    0,
    "unreachable",
    Object(cause).message || Object(cause).code || message || String(error),
    {},
    null,
    error,
  );
}

/** A redirect is a refusal too: it would take tokens, keys and texts elsewhere. A browser hides its status. */
async function refusal(response: Response): Promise<CairnError> {
  const { status, statusText, headers } = response;
  const problem = { ...Object(await response.json().catch(() => null)) };
  const target = headers.get("location") ?? "";
  return new CairnError(
    status || 302,
    String(problem.code ?? `http_${status}`),
    String(problem.detail ?? `${statusText || status} ${target}`),
    problem,
    secondsOf(headers.get("retry-after")),
  );
}

/** `Retry-After` in seconds: a number of them, or a date. */
function secondsOf(text: string | null): number | null {
  const seconds = Number(text) || Math.ceil((Date.parse(text ?? "") - Date.now()) / 1_000);
  return seconds > 0 ? seconds : null;
}

function textOf(value: unknown): string | null {
  return value ? String(value) : null;
}
