import type { ToolAnnotations } from "@modelcontextprotocol/server";
import { z } from "zod";
import { anyContract, type Carrier, type EndpointContract, type EndpointInput } from "@/lib/contract/endpoint";
import type { Answered, Carried, Context } from "@/lib/domain/context";
import { type Bound, endpoints } from "@/lib/server/endpoints";
import { isRecord, type Json } from "@/lib/server/openapi/json-schema";

/** A tool, as listed and as called. */
export type Tool = {
  name: string;
  title: string;
  /** What it does, and its side effects in one sentence. */
  description: string;
  annotations: Required<Omit<ToolAnnotations, "title">>;
  /** Its endpoint, whose rate limit, control mode and idempotency also apply here. */
  contract: EndpointContract;
  input: z.ZodObject;
  /** A contract for its arguments, all of which travel in one JSON object. */
  arguments: EndpointContract;
  inputSchema: Json;
  /** The arguments that the endpoint takes in its path and its headers. */
  carried: (given: Json) => Carried;
  /** Fields whose name differs from the endpoint's. */
  renamed: Readonly<Record<string, string>>;
  /** Takes validated arguments, and what the endpoint's `authorize` returned. */
  run: (ctx: Context, given: Json, authorized: unknown) => Promise<Answered<Json>>;
  /** The gist of an answer in words, for hosts that do not show structured results. */
  gist: (answer: Json) => string;
};

type Declared<S extends z.ZodRawShape, A extends object, I extends EndpointInput, O extends z.ZodType> = {
  name: string;
  title: string;
  description: string;
  /** The readOnly, destructive, idempotent and openWorld hints, each `T` or `F`. */
  hints: `${"T" | "F"}${"T" | "F"}${"T" | "F"}${"T" | "F"}`;
  contract: EndpointContract<I, O>;
  /** The arguments, by the endpoint's names. Flat: some hosts reject a union at the root. */
  input: S;
  /** The tool's name for a field, by the endpoint's name. */
  renamed?: Tool["renamed"];
  /** Takes the arguments by the endpoint's names. Stands before `gist`, whose type derives from it. */
  run: (ctx: Context, input: z.output<z.ZodObject<S>>, authorized: unknown) => Promise<Answered<A>>;
  /** Default: the short members of the answer as JSON. */
  gist?: (answer: A) => string;
};

const KEY_CHARACTERS_MAX = 255;
const IdempotencyKey = z
  .string()
  .regex(/^[\x21-\x7e]+$/, "must be visible ASCII characters without blanks")
  .max(KEY_CHARACTERS_MAX)
  .optional()
  .meta({ description: "A UUID." });

/** Declares a tool. Tools that write take `idempotency_key` if their endpoint honours an Idempotency-Key. */
export function tool<S extends z.ZodRawShape, A extends object, I extends EndpointInput, O extends z.ZodType>(
  declared: Declared<S, A, I, O>,
): Tool {
  const { name, title, description, hints, renamed = {} } = declared;
  const contract = anyContract(declared.contract);
  const writes = contract.idempotent === true && hints[0] === "F";
  const input = z.strictObject({
    ...withNames(declared.input, renamed),
    ...(writes ? { idempotency_key: IdempotencyKey } : {}),
  });
  const ownNames = Object.fromEntries(Object.entries(renamed).map(([field, own]) => [own, field]));
  const hint = (at: number) => hints[at] === "T";
  return {
    name,
    title,
    description,
    contract,
    input,
    arguments: anyContract({ ...contract, method: "POST", input, carriedBy: {} }),
    annotations: {
      readOnlyHint: hint(0),
      destructiveHint: hint(1),
      idempotentHint: hint(2),
      openWorldHint: hint(3),
    },
    inputSchema: compactSchema(input),
    carried: (given) => carriedIn(contract, (field) => given[renamed[field] ?? field]),
    renamed,
    // `input` has just validated what the tool's own functions take, so the casts are safe.
    run: async (ctx, { idempotency_key: _key, ...given }, authorized) => {
      const made = await declared.run(ctx, withNames(given, ownNames) as z.output<z.ZodObject<S>>, authorized);
      return { ...made, answer: made.answer as Json };
    },
    gist: (answer) => (declared.gist ?? shortMembers)(answer as A),
  };
}

/**
 * Fields of a contract's input as arguments of a tool. Every model reads the words about them in every conversation, so
 * each field has the contract's words (`true`), none (`null`), or others.
 */
export function fieldsOf<S extends z.ZodRawShape, F extends keyof S & string>(
  { input }: { input: { shape: S } },
  words: Record<F, true | null | string>,
): Pick<S, F> {
  const fields = Object.entries<true | null | string>(words).map(([field, description]) => {
    const schema = input.shape[field] as unknown as z.ZodType;
    return [field, description === true ? schema : schema.meta({ description: description ?? undefined })];
  });
  return Object.fromEntries(fields);
}

function withNames<T>(members: Readonly<Record<string, T>>, names: Readonly<Record<string, string>>) {
  return Object.fromEntries(Object.entries(members).map(([name, member]) => [names[name] ?? name, member]));
}

