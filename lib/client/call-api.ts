/** The service's refusal, or a substitute when no answer came. */
export type Refusal = {
  code: string;
  title: string;
  detail: string;
  next_step: string;
  /** The other fields of the problem, such as `current_mode`, and `errors`, the fields that a 422 names. */
  more: Record<string, unknown>;
};
export type Called<T> = { data: T; refusal: null } | { data: null; refusal: Refusal };

type Ask = { token?: string; body?: unknown; idempotencyKey?: string; signal?: AbortSignal };

/**
 * Calls an endpoint of this service from a page: GET without a body, else POST. Returns the whole body of the answer,
 * or a refusal; throws only when `signal` aborts. The token is sent in its header, never in a URL.
 */
export async function callApi<T>(path: string, ask: Ask = {}): Promise<Called<T>> {
  const headers = new Headers();
  if (ask.token) headers.set("authorization", `Bearer ${ask.token}`);
  if (ask.body !== undefined) headers.set("content-type", "application/json");
  if (ask.idempotencyKey) headers.set("idempotency-key", ask.idempotencyKey);
  try {
    const response = await fetch(path, {
      method: ask.body === undefined ? "GET" : "POST",
      headers,
      cache: "no-store",
      ...(ask.body === undefined ? {} : { body: JSON.stringify(ask.body) }),
      ...(ask.signal ? { signal: ask.signal } : {}),
    });
    const body = await response.json();
    return response.ok ? { data: body, refusal: null } : { data: null, refusal: refusalOf(body) };
  } catch (error) {
    if (ask.signal?.aborted) throw error;
    return { data: null, refusal: NO_ANSWER };
  }
}

const NO_ANSWER: Refusal = {
  code: "no_answer",
  title: "No answer came",
  detail: "The service could not be reached from here.",
  next_step: "Look at the network, then try again. Nothing is lost on this page.",
  more: {},
};

function refusalOf(body: Record<string, unknown>): Refusal {
  const { code, title, detail, next_step, ...more } = body;
  return {
    code: String(code),
    title: String(title),
    detail: detail === title ? "" : String(detail),
    next_step: String(next_step),
    more,
  };
}

/** An idempotency key, also where the page is not served over TLS. */
export function newIdempotencyKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
