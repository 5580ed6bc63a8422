export type Json = Record<string, unknown>;

export function isRecord(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** An object in a JSON document; an empty one for any other value. */
export function asRecord(value: unknown): Json {
  return isRecord(value) ? { ...value } : {};
}

/** Resolves a reference inside its document; any other schema is returned unchanged. */
export function resolved(schema: unknown, root: Json): Json {
  const { $ref, ...own } = asRecord(schema);
  if (typeof $ref !== "string") return own;
  return { ...resolved(asRecord(root.$defs)[$ref.replace("#/$defs/", "")], root), ...own };
}

/** The alternatives of a schema, without null. */
function shapesOf(schema: Json, root: Json): Json[] {
  const shapes = schema.anyOf ?? schema.oneOf;
  if (!Array.isArray(shapes)) return [schema];
  return shapes.map((shape) => resolved(shape, root)).filter((shape) => shape.type !== "null");
}

/** Describes a field: its type and every enforced limit. */
export function limitsOf(given: Json, root: Json): string {
  const shapes = shapesOf(given, root);
  const [schema = given] = shapes;
  if (shapes.length > 1) return `one of ${shapes.length} shapes`;
  if (schema.const !== undefined) return `always ${JSON.stringify(schema.const)}`;
  if (Array.isArray(schema.enum)) return schema.enum.map((value) => JSON.stringify(value)).join(" or ");
  if (schema.type === "array") {
    const most = typeof schema.maxItems === "number" ? `at most ${schema.maxItems} of: ` : "list of: ";
    return most + limitsOf(resolved(schema.items, root), root);
  }
  const range = rangeOf(schema);
  return [typeof schema.format === "string" ? schema.format : String(schema.type ?? "anything"), range]
    .filter(Boolean)
    .join(", ");
}

function rangeOf(schema: Json): string {
  const { minLength, maxLength, minimum, maximum } = schema;
  if (typeof maxLength === "number")
    return `${Number(minLength ?? 0)} to ${maxLength.toLocaleString("en-GB")} characters`;
  if (typeof minLength === "number") return `at least ${minLength} character${minLength === 1 ? "" : "s"}`;
  if (typeof maximum === "number" && maximum < Number.MAX_SAFE_INTEGER) return `${Number(minimum ?? 0)} to ${maximum}`;
  return "";
}
