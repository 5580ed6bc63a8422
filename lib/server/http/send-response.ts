import type { IncomingMessage, ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import type { Visit } from "@/lib/server/http/admission";

/** A response that is still open after this time counts as an idle stream, not as work. */
const LASTING_MS = 5_000;

/**
 * Answers a node:http request with a web-standard `Response`, streamed as it arrives. `answer` gets a signal that
 * aborts when the client disconnects. An answer that is still open after 5 s counts as a stream of `visit`; it is cut
 * off if its client has too many.
 */
export async function sendResponse(
  request: IncomingMessage,
  response: ServerResponse,
  answer: (signal: AbortSignal) => Promise<Response>,
  visit: Visit | null,
): Promise<void> {
  const gone = new AbortController();
  response.once("close", () => {
    if (!response.writableFinished) gone.abort();
  });
  const { status, headers, body } = await answer(gone.signal);
  // An unread body must not be parsed as the next request of a keep-alive connection.
  if (!request.complete) response.setHeader("connection", "close");
  for (const [name, value] of headers) if (name !== "connection") response.setHeader(name, value);
  response.writeHead(status);
  if (!body) {
    response.end();
    return;
  }
  const lasting = setTimeout(() => {
    if (!visit?.stream()) response.destroy();
  }, LASTING_MS);
  try {
    await pipeline(chunksOf(body), response);
  } catch (error) {
    // Ignore errors after the client has disconnected.
    if (!gone.signal.aborted) throw error;
  } finally {
    clearTimeout(lasting);
  }
}

async function* chunksOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) yield part.value;
  } finally {
    await reader.cancel();
  }
}
