import { expect, test } from "@playwright/test";
import { z } from "zod";
import { compactSchema } from "@/lib/server/mcp/tool";

test("names, types and reasons stay; patterns, lengths, titles, references and what a list implies go", () => {
  const Ref = z.strictObject({ kind: z.literal("ref"), id: z.string().regex(/^x$/) }).meta({ id: "CompactTestRef" });
  const schema = z.strictObject({
    title: z
      .string()
      .min(1)
      .max(9)
      .meta({ title: "Title", description: "What it is called.", examples: ["It"] }),
    id: z.int().optional(),
    refs: z.array(Ref).max(2),
    also: Ref.optional(),
  });
  const item = { type: "object", properties: { id: { type: "string" } } };
  const ref = { ...item, properties: { kind: { const: "ref" }, ...item.properties }, required: ["kind", "id"] };
  expect(compactSchema(schema)).toEqual({
    type: "object",
    properties: {
      title: { type: "string", description: "What it is called." },
      id: { type: "integer" },
      refs: { type: "array", items: item },
      also: ref,
    },
    required: ["title", "refs"],
    additionalProperties: false,
  });
});
