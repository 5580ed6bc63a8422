import type { IncomingMessage } from "node:http";
import { Problem } from "@/lib/platform/errors";
import type { Answer } from "@/lib/server/http/problem-answer";
import { findPage } from "@/lib/server/pages";

/**
 * Answers OPTIONS; null for a method that the page or file supports. Throws `method_not_allowed` for others, because
 * Next would serve a page for any method. `path` must not be an API path.
 */
export function answerMethod({ method = "" }: IncomingMessage, path: string): Answer | null {
  const page = findPage(path)?.page;
  const reads = page?.form ? [] : ["GET", "HEAD"];
  const allow = [...reads, ...(page?.form || page?.posts ? ["POST"] : []), "OPTIONS"];
  // No CORS headers: the forms are not for other sites, and their reads need no preflight.
  if (method === "OPTIONS") return { status: 204, headers: { allow: allow.join(", ") }, body: null };
  if (allow.includes(method)) return null;
  throw new Problem("method_not_allowed", {
    detail: `Use ${allow.join(", ")}.`,
    headers: { allow: allow.join(", ") },
  });
}
