import { expect, test } from "@playwright/test";
import { problemCodes, problems } from "@/lib/contract/problems";
import { Problem } from "@/lib/platform/errors";

/** Clients branch on these: a code stays as it is and keeps its status. */
const STATUSES: Readonly<Record<string, number>> = {
  malformed_request: 400,
  malformed_json: 400,
  invalid_cursor: 400,
  invalid_idempotency_key: 400,
  authentication_required: 401,
  invalid_token: 401,
  append_key_required: 401,
  append_key_invalid: 401,
  append_key_expired: 401,
  connection_read_only: 403,
  connection_paused: 403,
  connection_revoked: 403,
  maintainer_required: 403,
  append_key_wrong_thread: 403,
  not_thread_owner: 403,
  append_key_exhausted: 403,
  not_author: 403,
  signup_closed: 403,
  not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  control_revision_conflict: 409,
  selection_revision_conflict: 409,
  idempotency_in_flight: 409,
  invalid_transition: 409,
  no_change: 409,
  duplicate_content: 409,
  review_declined: 409,
  withdrawn: 410,
  answer_erased: 410,
  body_too_large: 413,
  unsupported_media_type: 415,
  validation_failed: 422,
  invalid_text: 422,
  unsafe_text: 422,
  name_reserved: 422,
  view_not_supported: 422,
  unknown_reference: 422,
  idempotency_key_reused: 422,
  rate_limited: 429,
  recovery_code_invalid: 401,
  headers_too_large: 431,
  internal: 500,
  unavailable: 503,
};

test("every problem has its status, and none is new or gone", () => {
  const statuses = Object.fromEntries(problemCodes.map((code) => [code, problems[code][0]]));
  expect(statuses).toEqual(STATUSES);
  for (const code of problemCodes) expect(new Problem(code).status).toBe(STATUSES[code]);
});

test("every problem has a title of its own and says in a sentence what to do next", () => {
  const titles = Object.values(problems).map(([, title]) => title);
  expect(new Set(titles).size).toBe(titles.length);
  for (const [code, [, title, next_step]] of Object.entries(problems)) {
    expect(title, code).toMatch(/^[A-Z].*[^.]$/);
    expect(next_step, code).toMatch(/^[A-Z].*\.$/);
  }
});

test("a problem is an error that says its code and detail, and is known whatever copy of the class made it", () => {
  const problem = new Problem("not_found", { detail: "There is no such skill." });
  expect(problem).toBeInstanceOf(Error);
  expect(problem.message).toBe("not_found: There is no such skill.");
  expect(problem.name).toBe("Problem");
  expect(problem.options).toEqual({ detail: "There is no such skill." });
  expect(new Problem("not_found").message).toBe("not_found: There is nothing here");
  expect(new Problem("not_found").options).toEqual({});
  expect({ [Symbol.for("cairn.problem")]: true }).toBeInstanceOf(Problem);
  for (const other of [null, undefined, "not_found", new Error("not_found"), { code: "not_found" }, () => {}])
    expect(other instanceof Problem, String(other)).toBe(false);
});
