import type { IncomingMessage, OutgoingHttpHeaders } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import Negotiator from "negotiator";

/** Smaller bodies gain nothing. */
const BYTES_MIN = 1_024;
const COMPRESSIBLE =
  /^text\/|[/+](?:json|xml|text)(?:;|$)|^application\/(?:javascript|manifest\+json)|^image\/(?:svg\+xml|x-icon)/;
/** The level that takes about as long as gzip. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

const encoders = { br: (body: Uint8Array) => promisify(brotliCompress)(body, BROTLI), gzip: promisify(gzip) };
const ENCODINGS = ["br", "gzip"] as const;

type Sent = { status: number; headers: OutgoingHttpHeaders; body: string | Uint8Array | null };

/** The answer with `Vary: Accept-Encoding` and in the encoding that its client prefers, if its type and size permit it. */
export async function compressed<T extends Sent>(request: IncomingMessage, answer: T): Promise<Sent> {
  const { headers, body } = answer;
  if (!COMPRESSIBLE.test(String(headers["content-type"])) || headers["content-encoding"] !== undefined) return answer;
  const varied = { ...answer, headers: { ...headers, vary: varyBy(headers.vary, "Accept-Encoding") } };
  if (request.method === "HEAD" || body === null || body.length < BYTES_MIN) return varied;
  const encoding = preferredEncoding(request);
  if (!encoding) return varied;
  const bytes = await encoders[encoding](typeof body === "string" ? Buffer.from(body) : body);
  return { ...varied, headers: { ...varied.headers, "content-encoding": encoding }, body: bytes };
}

/** The encoding that the client prefers; Brotli before gzip where it prefers neither. */
function preferredEncoding(request: IncomingMessage): (typeof ENCODINGS)[number] | undefined {
  const negotiator = new Negotiator(request);
  // Its types do not know the second parameter yet.
  const ask: (available: string[], options: { preferred: string[] }) => string[] =
    negotiator.encodings.bind(negotiator);
  const [wanted] = ask([...ENCODINGS, "identity"], { preferred: [...ENCODINGS] });
  return ENCODINGS.find((one) => one === wanted);
}

/** `Vary` with one more name. */
export function varyBy(vary: OutgoingHttpHeaders[string], name: string): string {
  return [vary ?? []].flat().map(String).filter(Boolean).concat(name).join(", ");
}
