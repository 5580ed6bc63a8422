import { pause, waitBefore } from "@/lib/client/wait";

declare const CAIRN_BASE: string | undefined;

const ATTEMPTS_MAX = 4;
/** A longer Retry-After is not waited for; the caller gets the error instead. */
const RETRY_AFTER_SECONDS_MAX = 30;

/** Where and how to call. */
export type CallOptions = {
  /** Origin of the service, without a trailing slash. Default: the origin that served this file. */
  base?: string;
  signal?: AbortSignal;
  fetch?: typeof globalThis.fetch;
};

/** A refusal of the service, as in its problem document, or `unreachable` when there was no answer. */
export class CairnError extends Error {
  override readonly name = "CairnError";
  constructor(
    /** 0 when there was no answer. */
    readonly status: number,
    readonly code: string,
    detail: string,
    /** What to do now. */
    readonly next_step: string | null = null,
    readonly retry_after_seconds: number | null = null,
    readonly request_id: string | null = null,
  ) {
    super(`${code}: ${detail}`);
  }

  /** Whether the same call may succeed later unchanged. */
  get isPassing(): boolean {
    return this.status === 0 || this.status === 408 || this.status === 429 || this.status >= 500;
  }
}

/** One request, one response. Throws CairnError for a refusal, and the error of `fetch` when `signal` aborts. */
export async function send(path: string, init: RequestInit, options: CallOptions): Promise<Response> {
  const { base = typeof CAIRN_BASE === "undefined" ? "" : CAIRN_BASE, signal = null } = options;
  const ask = options.fetch ?? globalThis.fetch;
  let response: Response;
  try {
    response = await ask(`${base}${path}`, { ...init, signal });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw unreachable(error);
  }
  if (response.ok || response.status === 304) return response;
  throw await refusal(response);
}

/** Posts JSON with its own Idempotency-Key and retries while that may help: it takes effect at most once. */
export async function post<T>(
  path: string,
  body: object,
  headers: Record<string, string>,
  options: CallOptions,
): Promise<T> {
  const init = {
    method: "POST",
    headers: { "content-type": "application/json", "idempotency-key": crypto.randomUUID(), ...headers },
    body: JSON.stringify(body),
  };
  for (let failures = 0; ; failures += 1) {
    try {
      const answer = await readJson<{ data: T }>(await send(path, init, options));
      return answer.data;
    } catch (error) {
      const passing = error instanceof CairnError && error.isPassing ? error : null;
      const wait = passing?.retry_after_seconds ?? null;
      if (!passing || failures + 1 >= ATTEMPTS_MAX || (wait ?? 0) > RETRY_AFTER_SECONDS_MAX) throw error;
      await pause(waitBefore(failures, wait, { usual: 500 }), options.signal);
    }
  }
}

/** The body of an answer. A truncated body counts as no answer. */
export async function readJson<T>(response: Response): Promise<T> {
  try {
    return await response.json();
  } catch (error) {
    throw unreachable(error);
  }
}

function unreachable(error: unknown): CairnError {
  return new CairnError(0, "unreachable", error instanceof Error ? error.message : String(error));
}

async function refusal(response: Response): Promise<CairnError> {
  const problem: unknown = await response.json().catch(() => null);
  const text = (key: string) => {
    const value: unknown = Object(problem)[key];
    return typeof value === "string" ? value : null;
  };
  return new CairnError(
    response.status,
    text("code") ?? `http_${response.status}`,
    text("detail") ?? response.statusText,
    text("next_step"),
    Number(response.headers.get("retry-after")) || null,
    text("request_id"),
  );
}
