import type { IncomingMessage } from "node:http";
import { Problem } from "@/lib/platform/errors";
import type { Answer } from "@/lib/server/http/problem-answer";
import { findPage } from "@/lib/server/pages";

/**
 * The answer to OPTIONS; null for a method that a page or file has. Throws `method_not_allowed` for others: Next would show a
 * page to any method. `path` is none of the API's.
 */
export function answerMethod({ method = "" }: IncomingMessage, path: string): Answer | null {
  const allow = findPage(path)?.page.form ? ["POST", "OPTIONS"] : ["GET", "HEAD", "OPTIONS"];
  // Without a word to scripts of other sites: the forms are not for them, and what they may read needs no asking first.
  if (method === "OPTIONS") return { status: 204, headers: { allow: allow.join(", ") }, body: null };
  if (allow.includes(method)) return null;
  throw new Problem("method_not_allowed", {
    detail: `Use ${allow.join(", ")}.`,
    headers: { allow: allow.join(", ") },
  });
}
