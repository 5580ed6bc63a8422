import { notFound, unstable_rethrow } from "next/navigation";
import type { Context } from "@/lib/context";
import { Problem } from "@/lib/errors";
import { pageContext } from "@/lib/page-context";

/** What a page has to show: its data, or the problem that stands in the way. */
export type Loaded<T> = { problem: null; value: T } | { problem: Problem; value: null };

/**
 * Calls a verb for a page. What does not exist ends as the not-found page. Everything else that goes wrong comes back as
 * a problem: Next would answer a thrown error with a page that is empty without JavaScript.
 */
export async function load<T>(call: (ctx: Context) => Promise<T>): Promise<Loaded<T>> {
  const ctx = pageContext();
  try {
    return { problem: null, value: await call(ctx) };
  } catch (error) {
    unstable_rethrow(error);
    if (error instanceof Problem && error.code === "not_found") notFound();
    if (error instanceof Problem) return { problem: error, value: null };
    ctx.log.error({ err: error, request_id: ctx.request_id }, "page failed");
    return {
      problem: new Problem("internal", { detail: `The number of this request is ${ctx.request_id}.` }),
      value: null,
    };
  }
}

/** The first value of a query parameter, trimmed; undefined when it is missing or blank. */
export function parameter(value: string | string[] | undefined): string | undefined {
  const first = Array.isArray(value) ? value[0] : value;
  return first?.trim() || undefined;
}
