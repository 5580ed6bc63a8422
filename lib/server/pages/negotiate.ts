import type { IncomingMessage, OutgoingHttpHeaders } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import Negotiator from "negotiator";
import { cache } from "@/lib/platform/caches";
import { isApiPath } from "@/lib/server/http/answer";

/**
 * Whether a client prefers markdown to HTML. The higher q-value wins, then the order in which it lists them. Browsers
 * and clients that accept anything get HTML.
 */
export function prefersMarkdown(accept: string | undefined): boolean {
  return new Negotiator({ headers: { accept } }).mediaType(["text/html", "text/markdown"]) === "text/markdown";
}

/**
 * Whether a client prefers HTML to a JSON problem. Browsers list HTML when they load a page; programs accept anything.
 */
export function prefersPage(accept: string | undefined): boolean {
  const types = ["application/problem+json", "application/json", "text/html"];
  return new Negotiator({ headers: { accept } }).mediaType(types) === "text/html";
}

/** Whether a refusal of the request should be a page: a browser asked for one. */
export function expectsPage({ url = "/", headers }: IncomingMessage): boolean {
  return !isApiPath(url) && !/^[^?]*\.md(?:\?|$)/.test(url) && prefersPage(headers.accept);
}

/** Compressing smaller bodies gains nothing. */
const BYTES_MIN = 1_024;
const COMPRESSIBLE =
  /^text\/|[/+](?:json|xml|text)(?:;|$)|^application\/(?:javascript|manifest\+json)|^image\/(?:svg\+xml|x-icon)/;
/** The Brotli level that takes about as long as gzip. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

const encoders = { br: (body: Uint8Array) => promisify(brotliCompress)(body, BROTLI), gzip: promisify(gzip) };
const ENCODINGS = ["br", "gzip"] as const;

/** Bytes kept of compressed files that never change, such as scripts and styles of pages. */
const KEPT_BYTES_MAX = 16_000_000;
const kept = () => cache<Uint8Array>("compressed-files", KEPT_BYTES_MAX);

type Sent = { status: number; headers: OutgoingHttpHeaders; body: string | Uint8Array | null };

/**
 * Adds `Vary: Accept-Encoding` and compresses the answer with the client's preferred encoding, if its type and size
 * allow. A partial answer (206) passes unchanged: its `Content-Range` counts the bytes of the file.
 */
export async function compressed<T extends Sent>(request: IncomingMessage, answer: T): Promise<Sent> {
  const { headers, body } = answer;
  if (answer.status === 206) return answer;
  if (!COMPRESSIBLE.test(String(headers["content-type"])) || headers["content-encoding"] !== undefined) return answer;
  const varied = { ...answer, headers: { ...headers, vary: varyBy(headers.vary, "Accept-Encoding") } };
  if (request.method === "HEAD" || body === null || body.length < BYTES_MIN) return varied;
  const encoding = preferredEncoding(request);
  if (!encoding) return varied;
  const bytes = await encode(encoding, typeof body === "string" ? Buffer.from(body) : body, keyOf(request, headers));
  return { ...varied, headers: { ...varied.headers, "content-encoding": encoding }, body: bytes };
}

async function encode(encoding: (typeof ENCODINGS)[number], body: Uint8Array, key: string | null): Promise<Uint8Array> {
  if (key === null) return encoders[encoding](body);
  const known = kept().get(`${encoding} ${key}`);
  if (known) return known;
  const bytes = await encoders[encoding](body);
  kept().set(`${encoding} ${key}`, bytes);
  return bytes;
}

/** Identifies the bytes of a file that never changes; null for any other answer. */
function keyOf({ url = "" }: IncomingMessage, headers: OutgoingHttpHeaders): string | null {
  const { etag, "cache-control": cacheControl } = headers;
  return etag && String(cacheControl).includes("immutable") ? `${etag} ${url}` : null;
}

/** The client's preferred encoding; Brotli before gzip if it has no preference. */
function preferredEncoding(request: IncomingMessage): (typeof ENCODINGS)[number] | undefined {
  const negotiator = new Negotiator(request);
  // Negotiator's types lack the second parameter.
  const ask: (available: string[], options: { preferred: string[] }) => string[] =
    negotiator.encodings.bind(negotiator);
  const [wanted] = ask([...ENCODINGS, "identity"], { preferred: [...ENCODINGS] });
  return ENCODINGS.find((one) => one === wanted);
}

/** Adds a name to `Vary`. */
export function varyBy(vary: OutgoingHttpHeaders[string], name: string): string {
  return [vary ?? []].flat().map(String).filter(Boolean).concat(name).join(", ");
}
