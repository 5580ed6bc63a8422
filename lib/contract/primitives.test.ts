import { expect, test } from "@playwright/test";
import type { z } from "zod";
import { Submission } from "@/lib/contract/knowledge/submissions";
import * as contract from "@/lib/contract/primitives";
import { authorInWords, deciderInWords, reportersInWords, reviewerInWords } from "@/lib/contract/skill-in-words";

const LIMITS: Readonly<Record<string, number>> = {
  QUERY_CHARACTERS_MAX: 500,
  TITLE_CHARACTERS_MAX: 120,
  DESCRIPTION_CHARACTERS_MAX: 500,
  MARKDOWN_BYTES_MAX: 32_768,
  CHANGE_SUMMARY_CHARACTERS_MAX: 1_000,
  SUPPORTING_BASIS_CHARACTERS_MAX: 4_000,
  TECHNOLOGY_CHARACTERS_MAX: 120,
  CONSTRAINT_CHARACTERS_MAX: 200,
  APPLICABILITY_ENTRIES_MAX: 12,
  REFERENCES_MAX: 8,
  QUESTIONS_MAX: 5,
  QUESTION_CHARACTERS_MAX: 200,
  URL_CHARACTERS_MAX: 2_048,
  USED_VERSIONS_MAX: 8,
  CONDITION_CHARACTERS_MAX: 500,
  TASK_OPENING_CHARACTERS_MAX: 2_000,
  INSIGHT_CHARACTERS_MAX: 8_000,
  RELEVANCE_CHARACTERS_MAX: 500,
  HELD_VERSIONS_MAX: 25,
  OPERATION_REFS_MAX: 25,
  REPLY_TEXT_CHARACTERS_MAX: 1_000,
  REPLIES_PER_KEY: 20,
  APPEND_KEY_DAYS: 7,
  PAGE_ITEMS_MAX: 100,
  BODY_BYTES_MAX: 65_536,
  LONG_BODY_BYTES_MAX: 262_144,
  MARK_CHARACTERS: 6,
};

test("every limit is the documented number, and none is new or gone", () => {
  const numbers = Object.entries(contract).filter(([, value]) => typeof value === "number");
  expect(Object.fromEntries(numbers)).toEqual(LIMITS);
});

const takes = (schema: z.ZodType, value: unknown) => schema.safeParse(value).success;
const ID = "AZqT3v0kQ7yB1cD2eF3gHA";

test("each kind of id has its own prefix and exactly twenty-two characters", () => {
  const kinds = {
    skl: contract.SkillId,
    skv: contract.VersionId,
    thr: contract.ThreadId,
    msg: contract.MessageId,
    kop: contract.OperationRef,
    con: contract.ConnectionId,
  };
  for (const [prefix, schema] of Object.entries(kinds)) {
    for (const other of Object.keys(kinds)) expect(takes(schema, `${other}_${ID}`), other).toBe(other === prefix);
    const wrong = [`${prefix}_${ID}a`, `${prefix}_${ID.slice(1)}`, `x${prefix}_${ID}`, `${prefix}_${ID.slice(1)}.`];
    for (const text of [...wrong, `${prefix}_${ID}\n`, `${prefix}${ID}`]) expect(takes(schema, text), text).toBe(false);
    expect(takes(schema, `${prefix}_${"-_09azAZ-_09azAZ-_09aZ"}`)).toBe(true);
  }
});

test("a revision is a decimal number of 64 bits without leading zeros", () => {
  for (const text of ["0", "4", "10", "9223372036854775807", "1000000000000000000"])
    expect(takes(contract.Revision, text), text).toBe(true);
  for (const text of ["", "00", "04", "-1", "1.0", "1e3", " 1", "1 ", "9223372036854775808", "10000000000000000000"])
    expect(takes(contract.Revision, text), text).toBe(false);
  const messages = (text: string) => contract.Revision.safeParse(text).error?.issues.map(({ message }) => message);
  expect(messages("9223372036854775808")).toEqual(["must be at most 9223372036854775807"]);
  expect(messages("x")).toEqual(["must be a string of decimal digits without leading zeros"]);
});

test("plain prose has one character or more, at most as many as said, and no markup wherever it stands", () => {
  const prose = contract.plainProse(5);
  for (const text of ["a", "abcde", "𝒳𝒳", "a&\"'"]) expect(takes(prose, text), text).toBe(true);
  for (const text of ["", "abcdef", "<a", "a<b", "ab<", ">", "a>", "a`b", "`", "a\n<"])
    expect(takes(prose, text), text).toBe(false);
});

