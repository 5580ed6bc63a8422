import {
  accepted,
  type BoundCase,
  isInBody,
  isInPath,
  type Path,
  put,
  refused,
  type Walk,
} from "@/e2e/support/bound-case";
import { booleans, integers, strings } from "@/e2e/support/bound-values";
import { resolve, type Schema, sample, schemaOf } from "@/e2e/support/contract";
import { type EndpointContract, fieldCarrier } from "@/lib/contract/endpoint";

/**
 * Every bound of one top-level field: a value on the bound passes, and a value one beyond is refused and reported.
 * Derived from the contract, so changed bounds are followed. `valid` is an input that the endpoint accepts.
 */
export function boundCases(contract: EndpointContract, field: string, valid: Record<string, unknown>): BoundCase[] {
  return walksOf(contract, valid).flatMap((place) => {
    const schema = place.shape.properties?.[field];
    const required = place.shape.required?.includes(field) ?? false;
    return schema ? walk(place, schema, [field], required) : [];
  });
}

/** An unknown field at every level that could hold one. */
export function unknownFieldCases(contract: EndpointContract, valid: Record<string, unknown>): BoundCase[] {
  return walksOf(contract, valid).flatMap((place) => {
    const inside = Object.entries(place.shape.properties ?? {})
      .filter(([field]) => fieldCarrier(contract, field) === "body")
      .flatMap(([field, schema]) => unknownInside(place, schema, [field]));
    return [refused(place, "an unknown field", ["no_such_field"], "x", "unknown_field"), ...inside];
  });
}

/** An endpoint accepts one shape or one of several: each is tested with its own example. */
function walksOf(contract: EndpointContract, valid: Record<string, unknown>): Walk[] {
  const root = schemaOf(contract);
  const inBody = contract.method === "POST";
  if (!root.oneOf) return [{ root, shape: root, contract, valid, inBody }];
  return root.oneOf.map((given) => {
    const shape = resolve(root, given);
    return { root, shape, contract, valid: Object(sample(root, shape)), inBody };
  });
}

function walk(place: Walk, given: Schema, path: Path, required: boolean): BoundCase[] {
  const schema = resolve(place.root, given);
  const missing = required && !isInPath(place, path) ? [refused(place, "a missing", path, undefined, "required")] : [];
  const own = schema.enum || schema.const !== undefined ? choices(place, schema, path) : ofType(place, schema, path);
  return [...missing, ...(isInBody(place, path) ? wrongTypes(place, schema, path) : []), ...own];
}

function ofType(place: Walk, schema: Schema, path: Path): BoundCase[] {
  if (schema.type === "string") return strings(place, schema, path);
  if (schema.type === "integer") return integers(place, schema, path);
  if (schema.type === "boolean") return booleans(place, path);
  if (schema.type === "array") return arrays(place, schema, path);
  if (schema.type === "object") return objects(place, schema, path);
  if (schema.oneOf) return branches(place, schema.oneOf, path);
  throw new Error(`The bounds of ${path.join(".")} are of a kind these tests do not know: ${JSON.stringify(schema)}`);
}

function choices(place: Walk, schema: Schema, path: Path): BoundCase[] {
  const list = schema.enum ?? [schema.const];
  const wrong = ["", "nonsense", `${list[0]}x`, String(list[0]).toUpperCase(), ` ${list[0]}`];
  return [
    ...list.map((value) => accepted(place, `the choice ${value}`, path, value)),
    ...wrong.map((value) => refused(place, `the choice ${JSON.stringify(value)}`, path, value, "invalid_choice")),
  ];
}

function arrays(place: Walk, schema: Schema, path: Path): BoundCase[] {
  const { items = {}, maxItems = 0 } = schema;
  const one = sample(place.root, items);
  const many = (length: number) => Array.from({ length }, () => structuredClone(one));
  const first = { ...place, valid: put(place.valid, path, [one]) };
  return [
    accepted(place, "no entry", path, []),
    accepted(place, `${maxItems} entries`, path, many(maxItems)),
    refused(place, `${maxItems + 1} entries`, path, many(maxItems + 1), "too_many"),
    ...walk(first, items, [...path, 0], false),
  ];
}

function objects(place: Walk, schema: Schema, path: Path): BoundCase[] {
  return Object.entries(schema.properties ?? {}).flatMap(([field, inner]) =>
    walk(place, inner, [...path, field], schema.required?.includes(field) ?? false),
  );
}

/** Shapes distinguished by `kind`: each is tested with its own example. */
function branches(place: Walk, shapes: Schema[], path: Path): BoundCase[] {
  const nonsense = refused(place, "an unknown kind", [...path, "kind"], "nonsense", "invalid_choice");
  const walked = shapes.flatMap((shape) => {
    const branch = resolve(place.root, shape);
    const own = { ...place, valid: put(place.valid, path, sample(place.root, branch)) };
    const { kind: _, ...rest } = branch.properties ?? {};
    return objects(own, { ...branch, properties: rest }, path);
  });
  return [nonsense, ...walked];
}

/** JSON values of every type that the schema does not accept. */
function wrongTypes(place: Walk, schema: Schema, path: Path): BoundCase[] {
  const values: Array<[type: string, value: unknown]> = [
    ["null", null],
    ["boolean", true],
    ["integer", 1],
    ["number", 1.5],
    ["string", "text"],
    ["array", []],
    ["object", {}],
  ];
  const choice = schema.enum !== undefined || schema.const !== undefined;
  const takes = choice ? "string" : schema.oneOf ? "object" : schema.type;
  return values
    .filter(([type]) => type !== takes)
    .map(([type, value]) =>
      refused(place, `of the type ${type}`, path, value, choice ? "invalid_choice" : "invalid_type"),
    );
}

function unknownInside(place: Walk, given: Schema, path: Path): BoundCase[] {
  const schema = resolve(place.root, given);
  if (schema.type === "array") {
    const first = { ...place, valid: put(place.valid, path, [sample(place.root, schema.items ?? {})]) };
    return unknownInside(first, schema.items ?? {}, [...path, 0]);
  }
  if (schema.type !== "object") return [];
  const inner = Object.entries(schema.properties ?? {}).flatMap(([field, next]) =>
    unknownInside(place, next, [...path, field]),
  );
  return [refused(place, "an unknown field", [...path, "no_such_field"], 1, "unknown_field"), ...inner];
}
