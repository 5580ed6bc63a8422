import { corsHeaders } from "@/lib/http/cors";
import { problemAnswer } from "@/lib/http/problem-answer";
import { newId } from "@/lib/ids";
import { sha256 } from "@/lib/secret";

export const MARKDOWN = "text/markdown; charset=utf-8";

export type Document = {
  type: string;
  text: string;
  /** Seconds that anyone may keep it. `unchanging`: the same bytes for ever, as long as they are served at all. */
  keep: number | "unchanging";
};

/** Not longer: a version that was withdrawn should be gone from caches a day later. */
const UNCHANGING_SECONDS = 86_400;

/**
 * Answers a request for a document that is the same for everyone, with a strong ETag and 304. A problem is answered as
 * the API does it, in JSON, because programs ask here. Never throws.
 */
export async function answerDocument(request: Request, make: () => Promise<Document> | Document): Promise<Response> {
  const request_id = newId("req");
  const usual = { ...corsHeaders, "x-request-id": request_id, "x-content-type-options": "nosniff" };
  try {
    const { type, text, keep } = await make();
    const etag = `"${sha256(text).toString("base64url")}"`;
    const headers = {
      ...usual,
      "content-type": type,
      "cache-control":
        keep === "unchanging" ? `public, max-age=${UNCHANGING_SECONDS}, immutable` : `public, max-age=${keep}`,
      etag,
    };
    const known = request.headers.get("if-none-match")?.split(",") ?? [];
    if (known.some((item) => item.trim().replace(/^W\//, "") === etag))
      return new Response(null, { status: 304, headers });
    return new Response(text, { headers });
  } catch (error) {
    const { status, headers, body } = problemAnswer(error, request_id);
    return new Response(body, { status, headers: { ...usual, ...headers } });
  }
}

/** A JSON document, written to be read by people too. */
export function jsonDocument(value: unknown, keep: Document["keep"], type = "application/json"): Document {
  return { type, text: `${JSON.stringify(value, null, 2)}\n`, keep };
}
