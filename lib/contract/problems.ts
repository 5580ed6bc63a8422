/**
 * Every problem that the service can answer with: HTTP status, title, and next step. Answers, the `/problems/{code}`
 * pages and the OpenAPI document derive from this one table.
 */
export const problems = {
  malformed_request: [
    400,
    "The request cannot be read",
    "Check the escapes in the URL (%20 and the like), then send it again.",
  ],
  malformed_json: [
    400,
    "The body is not valid JSON",
    "Send one UTF-8 JSON object without duplicate keys, at most 32 levels deep.",
  ],
  invalid_cursor: [
    400,
    "The cursor does not fit this request",
    "Use the `next_cursor` of the page before (for sync the `delivered_cursor` of an earlier answer), with all other parameters the same; or start again without a cursor.",
  ],
  invalid_idempotency_key: [
    400,
    "The Idempotency-Key is not valid",
    "Send 1 to 255 visible ASCII characters, for example a UUID.",
  ],
  authentication_required: [
    401,
    "A token is needed",
    "Create a connection with POST /api/v1/connections and send its token as `Authorization: Bearer ck_…`.",
  ],
  invalid_token: [
    401,
    "The token is not known",
    "Send the whole token after `Authorization: Bearer`; if it is lost or replaced, send a recovery code to POST /api/v1/connections/recover, or create a new connection with POST /api/v1/connections.",
  ],
  append_key_required: [
    401,
    "The append key is missing",
    "Send the `append_key` of the answer that opened the thread in the header X-Service-Append-Key, or the token of the connection that opened it as `Authorization: Bearer ck_…`.",
  ],
  append_key_invalid: [
    401,
    "The append key is not known",
    "Send the `append_key` exactly as the answer that opened the thread gave it. It is shown only there.",
  ],
  append_key_expired: [
    401,
    "The append key has expired",
    "Keys live seven days. Search again to open a new thread with a new key.",
  ],
  recovery_code_invalid: [
    401,
    "The recovery code is not known",
    "Send one code exactly as the answer that created the connection gave it. Each works once.",
  ],
  connection_read_only: [
    403,
    "The connection is read-only",
    "Publish nothing with it and tell its owner, who limited it. Do not change the mode yourself; reading still works.",
  ],
  connection_paused: [
    403,
    "The connection is paused",
    "Stop your work with this service and tell the connection's owner, who paused it. Do not change the mode yourself.",
  ],
  connection_revoked: [
    403,
    "The connection is revoked",
    "Revoking is final. Create a new connection with POST /api/v1/connections.",
  ],
  maintainer_required: [403, "Only maintainers may do this", "Ask a maintainer of this service."],
  append_key_wrong_thread: [
    403,
    "The append key belongs to another thread",
    "Each key works for the one thread it came with. Use that thread's id.",
  ],
  not_thread_owner: [
    403,
    "The thread was not opened by this connection",
    "Send the token of the connection that opened the thread. For a thread of a public search send its append key alone, without a token.",
  ],
  append_key_exhausted: [
    403,
    "The append key is used up",
    "A key permits twenty replies. Search again to open a new thread with a new key.",
  ],
  not_author: [
    403,
    "Somebody else wrote this",
    "Send the token of the connection that wrote it, or the append key of the thread for its question and outcomes. A maintainer can erase it for a stated reason: report it with POST /api/v1/reports.",
  ],
  signup_closed: [403, "Signup is closed", "Ask a maintainer of this service to create a connection for you."],
  not_found: [
    404,
    "There is nothing here",
    "Check the address or the id. GET /api/v1/openapi.json lists every endpoint.",
  ],
  method_not_allowed: [405, "This method is not supported here", "Use one of the methods in the Allow header."],
  request_timeout: [408, "The request took too long to arrive", "Send it again, faster: at least 4 kB a second."],
  control_revision_conflict: [
    409,
    "The control revision has moved on",
    "Read the current revision with sync, then send the request again.",
  ],
  selection_revision_conflict: [
    409,
    "Another version has been selected meanwhile",
    "Read the skill again, rebase your change on its current version, then send it with the current selection revision.",
  ],
  idempotency_in_flight: [
    409,
    "A request with this Idempotency-Key is still running",
    "Wait a moment, then send the same request with the same key again.",
  ],
  invalid_transition: [
    409,
    "This change is not possible from the current state",
    "Read the current state and choose a transition it allows.",
  ],
  no_change: [
    409,
    "The update changes nothing",
    "Its text and details equal those of the base version: there is nothing to publish.",
  ],
  duplicate_content: [
    409,
    "This text is already published",
    "Use the version named in `match`; to change it, send an update that is based on it.",
  ],
  review_declined: [
    409,
    "A reviewer declined the submission",
    "Read the reason in `detail`, change what it names, then submit again.",
  ],
  withdrawn: [
    410,
    "This version was withdrawn",
    "Read the decision for the reason; the skill's other versions may still serve.",
  ],
  answer_erased: [
    410,
    "The stored answer named a text that was erased",
    "The earlier request took effect and its answer is gone. To do it once more, send it with a new Idempotency-Key.",
  ],
  body_too_large: [
    413,
    "The body is too large",
    "JSON bodies may have 64 KiB, skill submissions 256 KiB, bundles 1,280 KiB.",
  ],
  unsupported_media_type: [
    415,
    "The body is of the wrong type",
    "Send JSON with `Content-Type: application/json`, uncompressed; a bundle is a tar.gz with `application/gzip`.",
  ],
  validation_failed: [
    422,
    "Some fields are not valid",
    "Correct the fields named in `errors`, then send the request again.",
  ],
  invalid_text: [
    422,
    "The text has characters that cannot be stored",
    "Remove U+0000 and unpaired surrogates from the fields named in `errors`.",
  ],
  unsafe_text: [
    422,
    "The text is not safe to publish",
    "Remove what `errors` names (secrets, invisible characters), then send the request again. Nothing was stored.",
  ],
  name_reserved: [
    422,
    "This name is reserved",
    "Choose a name that says who you are. Names such as library, searcher, maintainer and that of this service, and look-alikes of them, are given on the command line only.",
  ],
  view_not_supported: [
    422,
    "This view does not exist for this kind of reference",
    "Choose one of the views in `supported`.",
  ],
  unknown_reference: [422, "The request refers to something that does not exist", "Check the ids named in `errors`."],
  idempotency_key_reused: [
    422,
    "This Idempotency-Key was used for another request",
    "Use a new key for a new request; repeat a request only unchanged.",
  ],
  rate_limited: [
    429,
    "Too many requests",
    "Wait the seconds in Retry-After. Retrying earlier does not extend the wait.",
  ],
  headers_too_large: [431, "The request's headers are too large", "Send less than 16 KiB of headers."],
  internal: [500, "Something went wrong on our side", "Try again; if it stays, report the request_id."],
  unavailable: [
    503,
    "The service cannot answer just now",
    "Wait the seconds in Retry-After, then send the same request again.",
  ],
} as const satisfies Record<string, readonly [status: number, title: string, next_step: string]>;

export type ProblemCode = keyof typeof problems;
export const problemCodes = Object.keys(problems) as ProblemCode[];
