import { expect, test } from "@playwright/test";
import { z } from "zod";
import { readArguments } from "@/lib/server/mcp/lenient-arguments";

const Inner = z.strictObject({ kind: z.literal("inner"), size: z.int().optional(), loud: z.boolean().optional() });
const Other = z.strictObject({ kind: z.literal("other"), name: z.string() });
const Arguments = z.strictObject({
  limit: z.int().min(1).max(50).optional(),
  share: z.number().optional(),
  loud: z.boolean().optional(),
  text: z.string().optional(),
  note: z.string().nullable().optional(),
  size: z.int().nullable().default(null),
  inner: Inner.optional(),
  list: z.array(Inner).max(3).optional(),
  numbers: z.array(z.number()).optional(),
  ref: z.discriminatedUnion("kind", [Inner, Other]).optional(),
  either: z.union([z.string(), z.int()]).optional(),
  named: z.record(z.string(), z.int()).optional(),
});

/** What is sent, and what it is read as. */
const READ: [sent: object, read: object][] = [
  [{ limit: null, text: "x" }, { text: "x" }],
  [{ note: null }, { note: null }],
  [{ size: null }, { size: null }],
  [{ size: "3" }, { size: 3 }],
  [{ limit: "1" }, { limit: 1 }],
  [{ limit: "1.0" }, { limit: 1 }],
  [{ limit: "1e1" }, { limit: 10 }],
  [{ limit: "2E+1" }, { limit: 20 }],
  [{ share: "-0.25" }, { share: -0.25 }],
  [{ loud: "true" }, { loud: true }],
  [{ loud: "false" }, { loud: false }],
  [{ text: "1" }, { text: "1" }],
  [{ text: "true" }, { text: "true" }],
  [{ either: "7" }, { either: "7" }],
  [{ inner: { kind: "inner", size: "4", loud: null } }, { inner: { kind: "inner", size: 4 } }],
  [{ list: [{ kind: "inner", loud: "true" }] }, { list: [{ kind: "inner", loud: true }] }],
  [{ list: [{ size: "4" }] }, { list: [{ kind: "inner", size: 4 }] }],
  [{ list: null, numbers: ["1", 2] }, { numbers: [1, 2] }],
  [{ ref: { kind: "inner", size: "5" } }, { ref: { kind: "inner", size: 5 } }],
  [{ ref: { kind: "other", name: "5", size: null } }, { ref: { kind: "other", name: "5" } }],
  [{ named: { a: "1", b: null } }, { named: { a: 1 } }],
  [{ unknown: null }, {}],
];

/** What stays as it was sent, so that the schema refuses it. */
const KEPT: unknown[] = [
  ...["12px", " 1", "1 ", "0x1", "01", "+1", "1.", ".5", "1,5", "1_000", "NaN", "Infinity", "1e400", "", "١"].map(
    (limit) => ({ limit }),
  ),
  ...["TRUE", "True", "yes", "1", " true", "", 1, 0].map((loud) => ({ loud })),
  { limit: [1] },
  { limit: true },
  { numbers: [null] },
  { list: [null] },
  { list: [{ kind: "other" }] },
  { ref: { name: "5" } },
  { text: 1 },
  { unknown: "1" },
  JSON.parse('{"__proto__":"1"}'),
  { constructor: "1" },
  { ref: { kind: "none", size: "5" } },
  { ref: { kind: "other", name: { length: { toString: 1 } } } },
  [],
  "x",
  7,
];

for (const [sent, read] of READ)
  test(`${JSON.stringify(sent)} is read as ${JSON.stringify(read)}`, () => {
    const made = readArguments(Arguments, sent);
    expect(made).toEqual(read);
    expect(Arguments.safeParse(made).success).toBe(true);
  });

for (const sent of KEPT)
  test(`${JSON.stringify(sent)} stays as it is and is refused`, () => {
    const made = readArguments(Arguments, sent);
    expect(JSON.stringify(made)).toBe(JSON.stringify(sent));
    expect(Arguments.safeParse(made).success).toBe(false);
  });
