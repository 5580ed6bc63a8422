import type { CallOptions } from "@/lib/client/call";
import { type AnswerOf, call } from "@/lib/client/operations";

export type SearchAnswer = AnswerOf<"searchPost">;

export type SearchOptions = CallOptions & {
  /** Such as `next.js`. */
  technology?: string;
  /** Your version of `technology`. */
  version?: string;
  /** True: only answer. Nothing is published, and `thread` is null. */
  preview?: boolean;
};

/**
 * Searches the library. Without `preview` this publishes `q` permanently in a public thread where others may answer:
 * put no secret in it. Throws CairnError.
 */
export function search(q: string, options: SearchOptions = {}): Promise<SearchAnswer> {
  const { technology, version, preview } = options;
  return call("searchPost", { q, technology, version, preview }, options);
}