test("a time is in UTC to the millisecond", () => {
  expect(takes(contract.Timestamp, "2026-11-21T09:30:00.000Z")).toBe(true);
  for (const text of ["2026-11-21T09:30:00Z", "2026-11-21T09:30:00.0000Z", "2026-11-21T09:30:00.000+00:00"])
    expect(takes(contract.Timestamp, text), text).toBe(false);
  for (const text of ["x2026-11-21T09:30:00.000Z", "2026-11-21T09:30:00.000Zx", "2026-11-21T09:30:00x000Z"])
    expect(takes(contract.Timestamp, text), text).toBe(false);
});

test("an applicability entry takes texts at their bounds and nothing beyond", () => {
  const entry = (technology: number, constraint: number) =>
    takes(contract.ApplicabilityEntry, {
      technology: "a".repeat(technology),
      version_scheme: "semver",
      constraint: "1".repeat(constraint),
    });
  expect(entry(1, 1)).toBe(true);
  expect(entry(120, 200)).toBe(true);
  for (const [technology, constraint] of [
    [0, 1],
    [1, 0],
    [121, 1],
    [1, 201],
  ] as const)
    expect(entry(technology, constraint)).toBe(false);
  for (const version_scheme of ["exact", "semver", "unknown"])
    expect(takes(contract.ApplicabilityEntry, { technology: "a", version_scheme, constraint: "1" })).toBe(true);
  for (const version_scheme of ["", "calver"])
    expect(takes(contract.ApplicabilityEntry, { technology: "a", version_scheme, constraint: "1" })).toBe(false);
});

test("cursors, marks and conditions take texts at their bounds and nothing beyond", () => {
  const ref = { kind: "skill_version", skill_id: `skl_${ID}`, version_id: `skv_${ID}` };
  const lengths = (take: (text: string) => boolean, least: number, most: number) =>
    [least - 1, least, most, most + 1].map((length) => length < 0 || take("a".repeat(length)));
  expect(lengths((text) => takes(contract.Cursor, text), 1, 2_048)).toEqual([false, true, true, false]);
  expect(lengths((text) => takes(contract.Mark, text), 6, 6)).toEqual([false, true, true, false]);
  expect(lengths((condition) => takes(contract.UsedVersion, { ref, condition }), 1, 500)).toEqual([
    ...[false, true, true, false],
  ]);
  expect(takes(contract.UsedVersion, { ref, condition: null })).toBe(true);
  expect(takes(contract.UsedVersion, { ref: { ...ref, kind: "" }, condition: null })).toBe(false);
});

test("outcomes are whole numbers from zero on, and a score is a share", () => {
  const outcomes = {
    resolved: 0,
    partial: 0,
    failed: 0,
    score: null,
    reporters: { connections: 0, anonymous: 0 },
  };
  const { reporters } = outcomes;
  const accepted = [outcomes, { ...outcomes, score: 0 }, { ...outcomes, score: 1 }, { ...outcomes, resolved: 7 }];
  const refused = [
    ...[-0.01, 1.01].map((score) => ({ ...outcomes, score })),
    ...["resolved", "partial", "failed"].flatMap((name) => [-1, 0.5].map((value) => ({ ...outcomes, [name]: value }))),
    ...["connections", "anonymous"].map((name) => ({ ...outcomes, reporters: { ...reporters, [name]: -1 } })),
  ];
  expect(accepted.map((value) => takes(contract.Outcomes, value))).toEqual([true, true, true, true]);
  expect(refused.filter((value) => takes(contract.Outcomes, value))).toEqual([]);
});

test("the words of a state are those of the contract", () => {
  expect(contract.Outcome.options).toEqual(["resolved", "partial", "failed"]);
  expect(contract.ThreadStatus.options).toEqual(["open", "answered", "resolved"]);
  expect(contract.MatchQuality.options).toEqual(["full", "partial", "none"]);
  const review = { version_checked: "1", note: "n", reviewed_at: "2026-11-21T09:30:00.000Z", reviewer: "r" };
  expect(takes(contract.Review, { state: "reviewed", ...review })).toBe(true);
  expect(takes(contract.Review, { state: "", ...review })).toBe(false);
  expect(takes(contract.Review, { state: "none", note: "No verification is recorded for this version." })).toBe(true);
  expect(takes(contract.Review, { state: "none", note: "n" })).toBe(false);
});

test("characters are code points", () => {
  expect(["", "abc", "é", "𝒳y", "👩‍👩‍👧"].map(contract.characters)).toEqual([0, 3, 1, 2, 5]);
});

const submission = {
  kind: "create",
  title: "t",
  description: "d",
  markdown: "m",
  change_summary: "c",
  rationale: "r",
  supporting_basis: "s",
};

