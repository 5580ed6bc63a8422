import { expect, test } from "@playwright/test";
import { z } from "zod";
import { type EndpointContract, endpoint } from "@/lib/contract/endpoint";
import { Problem } from "@/lib/platform/errors";
import { type Carried, escapePointer, shownName, validateInput } from "@/lib/server/http/validate";

const Ref = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("skill"), id: z.string().min(2) }),
  z.strictObject({ kind: z.literal("thread"), id: z.string().min(2), since: z.int() }),
]);
const declared: Pick<EndpointContract, "summary" | "tag" | "output" | "problems" | "auth" | "rate"> = {
  ...{ summary: "", tag: "Meta", output: z.object({}), problems: [] },
  auth: "none",
  rate: "none",
};
const post = endpoint({
  ...declared,
  name: "post",
  method: "POST",
  path: "/api/x/{post_id}",
  input: z.strictObject({
    id: z.string(),
    key: z.string().max(4).optional(),
    text: z.string().min(2).max(4).optional(),
    count: z.int().min(1).max(3).optional(),
    tags: z.array(z.string()).min(1).max(2).optional(),
    choice: z.enum(["a", "b"]).optional(),
    ref: Ref.optional(),
    either: z.union([z.strictObject({ a: z.string() }), z.strictObject({ b: z.string(), c: z.string() })]).optional(),
    even: z
      .int()
      .refine((value) => value % 2 === 0, "must be even")
      .optional(),
  }),
  carriedBy: { id: { path: "post_id" }, key: { header: "X-Key" } },
});
const get = endpoint({
  ...declared,
  name: "get",
  method: "GET",
  path: "/api/x/{post_id}",
  input: z.strictObject({
    id: z.string().regex(/^[a-z]+$/, "must be letters"),
    limit: z.int().min(0).max(100).default(20),
    ratio: z.number().optional(),
    open: z.boolean().optional().default(false),
    q: z.string().max(5).optional(),
  }),
  carriedBy: { id: { path: "post_id" } },
});

function outcomeOf(contract: EndpointContract, given: Partial<Carried>) {
  const carried = { path: { post_id: "p" }, query: new URLSearchParams(), header: () => undefined, body: {}, ...given };
  try {
    return validateInput(contract, carried);
  } catch (error) {
    if (error instanceof Problem) return { code: error.code, ...error.options };
    throw error;
  }
}
const posted = (body: unknown, given: Partial<Carried> = {}) => outcomeOf(post, { body, ...given });
const gotten = (query: string, given: Partial<Carried> = {}) =>
  outcomeOf(get, { query: new URLSearchParams(query), body: undefined, ...given });
const errorsOf = (outcome: unknown) => (Object(outcome) as { errors?: unknown }).errors;

test("values come from where their fields travel: path, header, query and body", () => {
  const header = (name: string) => (name === "X-Key" ? "k" : undefined);
  expect(posted({ text: "ab" }, { header })).toEqual({ id: "p", key: "k", text: "ab" });
  expect(posted({ text: "ab" })).toEqual({ id: "p", text: "ab" });
  expect(gotten("limit=7&open=true&q=7&ratio=-3")).toEqual({ id: "p", limit: 7, open: true, q: "7", ratio: -3 });
  expect(gotten("open=false")).toEqual({ id: "p", limit: 20, open: false });
  expect(gotten("limit=0&ratio=999999999999999")).toEqual({
    ...{ id: "p", limit: 0, ratio: 999_999_999_999_999, open: false },
  });
});

test("what does not look like a number or a truth value is one of the wrong type", () => {
  const number = [
    { parameter: "limit", code: "invalid_type", detail: expect.stringMatching(/^must be of type (int|number)$/) },
  ];
  for (const text of ["", "abc", "1.5", "01", "+1", " 1", "1e1", "0x1", "-"])
    expect(errorsOf(gotten(`limit=${encodeURIComponent(text)}`)), text).toEqual(number);
  expect(errorsOf(gotten("ratio=1000000000000000"))).toMatchObject([{ parameter: "ratio", code: "invalid_type" }]);
  for (const text of ["", "1", "TRUE", "yes"])
    expect(errorsOf(gotten(`open=${text}`)), text).toEqual([
      { parameter: "open", code: "invalid_type", detail: "must be of type boolean" },
    ]);
});

