import { unstable_rethrow } from "next/navigation";
import type { Context } from "@/lib/domain/context";
import { pageContext } from "@/lib/domain/page-context";
import { Problem } from "@/lib/platform/errors";

/** What a page has to show: its data, or the problem that stands in the way. */
export type Loaded<T> = { problem: null; value: T } | { problem: Problem; value: null };

/**
 * Calls a verb for a page. Everything that goes wrong comes back as a problem, also that something does not exist: Next
 * would answer a thrown error, and `notFound()`, with a page that is empty without JavaScript.
 */
export async function load<T>(call: (ctx: Context) => Promise<T>): Promise<Loaded<T>> {
  const ctx = pageContext();
  try {
    return { problem: null, value: await call(ctx) };
  } catch (error) {
    unstable_rethrow(error);
    if (error instanceof Problem) return { problem: error, value: null };
    ctx.log.error({ err: error, request_id: ctx.request_id }, "page failed");
    return {
      problem: new Problem("internal", { detail: `The number of this request is ${ctx.request_id}.` }),
      value: null,
    };
  }
}

/** What a page has to show for an address that cannot lead to anything. */
export function missing(): Loaded<never> {
  return { problem: new Problem("not_found"), value: null };
}

/** The first value of a query parameter, trimmed; undefined when it is missing or blank. */
export function parameter(value: string | string[] | undefined): string | undefined {
  const first = Array.isArray(value) ? value[0] : value;
  return first?.trim() || undefined;
}