function carriedIn({ carriedBy = {} }: EndpointContract, argument: (field: string) => unknown): Carried {
  const path: Record<string, string> = {};
  const headers: Record<string, string> = {};
  for (const [field, carrier] of Object.entries<Carrier | undefined>(carriedBy)) {
    const value = argument(field);
    if (carrier && "path" in carrier) path[carrier.path] = typeof value === "string" ? value : "";
    if (carrier && "header" in carrier && typeof value === "string") headers[carrier.header] = value;
  }
  return { path, header: (name) => headers[name] };
}

/** Keys that a model does not need for a call. The server validates them and reports errors. */
const LEFT_OUT = new Set(
  "$schema $defs id title examples pattern format minLength maxLength minItems maxItems minimum".split(" "),
);

/**
 * The JSON Schema of arguments that a tool advertises. It uses context in every conversation, so it contains names, types
 * and reasons, but no patterns and lengths. An item of a list has only its members with more than one possible value,
 * because the others may be left out (`readArguments`), and does not say which are required. References are resolved
 * because some hosts do not follow them.
 */
export function compactSchema(schema: z.ZodObject): Json {
  const made: Json = { ...z.toJSONSchema(schema, { io: "input", reused: "inline", unrepresentable: "any" }) };
  const compacted = compactObject(made, isRecord(made.$defs) ? made.$defs : {});
  return { ...compacted, additionalProperties: false };
}

function compact(node: unknown, defs: Json): unknown {
  if (Array.isArray(node)) return node.map((item) => compact(item, defs));
  return isRecord(node) ? compactObject(node, defs) : node;
}

function compactItem(node: unknown, defs: Json): unknown {
  const item = compact(node, defs);
  if (!isRecord(item) || !isRecord(item.properties)) return item;
  const { required: _, ...shown } = item;
  const chosen = Object.entries(item.properties).filter(([, member]) => !(isRecord(member) && "const" in member));
  return { ...shown, properties: Object.fromEntries(chosen) };
}

function compactObject(node: Json, defs: Json): Json {
  const { $ref } = node;
  if (typeof $ref === "string") {
    const { $ref: _ref, ...beside } = node;
    const target = defs[$ref.replace("#/$defs/", "")];
    return compactObject({ ...(isRecord(target) ? target : {}), ...beside }, defs);
  }
  const kept: Json = {};
  for (const [key, value] of Object.entries(node)) {
    if (key === "type" && "const" in node) continue;
    if (LEFT_OUT.has(key) || key === "additionalProperties") continue;
    if (key === "maximum" && Math.abs(Number(value)) >= Number.MAX_SAFE_INTEGER) continue;
    if (key === "properties" && isRecord(value))
      kept.properties = Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, compact(inner, defs)]));
    else kept[key] = key === "items" ? compactItem(value, defs) : compact(value, defs);
  }
  return kept;
}

const WHOLE_CHARACTERS_MAX = 600;
const MEMBER_CHARACTERS_MAX = 160;
const REST = "The structured result has the rest.";

/** An answer as JSON, without its long members: the gist of results that have no words of their own. */
function shortMembers(answer: object): string {
  const whole = JSON.stringify(answer);
  if (whole.length <= WHOLE_CHARACTERS_MAX) return whole;
  const short = Object.entries(answer).filter(([, item]) => JSON.stringify(item).length <= MEMBER_CHARACTERS_MAX);
  return short.length === 0 ? REST : `${JSON.stringify(Object.fromEntries(short))} ${REST}`;
}

const byName = new Map<string, Bound>(Object.values(endpoints).map((bound) => [bound.contract.name, bound]));

/** Runs a contract's endpoint as HTTP does, with input in the form of its tool. Throws the endpoint's errors. */
export async function askEndpoint<I extends EndpointInput, O extends z.ZodType>(
  contract: EndpointContract<I, O>,
  ctx: Context,
  input: z.input<I>,
): Promise<z.output<O>> {
  return (await answerOfEndpoint(contract, ctx, input, (answer) => answer)).answer;
}

/**
 * The same for an endpoint that writes: presents its answer and reports whether it is a stored one. `authorized` is what
 * its `authorize` returned.
 */
export async function answerOfEndpoint<I extends EndpointInput, O extends z.ZodType, P>(
  contract: EndpointContract<I, O>,
  ctx: Context,
  input: z.input<I>,
  present: (answer: z.output<O>) => P,
  authorized?: unknown,
): Promise<Answered<P>> {
  const { answer, replayed = false } = await boundTo(contract).run(ctx, contract.input.parse(input), authorized);
  // The endpoint table binds a contract only to verbs that return its output, so the cast is safe.
  return { answer: present(answer as z.output<O>), replayed };
}

/** The row of a contract in the endpoint table. */
export function boundTo({ name }: Pick<EndpointContract, "name">): Bound {
  const bound = byName.get(name);
  if (!bound) throw new Error(`The endpoint ${name} is not in the table.`);
  return bound;
}