test("a parameter that is unknown or comes twice is an error, and the known ones are named", () => {
  expect(gotten("nope=1&limit=1&limit=2")).toEqual({
    code: "validation_failed",
    detail: "nope: is not a parameter of this endpoint (and 1 more in errors)",
    errors: [
      { parameter: "nope", code: "unknown_field", detail: "is not a parameter of this endpoint" },
      { parameter: "limit", code: "repeated", detail: "may appear only once" },
    ],
    extra: { supported: ["limit", "ratio", "open", "q"] },
  });
  expect(gotten("q=123456")).toEqual({
    code: "validation_failed",
    detail: "q: must have at most 5 characters",
    errors: [{ parameter: "q", code: "too_long", detail: "must have at most 5 characters" }],
  });
  expect(errorsOf(gotten("post_id=x"))).toMatchObject([{ parameter: "post_id", code: "unknown_field" }]);
});

test("an error of the path or a header names its place there", () => {
  expect(gotten("", { path: { post_id: "1" } })).toMatchObject({
    detail: "id: must be letters",
    errors: [{ parameter: "id", code: "invalid_format", detail: "must be letters" }],
  });
  expect(posted({}, { header: () => "12345" })).toMatchObject({
    detail: "X-Key: must have at most 4 characters",
    errors: [{ header: "X-Key", code: "too_long" }],
  });
});

/** A body and its expected errors. */
const BODIES: ReadonlyArray<[body: unknown, ...errors: Array<[pointer: string, code: string, detail: string]>]> = [
  [{ text: "a" }, ["/text", "too_short", "must have at least 2 characters"]],
  [{ text: "abcde" }, ["/text", "too_long", "must have at most 4 characters"]],
  [{ count: 0 }, ["/count", "too_small", "must be at least 1"]],
  [{ count: 4 }, ["/count", "too_big", "must be at most 3"]],
  [{ tags: [] }, ["/tags", "too_few", "must have at least 1 entry"]],
  [{ tags: ["a", "b", "c"] }, ["/tags", "too_many", "must have at most 2 entries"]],
  [{ tags: ["a", 1] }, ["/tags/1", "invalid_type", "must be of type string"]],
  [{ tags: "ab" }, ["/tags", "invalid_type", "must be of type array"]],
  [{ choice: "c" }, ["/choice", "invalid_choice", 'must be one of "a", "b"']],
  [{ even: 1 }, ["/even", "invalid_value", "must be even"]],
  [
    { "a/b~c": 1, d: 2 },
    ["/a~1b~0c", "unknown_field", "is not a known field"],
    ["/d", "unknown_field", "is not a known field"],
  ],
  [{ ref: {} }, ["/ref/kind", "required", "is required"]],
  [{ ref: { kind: "x" } }, ["/ref/kind", "invalid_choice", 'must be one of "skill", "thread"']],
  [{ ref: { kind: "skill" } }, ["/ref/id", "required", "is required"]],
  [
    { ref: { kind: "skill", id: "a", more: 1 } },
    ["/ref/id", "too_short", "must have at least 2 characters"],
    ["/ref/more", "unknown_field", "is not a known field"],
  ],
  [{ either: { b: "x" } }, ["/either/c", "required", "is required"]],
  [
    { text: { length: { toString: 1 } }, tags: { length: { a: { length: { toString: "b" } }, toString: [] } } },
    ["/text", "invalid_type", "must be of type string"],
    ["/tags", "invalid_type", "must be of type array"],
  ],
  [{ id: "q" }, ["/id", "unknown_field", "is not a field of this body"]],
  [[], ["", "invalid_type", "must be a JSON object"]],
  [null, ["", "invalid_type", "must be a JSON object"]],
  ["text", ["", "invalid_type", "must be a JSON object"]],
];
for (const [body, ...errors] of BODIES) {
  test(`the errors of ${JSON.stringify(body)}`, () => {
    const expected = errors.map(([pointer, code, detail]) => ({ pointer, code, detail }));
    const found = posted(body);
    expect(errorsOf(found)).toEqual(expected);
    const [pointer, , detail] = errors[0] ?? ["", "", ""];
    const more = errors.length > 1 ? ` (and ${errors.length - 1} more in errors)` : "";
    expect(found).toMatchObject({ code: "validation_failed", detail: `${pointer || "the body"}: ${detail}${more}` });
  });
}

