import { newId } from "@/lib/platform/ids";
import { sha256 } from "@/lib/platform/secret";
import { type Answer, corsHeaders, problemAnswer } from "@/lib/server/http/answer";

export const MARKDOWN = "text/markdown; charset=utf-8";

export type Document = {
  type: string;
  text: string;
  /**
   * How long it may be cached, in seconds. `unchanging`: the bytes never change while it is served. `ask again`: it may
   * be cached but must be revalidated with a 304 before use. `a year`: the address names these bytes and nobody withdraws
   * them.
   */
  keep: number | "unchanging" | "ask again" | "a year";
  /** The page with the same content for people. */
  canonical?: string;
};

/** Inputs of a document besides its address. */
export type Asked = {
  search: URLSearchParams;
  /** Counts a search against the client's reads. Call it once, before searching. Throws `rate_limited`. */
  spend: () => void;
  /** A header of the request, by its name in lower case. */
  header: (name: string) => string | undefined;
};

/** The maximum, because a withdrawn version should be gone from caches a day later. */
const UNCHANGING_SECONDS = 86_400;
const YEAR_SECONDS = 31_536_000;

/** A document that is not text, such as a picture. */
export type Binary = {
  type: string;
  /** Identifies everything that it shows or holds: the same key means the same bytes. */
  key: string;
  keep: Document["keep"];
  /** The name under which it is saved, if it is to be saved rather than shown. */
  download?: string;
  bytes: () => Promise<Uint8Array>;
};

/** What is at the address of a document. */
export type Made = Document | Binary | Redirect;

/** Another address of the service that has the document. */
export type Redirect = {
  to: string;
  keep: Document["keep"];
  /** The header of the request that decides where it leads. */
  varies: string;
};

/**
 * Answers GET for a document that is the same for everyone, with a strong ETag, and with 304 if `ifNoneMatch` matches.
 * A binary one is made only if the client does not have it yet. Problems are answered as JSON, as in the API, because the
 * clients are programs. Never throws.
 */
export async function answerDocument(
  ifNoneMatch: string | undefined,
  make: () => Promise<Made> | Made,
): Promise<Answer> {
  const request_id = newId("req");
  const usual = { ...corsHeaders, "x-request-id": request_id, "x-content-type-options": "nosniff" };
  try {
    const made = await make();
    if ("to" in made) {
      const { to: location, keep, varies: vary } = made;
      return { status: 302, headers: { ...usual, "cache-control": cacheControl(keep), location, vary }, body: null };
    }
    const etag = etagOf("bytes" in made ? made.key : made.text);
    const headers: Record<string, string> = {
      ...usual,
      "content-type": made.type,
      "cache-control": cacheControl(made.keep),
      etag,
    };
    if ("canonical" in made && made.canonical) headers.link = `<${made.canonical}>; rel="canonical"`;
    if ("download" in made && made.download) headers["content-disposition"] = attachment(made.download);
    const known = ifNoneMatch?.split(",") ?? [];
    if (known.some((item) => item.trim().replace(/^W\//, "") === etag)) return { status: 304, headers, body: null };
    return { status: 200, headers, body: "bytes" in made ? new Uint8Array(await made.bytes()) : made.text };
  } catch (error) {
    const { status, headers, body } = problemAnswer(error, request_id);
    return { status, headers: { ...usual, ...headers }, body };
  }
}

/** RFC 6266: the name in the form that takes any character. */
function attachment(name: string): string {
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename*=UTF-8''${encoded}`;
}

function etagOf(text: string): string {
  return `"${sha256(text).toString("base64url")}"`;
}

function cacheControl(keep: Document["keep"]): string {
  if (keep === "a year") return `public, max-age=${YEAR_SECONDS}, immutable`;
  if (keep === "unchanging") return `public, max-age=${UNCHANGING_SECONDS}, immutable`;
  return keep === "ask again" ? "public, no-cache" : `public, max-age=${keep}`;
}

/** A JSON document, indented for people. */
export function jsonDocument(value: unknown, keep: Document["keep"], type = "application/json"): Document {
  return { type, text: `${JSON.stringify(value, null, 2)}\n`, keep };
}

type Attributes = Record<string, string | undefined>;
/** Created only by `element`, so that all text in a document is escaped. */
export type Xml = { readonly xml: string };

/** An element. Text children are escaped; null and undefined children are omitted. */
export function element(
  name: string,
  attributes: Attributes,
  ...children: Array<Xml | string | null | undefined>
): Xml {
  const given = Object.entries(attributes)
    .map(([key, value]) => (value === undefined ? "" : ` ${key}="${escaped(value)}"`))
    .join("");
  const inner = children.map((child) => (typeof child === "string" ? escaped(child) : (child?.xml ?? ""))).join("");
  return { xml: inner === "" ? `<${name}${given}/>` : `<${name}${given}>${inner}</${name}>` };
}

/** A complete document. */
export function xmlDocument(root: Xml): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root.xml}\n`;
}

/** XML 1.0 cannot represent some characters, even as references. They become U+FFFD. */
function escaped(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, "\uFFFD")
    .replace(/&/g, "&amp;")
    .replace(/</g, "&lt;")
    .replace(/>/g, "&gt;")
    .replace(/"/g, "&quot;")
    .replace(/\r/g, "&#13;");
}
