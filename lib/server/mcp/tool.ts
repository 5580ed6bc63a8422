import type { ToolAnnotations } from "@modelcontextprotocol/server";
import { z } from "zod";
import { anyContract, type EndpointContract, type EndpointInput } from "@/lib/contract/endpoint";
import type { Answered, Context } from "@/lib/domain/context";
import { compactSchema } from "@/lib/server/mcp/compact-schema";
import { shortMembers } from "@/lib/server/mcp/short-members";

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
  inputSchema: Record<string, unknown>;
  outputSchema: Record<string, unknown>;
  /** The values that the endpoint checks first, by the endpoint's names. */
  carried: (given: Record<string, unknown>) => { path: Record<string, unknown>; headers: Record<string, unknown> };
  /** Fields whose name differs from the endpoint's. */
  renamed: Record<string, string>;
  /** Takes validated arguments, and what the endpoint's `authorize` returned. */
  run: (
    ctx: Context,
    input: Record<string, unknown>,
    authorized: unknown,
  ) => Promise<Answered<Record<string, unknown>>>;
  /** The gist of an answer in words, for hosts that do not show structured results. */
  gist: (answer: Record<string, unknown>) => string;
};

type Verb<I extends z.ZodObject> =
  | { run: (ctx: Context, input: z.output<I>) => Promise<Record<string, unknown>> }
  /** For tools that write. */
  | { answered: (ctx: Context, input: z.output<I>, authorized: unknown) => Promise<Answered<Record<string, unknown>>> };

type Declared<I extends z.ZodObject, O extends z.ZodObject, CI extends EndpointInput, CO extends z.ZodType> = {
  name: string;
  title: string;
  description: string;
  /** The readOnly, destructive, idempotent and openWorld hints, each `T` or `F`. */
  hints: `${"T" | "F"}${"T" | "F"}${"T" | "F"}${"T" | "F"}`;
  contract: EndpointContract<CI, CO>;
  /** Flat: some hosts reject a union at the root. */
  input: I;
  /** The guaranteed members of an answer. It may have more. */
  output: O;
  carried?: Tool["carried"];
  renamed?: Tool["renamed"];
  /** Default: the short members of the answer as JSON. */
  gist?: (answer: z.output<O>) => string;
} & Verb<I>;

const KEY_CHARACTERS_MAX = 255;
const IdempotencyKey = z
  .string()
  .regex(/^[\x21-\x7e]+$/, "must be visible ASCII characters without blanks")
  .max(KEY_CHARACTERS_MAX)
  .optional()
  .meta({ description: "A UUID makes a repeat safe for 24 h." });

/** Declares a tool. Tools that write take `idempotency_key` if their endpoint honours an Idempotency-Key. */
export function tool<I extends z.ZodObject, O extends z.ZodObject, CI extends EndpointInput, CO extends z.ZodType>(
  declared: Declared<I, O, CI, CO>,
): Tool {
  const { name, title, description, hints } = declared;
  const contract = anyContract(declared.contract);
  const writes = contract.idempotent === true && hints[0] === "F";
  const input = writes ? declared.input.extend({ idempotency_key: IdempotencyKey }) : declared.input;
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
    inputSchema: compactSchema(input, "input"),
    outputSchema: compactSchema(declared.output, "output"),
    carried: declared.carried ?? (() => ({ path: {}, headers: {} })),
    renamed: declared.renamed ?? {},
    gist: (answer) => (declared.gist ? declared.gist(answer as z.output<O>) : shortMembers(answer)),
    run: async (ctx, { idempotency_key: _key, ...rest }, authorized) => {
      const fields = rest as z.output<I>;
      return "run" in declared
        ? { answer: await declared.run(ctx, fields) }
        : declared.answered(ctx, fields, authorized);
    },
  };
}