test("an input of several shapes names the choice, and what is wrong in all of them", () => {
  const several = endpoint({ ...declared, name: "several", method: "POST", path: "/api/x", input: Ref });
  const errors = (body: unknown) => errorsOf(outcomeOf(several, { body }));
  expect(errors({ kind: "skill", id: "ab" })).toBeUndefined();
  expect(errors({ id: "a", more: 1, since: 2 })).toEqual([
    { pointer: "/kind", code: "required", detail: "is required" },
    { pointer: "/id", code: "too_short", detail: "must have at least 2 characters" },
    { pointer: "/more", code: "unknown_field", detail: "is not a known field" },
  ]);
  expect(errors({ kind: "nope", id: { length: { toString: 1 } } })).toEqual([
    { pointer: "/kind", code: "invalid_choice", detail: 'must be one of "skill", "thread"' },
    { pointer: "/id", code: "invalid_type", detail: "must be of type string" },
  ]);
  expect(errors({ kind: "nope" })).toEqual([
    { pointer: "/kind", code: "invalid_choice", detail: 'must be one of "skill", "thread"' },
    { pointer: "/id", code: "required", detail: "is required" },
  ]);
  expect(errors({ kind: "thread", id: "ab" })).toEqual([
    { pointer: "/since", code: "required", detail: "is required" },
  ]);
});

test("a text that cannot be stored is named, whatever else is wrong", () => {
  const detail = "has U+0000 or an unpaired surrogate";
  expect(posted({ text: "a\0", tags: ["ok", "\ud800"], nope: { "k\0": 1 } })).toMatchObject({
    code: "invalid_text",
    errors: [
      { pointer: "/text", code: "invalid_text", detail },
      { pointer: "/tags/1", code: "invalid_text", detail },
      { pointer: "/nope/k\0", code: "invalid_text", detail: `${detail} in its name` },
      { pointer: "/nope", code: "unknown_field" },
    ],
  });
  expect(gotten("q=%00")).toMatchObject({
    code: "invalid_text",
    errors: [{ parameter: "q", code: "invalid_text", detail }],
  });
  expect(posted({ count: 2, tags: ["a"], choice: "a" })).toEqual({ id: "p", count: 2, tags: ["a"], choice: "a" });
});

test("the sentence of an answer has at most 300 characters", () => {
  const outcome = posted({ ["x".repeat(79)]: 1, even: "a".repeat(400) }) as { detail: string };
  expect(outcome.detail.length).toBeLessThanOrEqual(300);
});

test("names of the caller go back up to eighty characters, whole and without secrets", () => {
  expect(escapePointer("a~b/c~1")).toBe("a~0b~1c~01");
  expect(shownName("a".repeat(80))).toBe("a".repeat(80));
  expect(shownName("a".repeat(81))).toBe("a".repeat(80));
  expect(shownName("𝒳".repeat(79))).toBe("𝒳".repeat(79));
  expect(shownName("𝒳".repeat(90))).toBe("𝒳".repeat(80));
  expect(shownName(`a${"𝒳".repeat(90)}`)).toBe(`a${"𝒳".repeat(79)}`);
  expect(shownName(`gh${"p"}_${"aB3dE6gH9jK2mN5pQ8sT1vW4xY7zA0cD3fG6"}`)).toBe("[secret]");
});
