import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export type Tampering = {
  base: string;
  /** Changes what the service answered, by the path that was asked for; null leaves it as it is. */
  tamper: (path: string, text: string) => string | null;
  /** Waits before an answer whose path matches, until `close`. */
  stall: RegExp | null;
  close(): Promise<void>;
};

/** A server between the command line and the product, as whoever controls the network or the service could run one. */
export async function startTampering(product: string): Promise<Tampering> {
  const server = createServer(async (request, response) => {
    const path = request.url ?? "/";
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    if (tampering.stall?.test(path)) return;
    const { host: _host, connection: _connection, "accept-encoding": _encoding, ...headers } = request.headers;
    const method = request.method ?? "GET";
    const answer = await fetch(product + path, {
      method,
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
      ...(method === "POST" ? { body: Buffer.concat(chunks) } : {}),
    });
    const text = await answer.text();
    response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "text/plain" });
    response.end(tampering.tamper(path, text) ?? text);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const tampering: Tampering = {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    tamper: () => null,
    stall: null,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return tampering;
}
