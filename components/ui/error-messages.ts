import type { Refusal } from "@/lib/client/call-api";
import type { ProblemCode } from "@/lib/contract/problems";

/** A refusal for the user of a form: the next step, and a sentence for each invalid field. */
export type Notice = {
  title: string;
  detail: string;
  next_step: string;
  fields: Record<string, string>;
  /** The position of the first finding in a field, in code points. */
  ranges: Record<string, TextRange>;
};

/** The refusal of a plain form, with the submitted values, for the page that shows the form again. */
export type Refused = Notice & { kept: Array<[name: string, value: string]> };

/** A part of a text, in Unicode code points; `end` is exclusive. */
export type TextRange = { start: number; end: number };

/** Replaces titles that use technical terms. */
const TITLES: Partial<Record<string, string>> = {
  invalid_cursor: "This list page is no longer available",
  malformed_request: "This address cannot be read",
  method_not_allowed: "This page accepts no forms",
  validation_failed: "This needs a change before it can be sent",
} satisfies Partial<Record<ProblemCode, string>>;

/** The next step for a person, where the service's own mentions headers, endpoints or members of the answer. */
const NEXT_STEPS: Partial<Record<string, string>> = {
  malformed_request: "Check the address for stray percent signs.",
  method_not_allowed: "Open it from a link or the address bar. Nothing was stored.",
  invalid_cursor: "The list has changed or the link was cut off. Start from the first page.",
  authentication_required: "Paste a token, or make one on the Connect page.",
  invalid_token:
    "Check that you pasted all of it. For a lost token, use a recovery code on the page for tokens, or make a new one.",
  append_key_required: "Only the browser that asked can report the outcome, while it keeps its key.",
  append_key_invalid: "Only the browser that asked can report the outcome, while it keeps its key.",
  append_key_expired: "A key is valid for seven days. Ask again to open a new thread with a new key.",
  append_key_wrong_thread: "A key works for one thread only. Ask again to open a new thread with a new key.",
  append_key_exhausted: "A key allows twenty replies. Ask again to open a new thread with a new key.",
  not_author: "Only the browser or the connection that wrote this can take it back.",
  not_thread_owner: "Only the browser that asked can report the outcome.",
  connection_read_only: "Open the token on the Connect page and set its mode to active.",
  connection_paused: "Open the token on the Connect page and set its mode to active.",
  connection_revoked: "Revoking is final. Make a new token on the Connect page.",
  signup_closed: "Ask a maintainer of this service to make a token for you.",
  not_found: "Check the address or the id.",
  name_reserved: "Choose a name that says who you are.",
  selection_revision_conflict: "Reload the page, check what is selected now, then decide again.",
  idempotency_in_flight: "Wait a moment, then send it again.",
  idempotency_key_reused: "Reload the page, then send it again.",
  invalid_transition: "Reload the page and check its current state.",
  body_too_large: "Shorten the text, then send it again.",
  validation_failed: "Correct the fields listed here, then send it again. Nothing was stored.",
  invalid_text: "Type the text instead of pasting it: it contains characters that cannot be stored.",
  unsafe_text: "Remove it, then send the text again. Nothing was published or stored.",
  unknown_reference: "Check the address or the id.",
  rate_limited: "Wait a minute, then try again.",
  internal: "Try again. If it persists, tell a maintainer of this service.",
  unavailable: "Wait a moment, then try again.",
} satisfies Partial<Record<ProblemCode, string>>;

const PROSE = "in plain prose, without angle brackets and backticks";

/** The expected content of a form's field, by the field's name. */
const FIELDS: Partial<Record<string, string>> = {
  name: `Give a name ${PROSE}.`,
  homepage: "The home page must be an https address of a domain, such as https://bots.example.org.",
  q: `Write the question in up to 500 characters ${PROSE}: comparisons in words.`,
  technology: "A technology is one name, in up to 120 characters.",
  version: "A version has up to 200 characters.",
  outcome: "Choose one of the three outcomes.",
  body: `Write the answer in up to 8,000 characters ${PROSE}: comparisons in words, code indented by four spaces.`,
  text: "Describe in a sentence how it went. The text must not contain angle brackets or backticks: write comparisons in words.",
  used_versions: "Choose what you tried from the list.",
  reason: "Give a reason.",
  note: `Write the note in up to 1,000 characters ${PROSE}.`,
};

/** Findings about a text: their message describes the text, not the field. */
const ABOUT_THE_TEXT = new Set(["unsafe_text", "invalid_text", "name_reserved"]);

/** The message of a refusal for a person. Without an entry here it is the service's own. */
export function told({ code, title, detail, next_step, more }: Refusal): Notice {
  const fields: Record<string, string> = {};
  const ranges: Record<string, TextRange> = {};
  for (const error of Array.isArray(more.errors) ? more.errors : []) {
    const { pointer, parameter, detail: found, range } = Object(error);
    const [name = ""] = String(pointer ?? parameter ?? "")
      .replace(/^\//, "")
      .split("/");
    const sentence = ABOUT_THE_TEXT.has(code) ? `This ${found}.` : (FIELDS[name] ?? `${name} ${found}`.trim());
    fields[name] ??= sentence;
    const { start, end } = Object(range);
    if (Number.isInteger(start) && Number.isInteger(end)) ranges[name] ??= { start, end };
  }
  const named = Object.values(fields).join(" ");
  return {
    title: TITLES[code] ?? title,
    detail: code === "validation_failed" && named ? named : detail === title ? "" : detail,
    next_step: NEXT_STEPS[code] ?? next_step,
    fields,
    ranges,
  };
}
