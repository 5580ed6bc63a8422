import type { z } from "zod";

/** What a schema says about values, and the values that it was asked about. */
export type Checked<S extends z.ZodType> = { values: unknown; result: z.ZodSafeParseResult<z.output<S>> };

/**
 * Checks values from JSON or YAML with a schema. Zod compares the `length` of an object, sent where a text or a list
 * belongs, with the bounds and throws a TypeError when it has no primitive value (`{"length": {"toString": 1}}`). Then
 * these members are left out of `values`: their object is refused anyway.
 */
export function checkJson<S extends z.ZodType>(
  schema: S,
  values: unknown,
  options?: z.core.ParseContext<z.core.$ZodIssue>,
): Checked<S> {
  try {
    return { values, result: schema.safeParse(values, options) };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const comparable: unknown = JSON.parse(JSON.stringify(values), (key, value: unknown) =>
      key === "length" && typeof value === "object" ? undefined : value,
    );
    return { values: comparable, result: schema.safeParse(comparable, options) };
  }
}