for (const [field, most] of Object.entries({
  title: 120,
  description: 500,
  change_summary: 1_000,
  rationale: 1_000,
  supporting_basis: 4_000,
  markdown: 32_768,
})) {
  test(`a submission's ${field} has 1 to ${most} characters or bytes`, () => {
    const taken = [0, 1, most, most + 1].map((length) =>
      takes(Submission, { ...submission, [field]: "a".repeat(length) }),
    );
    expect(taken).toEqual([false, true, true, false]);
  });
}

test("the length of markdown is counted in bytes of UTF-8, and the error says so", () => {
  expect(takes(Submission, { ...submission, markdown: "é".repeat(16_384) })).toBe(true);
  const { error } = Submission.safeParse({ ...submission, markdown: `${"é".repeat(16_384)}a` });
  expect(error?.issues).toMatchObject([
    { code: "too_big", origin: "bytes", maximum: 32_768, inclusive: true, path: ["markdown"] },
  ]);
});

test("the lists of a submission end at their bounds", () => {
  const entry = { technology: "a", version_scheme: "exact", constraint: "1" };
  const source = { thread_id: `thr_${ID}`, through_sequence: "1" };
  const list = (field: string, item: unknown, length: number) =>
    takes(Submission, { ...submission, [field]: Array(length).fill(item) });
  const messages = (length: number) => ({ ...source, message_ids: Array(length).fill(`msg_${ID}`) });
  for (const [field, item, most] of [
    ["applicability", entry, 12],
    ["public_references", "https://example.com/", 8],
    ["sources", source, 8],
  ] as const) {
    expect([0, most, most + 1].map((length) => list(field, item, length))).toEqual([true, true, false]);
  }
  expect([0, 8, 9].map((length) => list("sources", messages(length), 1))).toEqual([true, true, false]);
});

test("a reference is a web address of 1 to 2,048 characters", () => {
  const taken = (reference: string) => takes(Submission, { ...submission, public_references: [reference] });
  const start = "https://example.com/";
  expect([start.padEnd(2_048, "a"), start.padEnd(2_049, "a"), "", "ftp://a.example/"].map(taken)).toEqual([
    ...[true, false, false, false],
  ]);
  const { error } = Submission.safeParse({ ...submission, public_references: ["ftp://a.example/"] });
  expect(error?.issues).toMatchObject([
    {
      code: "invalid_format",
      format: "uri",
      path: ["public_references", 0],
      message: "must be an absolute http or https URL without credentials",
    },
  ]);
});

test("an update names the skill, the version it is based on and the revision it was made against", () => {
  const update = {
    ...submission,
    kind: "update",
    skill_id: `skl_${ID}`,
    base_version_id: `skv_${ID}`,
    observed_selection_revision: "3",
  };
  expect(takes(Submission, update)).toBe(true);
  for (const field of ["skill_id", "base_version_id", "observed_selection_revision"])
    expect(takes(Submission, { ...update, [field]: undefined }), field).toBe(false);
  expect(takes(Submission, { ...update, kind: "create" })).toBe(false);
  expect(takes(Submission, { ...submission, kind: "" })).toBe(false);
});

test("authors stand in a line with what tells them apart", () => {
  expect(authorInWords({ name: "Build bot", mark: "2eF3gH" })).toBe("Build bot (2eF3gH)");
  expect(authorInWords({ name: "Cairn", mark: "2eF3gH", unverified: true })).toBe("Cairn (2eF3gH, unverified)");
  expect(authorInWords({ name: "Cairn library", mark: null, unverified: true })).toBe("Cairn library");
  expect(reviewerInWords({ reviewer: "Mai", reviewer_mark: "abcdef" })).toBe("Mai (abcdef)");
  expect(reviewerInWords({ reviewer: "Mai" })).toBe("Mai");
  expect(deciderInWords({ decided_by: "Mai", decided_by_mark: "abcdef" })).toBe("Mai (abcdef)");
  expect(deciderInWords({ decided_by: "Mai", decided_by_mark: "abcdef", decided_by_unverified: true })).toBe(
    "Mai (abcdef, unverified)",
  );
});

test("reporters are counted by kind, in the singular and the plural", () => {
  const words = (connections: number, anonymous: number) =>
    reportersInWords({ resolved: 0, partial: 0, failed: 0, score: null, reporters: { connections, anonymous } });
  expect(words(0, 0)).toBe("");
  expect(words(1, 0)).toBe("1 connection");
  expect(words(2, 1)).toBe("2 connections and 1 anonymous reporter");
  expect(words(0, 2)).toBe("2 anonymous reporters");
  expect(words(1, 2)).toBe("1 connection and 2 anonymous reporters");
});
