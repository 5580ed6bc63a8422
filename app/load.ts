import { unstable_rethrow } from "next/navigation";
import { type Context, pageContext } from "@/lib/domain/context";
import { Problem } from "@/lib/platform/errors";

/** The result of loading a page: its data, or the problem that prevents showing it. */
export type Loaded<T> = { problem: null; value: T } | { problem: Problem; value: null };

/**
 * Calls a verb for a page and returns every failure as a problem, including `not_found`. For a thrown error or
 * `notFound()`, Next would return a page that is empty without JavaScript.
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
      problem: new Problem("internal", { detail: `The id of this request is ${ctx.request_id}.` }),
      value: null,
    };
  }
}

/** The result for a URL that cannot name anything. */
export function missing(): Loaded<never> {
  return { problem: new Problem("not_found"), value: null };
}

/** The query parameters of a page. */
export type Query = Record<string, string | string[] | undefined>;

/** The first value of a query parameter, trimmed; undefined when it is missing or blank. */
export function parameter(value: string | string[] | undefined): string | undefined {
  const first = Array.isArray(value) ? value[0] : value;
  return first?.trim() || undefined;
}

const SHOWN_MAX = 40;

/** A filter that a list does not have, as the page names it: its name and the start of its value. */
export function ignoredFilter(name: string, value: string): string {
  return `${name}=${value.slice(0, SHOWN_MAX)}`;
}
