import type { z } from "zod";
import type { EndpointContract, EndpointInput } from "@/lib/contract/endpoint";
import type { Answered, Context } from "@/lib/domain/context";
import { type Bound, endpoints } from "@/lib/server/endpoints";

const byName = new Map<string, Bound>(Object.values(endpoints).map((bound) => [bound.contract.name, bound]));

/**
 * Runs the endpoint of a contract as HTTP does, with input that its schema has checked, and returns an answer that its
 * schema has checked too. Throws what the endpoint throws.
 */
export async function askEndpoint<I extends EndpointInput, O extends z.ZodType>(
  contract: EndpointContract<I, O>,
  ctx: Context,
  input: z.input<I>,
): Promise<z.output<O>> {
  return (await tellEndpoint(contract, ctx, input, (answer) => answer)).answer;
}

/** The same for an endpoint that writes: presents its answer and says whether it is a stored one. */
export async function tellEndpoint<I extends EndpointInput, O extends z.ZodType, P>(
  contract: EndpointContract<I, O>,
  ctx: Context,
  input: z.input<I>,
  present: (answer: z.output<O>) => P,
): Promise<Answered<P>> {
  const { answer, replayed = false } = await boundTo(contract).run(ctx, contract.input.parse(input));
  return { answer: present(contract.output.parse(answer)), replayed };
}

/** The row of the endpoint table that a contract belongs to. */
export function boundTo({ name }: Pick<EndpointContract, "name">): Bound {
  const bound = byName.get(name);
  if (!bound) throw new Error(`The endpoint ${name} is not in the table.`);
  return bound;
}
