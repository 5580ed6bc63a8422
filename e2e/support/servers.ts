import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text as readAll } from "node:stream/consumers";

/** Lets a server listen on a port of this machine, by default a free one. `close` ends its connections too. */
export async function listening(server: Server, port = 0): Promise<{ port: number; close(): Promise<void> }> {
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

export type Tampering = {
  base: string;
  /** Changes what the service answered, by the path that was asked for; null leaves it as it is. */
  tamper: (path: string, text: string) => string | null;
  /** A request of which this is true gets no answer. */
  stall: { test: (path: string) => boolean } | null;
  close(): Promise<void>;
};

/** A server between the command line and the product, as whoever controls the network or the service could run one. */
export async function startTampering(product: string): Promise<Tampering> {
  const server = createServer((request, response) => {
    const path = request.url ?? "/";
    if (tampering.stall?.test(path)) return;
    // Whoever asked may be gone, as after an interruption.
    void passOn(request, path)
      .then(({ status, type, text }) => {
        response.writeHead(status, { "content-type": type });
        response.end(tampering.tamper(path, text) ?? text);
      })
      .catch(() => response.destroy());
  });
  const passOn = async (request: IncomingMessage, path: string) => {
    const body = await readAll(request);
    const type = { "content-type": request.headers["content-type"] ?? "text/plain" };
    const init = request.method === "POST" ? { method: "POST", headers: type, body } : {};
    const answer = await fetch(product + path, init);
    return {
      status: answer.status,
      type: answer.headers.get("content-type") ?? "text/plain",
      text: await answer.text(),
    };
  };
  const { port, close } = await listening(server);
  const tampering: Tampering = {
    base: `http://127.0.0.1:${port}`,
    tamper: () => null,
    stall: null,
    close,
  };
  return tampering;
}
