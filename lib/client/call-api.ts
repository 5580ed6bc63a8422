import { CairnError, type CallOptions, readJson, send } from "@/lib/client/call";

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

type Ask = Pick<CallOptions, "token" | "idempotencyKey" | "signal"> & { method?: "DELETE"; body?: unknown };

/**
 * Calls an endpoint of this service from a page: GET without a body, else POST, unless a method is given. Returns the
 * whole body of the answer, or a refusal; throws only when `signal` aborts. The token is sent in its header, never in
 * a URL.
 */
export async function callApi<T>(
  path: string,
  { method, body, idempotencyKey, ...options }: Ask = {},
): Promise<Called<T>> {
  const headers = new Headers();
  if (idempotencyKey) headers.set("idempotency-key", idempotencyKey);
  if (body !== undefined) headers.set("content-type", "application/json");
  const init = body === undefined ? { method: method ?? "GET" } : { method: "POST", body: JSON.stringify(body) };
  try {
    const response = await send(path, { ...init, headers, cache: "no-store" }, options);
    return { data: await readJson<T>(response), refusal: null };
  } catch (error) {
    if (!(error instanceof CairnError) || options.signal?.aborted) throw error;
    return { data: null, refusal: refusalOf(error) };
  }
}

const NO_ANSWER: Refusal = {
  code: "no_answer",
  title: "No answer came",
  detail: "The service could not be reached from here.",
  next_step: "Look at the network, then try again. Nothing is lost on this page.",
  more: {},
};

/** An answer that is not a problem document comes from something in between, so it counts as none. */
function refusalOf({ problem }: CairnError): Refusal {
  const { code, title, detail, next_step, ...more } = problem;
  if (typeof code !== "string") return NO_ANSWER;
  return {
    code,
    title: String(title),
    detail: detail === title ? "" : String(detail),
    next_step: String(next_step),
    more,
  };
}
