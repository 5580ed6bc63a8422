import { type CallOptions, post } from "@/lib/client/call";
import type { SearchAnswer } from "@/lib/client/wire";

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
  return post("/api/v1/search", { q, technology, version, preview }, {}, options);
}
