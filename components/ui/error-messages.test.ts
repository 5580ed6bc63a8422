import { expect, test } from "@playwright/test";
import { told } from "@/components/ui/error-messages";
import { problemCodes, problems } from "@/lib/contract/problems";

test("no refusal shown by a form or a page mentions headers, endpoints or members of the answer", () => {
  for (const code of problemCodes.filter((one) => !FOR_PROGRAMS_ALONE.has(one))) {
    const [, title, next_step] = problems[code];
    const said = told({ code, title, detail: title, next_step, more: {} });
    expect(`${said.title} ${said.next_step}`, code).not.toMatch(/[`_]|POST|GET|Retry-After|header|cursor/);
    expect(said.detail, code).toBe("");
  }
});

test("each named field gets one sentence, a finding about a text the service's own", () => {
  const wrong = { code: "validation_failed", title: "t", detail: "d", next_step: "n" };
  const errors = [
    { pointer: "/name", detail: "must not contain < or >" },
    { pointer: "/name", detail: "is too long" },
    { pointer: "/unheard_of/0", detail: "is not a known field" },
  ];
  expect(told({ ...wrong, more: { errors } })).toMatchObject({
    detail: "Give a name in plain prose, without angle brackets and backticks. unheard_of is not a known field",
    fields: { name: expect.stringMatching(/^Give a name/), unheard_of: "unheard_of is not a known field" },
  });
  const range = { start: 7, end: 47 };
  const secret = { parameter: "q", detail: "looks like it holds a GitHub token (characters 8 to 47)", range };
  const later = { ...secret, range: { start: 60, end: 100 } };
  expect(told({ ...wrong, code: "unsafe_text", more: { errors: [secret, later] } })).toMatchObject({
    detail: "d",
    fields: { q: "This looks like it holds a GitHub token (characters 8 to 47)." },
    ranges: { q: range },
  });
  expect(
    told({ ...wrong, code: "unsafe_text", more: { errors: [{ ...secret, range: { start: "7" } }] } }).ranges,
  ).toEqual({});
  expect(told({ ...wrong, code: "no_answer", more: {} })).toMatchObject({ title: "t", next_step: "n", fields: {} });
});

/** Refusals that no form or page of ours can cause. */
const FOR_PROGRAMS_ALONE = new Set<string>([
  "malformed_json",
  "invalid_idempotency_key",
  "method_not_allowed",
  "control_revision_conflict",
  "duplicate_content",
  "review_declined",
  "unsupported_media_type",
  "view_not_supported",
  "headers_too_large",
]);
