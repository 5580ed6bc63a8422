import type { RootSchema, Schema } from "@/e2e/support/contract";
import { type EndpointContract, fieldCarrier } from "@/lib/contract/endpoint";

export type Path = Array<string | number>;

/** One request on or beyond a bound of the contract. `refusal` is null if the contract accepts it. */
export type BoundCase = {
  promise: string;
  input: Record<string, unknown>;
  refusal: null | { code: string; at: { pointer: string } | { parameter: string } };
};

/** The current position in a contract's schema. */
export type Walk = {
  root: RootSchema;
  shape: Schema;
  contract: EndpointContract;
  valid: Record<string, unknown>;
  inBody: boolean;
};

export function accepted(place: Walk, what: string, path: Path, value: unknown): BoundCase {
  return { promise: `${path.join(".")}: ${short(what)} passes`, input: put(place.valid, path, value), refusal: null };
}

export function refused(place: Walk, what: string, path: Path, value: unknown, code: string): BoundCase {
  const field = String(path[0]);
  const carrier = fieldCarrier(place.contract, field);
  const at =
    place.inBody && carrier === "body" ? { pointer: path.map((part) => `/${part}`).join("") } : { parameter: field };
  return {
    promise: `${path.join(".")}: ${short(what)} is ${code}`,
    input: put(place.valid, path, value),
    refusal: { code, at },
  };
}

function short(text: string): string {
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}

export function isInBody(place: Walk, path: Path): boolean {
  return place.inBody && fieldCarrier(place.contract, String(path[0])) === "body";
}

export function isInPath(place: Walk, path: Path): boolean {
  return fieldCarrier(place.contract, String(path[0])) === "path";
}

/** A copy of `input` with `value` at `path`; `undefined` removes the field. */
export function put(input: Record<string, unknown>, path: Path, value: unknown): Record<string, unknown> {
  const copy = structuredClone(input);
  let at: Record<string | number, unknown> = copy;
  for (const part of path.slice(0, -1)) at = Object(at[part]);
  const last = path.at(-1) ?? "";
  if (value === undefined) delete at[last];
  else at[last] = value;
  return copy;
}
