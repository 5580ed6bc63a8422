import type { IncomingMessage, ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";

/**
 * Answers a node:http request with a web-standard `Response`, streamed as it comes. `answer` gets a signal that aborts
 * when the client goes away.
 */
export async function sendResponse(
  request: IncomingMessage,
  response: ServerResponse,
  answer: (signal: AbortSignal) => Promise<Response>,
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
  try {
    await pipeline(chunksOf(body), response);
  } catch (error) {
    // The client left before the end: there is nobody to answer any more.
    if (!gone.signal.aborted) throw error;
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
