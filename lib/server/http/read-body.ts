import type { IncomingMessage } from "node:http";
import { Problem } from "@/lib/platform/errors";
import { watchBody } from "@/lib/server/http/body-deadline";

/**
 * Reads a request's body. Rejects with `body_too_large` beyond `bytesMax` and with `request_timeout` when it arrives
 * too slowly (`watchBody`). Both close the connection.
 */
export function readBody(request: IncomingMessage, bytesMax: number): Promise<Uint8Array> {
  const tooLarge = () =>
    new Problem("body_too_large", { detail: `The body may have ${bytesMax} bytes.`, headers: { connection: "close" } });
  if (Number(request.headers["content-length"] ?? 0) > bytesMax) return Promise.reject(tooLarge());
  if (request.destroyed) return Promise.reject(new Problem("request_timeout"));
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const done = (settle: () => void) => {
      stop();
      request.off("data", onData);
      settle();
    };
    const onData = (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= bytesMax) chunks.push(chunk);
      else done(() => reject(tooLarge()));
    };
    const stop = watchBody(request, () =>
      done(() => reject(new Problem("request_timeout", { headers: { connection: "close" } }))),
    );
    request.on("data", onData);
    request.once("end", () => done(() => resolve(Buffer.concat(chunks))));
    // The client disconnected mid-body. The answer will not be read, and this is not a server error.
    request.once("error", () => done(() => reject(new Problem("request_timeout"))));
    request.once("aborted", () => done(() => reject(new Problem("request_timeout"))));
  });
}
