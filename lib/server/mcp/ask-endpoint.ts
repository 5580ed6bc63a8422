import type { z } from "zod";
import type { EndpointContract, EndpointInput } from "@/lib/contract/endpoint";
import type { Answered, Context } from "@/lib/domain/context";
import { type Bound, endpoints } from "@/lib/server/endpoints";

const byName = new Map<string, Bound>(Object.values(endpoints).map((bound) => [bound.contract.name, bound]));

/** Runs a contract's endpoint as HTTP does, with input in the form of its tool. Throws the endpoint's errors. */
export async function askEndpoint<I extends EndpointInput, O extends z.ZodType>(
  contract: EndpointContract<I, O>,
  ctx: Context,
  input: z.input<I>,
): Promise<z.output<O>> {
  return (await tellEndpoint(contract, ctx, input, (answer) => answer)).answer;
}

/**
 * The same for an endpoint that writes: presents its answer and reports whether it is a stored one. `authorized` is what
 * its `authorize` returned.
 */
export async function tellEndpoint<I extends EndpointInput, O extends z.ZodType, P>(
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
