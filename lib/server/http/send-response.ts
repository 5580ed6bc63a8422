import type { IncomingMessage, ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import type { Visit } from "@/lib/server/http/admission";

/** What is sent for longer is waiting for something to tell, and no work. */
const LASTING_MS = 5_000;

/**
 * Answers a node:http request with a web-standard `Response`, streamed as it comes. `answer` gets a signal that aborts
 * when the client goes away. An answer that is still an open stream after 5 s counts as one with `visit`; where its client has too many, it is cut off.
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
  // A body that is still on its way must not become the next request of a kept connection.
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
    // The client left before the end: there is nobody to answer any more.
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
