import { corsHeaders } from "@/lib/http/cors";
import { problemAnswer } from "@/lib/http/problem-answer";
import { newId } from "@/lib/ids";
import { sha256 } from "@/lib/secret";

export const MARKDOWN = "text/markdown; charset=utf-8";

export type Document = {
  type: string;
  text: string;
  /**
   * Seconds that anyone may keep it. `unchanging`: the same bytes for ever, as long as they are served at all.
   * `ask again`: it may be kept, but not used before a 304 has said that it still holds.
   */
  keep: number | "unchanging" | "ask again";
  /** The page that says the same to people. */
  canonical?: string;
};

/** Not longer: a version that was withdrawn should be gone from caches a day later. */
const UNCHANGING_SECONDS = 86_400;

/**
 * Answers a request for a document that is the same for everyone, with a strong ETag and 304. A problem is answered as
 * the API does it, in JSON, because programs ask here. Never throws.
 */
export function answerDocument(request: Request, make: () => Promise<Document> | Document): Promise<Response> {
  return answer(request, async () => {
    const { text, ...about } = await make();
    return { ...about, etag: etagOf(text), body: async () => text };
  });
}

export type Picture = {
  /** Everything that the picture shows: the same key, the same picture. */
  key: string;
  keep: Document["keep"];
  png: () => Promise<Uint8Array>;
};

/** The same for a picture. Whoever has it already is told so without drawing it. */
export function answerPicture(request: Request, make: () => Promise<Picture>): Promise<Response> {
  return answer(request, async () => {
    const { key, keep, png } = await make();
    return { type: "image/png", keep, etag: etagOf(key), body: async () => new Uint8Array(await png()) };
  });
}

type Answer = Omit<Document, "text"> & { etag: string; body: () => Promise<string | Uint8Array<ArrayBuffer>> };

async function answer(request: Request, make: () => Promise<Answer>): Promise<Response> {
  const request_id = newId("req");
  const usual = { ...corsHeaders, "x-request-id": request_id, "x-content-type-options": "nosniff" };
  try {
    const { type, keep, canonical, etag, body } = await make();
    const headers = {
      ...usual,
      "content-type": type,
      "cache-control": cacheControl(keep),
      etag,
      ...(canonical ? { link: `<${canonical}>; rel="canonical"` } : {}),
    };
    const known = request.headers.get("if-none-match")?.split(",") ?? [];
    if (known.some((item) => item.trim().replace(/^W\//, "") === etag))
      return new Response(null, { status: 304, headers });
    return new Response(await body(), { headers });
  } catch (error) {
    const { status, headers, body } = problemAnswer(error, request_id);
    return new Response(body, { status, headers: { ...usual, ...headers } });
  }
}

function etagOf(text: string): string {
  return `"${sha256(text).toString("base64url")}"`;
}

function cacheControl(keep: Document["keep"]): string {
  if (keep === "unchanging") return `public, max-age=${UNCHANGING_SECONDS}, immutable`;
  return keep === "ask again" ? "public, no-cache" : `public, max-age=${keep}`;
}

/** A JSON document, written to be read by people too. */
export function jsonDocument(value: unknown, keep: Document["keep"], type = "application/json"): Document {
  return { type, text: `${JSON.stringify(value, null, 2)}\n`, keep };
}
