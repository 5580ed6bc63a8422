import { once } from "node:events";
import { createServer, request, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";

/** A proxy of HTTP on this machine: what it was asked for, and an end of all its connections. */
export type RealProxy = { address: string; asked: string[]; end: () => void };

/**
 * Starts a proxy that makes requests for its clients and connects them with CONNECT, as those of companies do. With
 * `credentials` (`name:password`) it answers 407 to everybody else; `map` names the port behind each host that does not exist.
 */
export async function startProxy({
  credentials,
  map = {},
}: {
  credentials?: string;
  map?: Record<string, number>;
} = {}): Promise<RealProxy> {
  const asked: string[] = [];
  const wanted = credentials && `Basic ${Buffer.from(credentials).toString("base64")}`;
  const placeOf = (host: string, port: string) => ({ host: "127.0.0.1", port: map[host] ?? Number(port) });
  const server: Server = createServer((incoming, outgoing) => {
    asked.push(`${incoming.method} ${incoming.url}`);
    if (wanted && incoming.headers["proxy-authorization"] !== wanted)
      return outgoing.writeHead(407, { "proxy-authenticate": "Basic" }).end("Who are you?");
    const { hostname, port, pathname, search } = new URL(incoming.url ?? "");
    const { "proxy-authorization": _, ...headers } = incoming.headers;
    const options = { ...placeOf(hostname, port || "80"), path: pathname + search, method: incoming.method, headers };
    const forwarded = request(options, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    forwarded.on("error", () => outgoing.writeHead(502).end("Not reached."));
    incoming.pipe(forwarded);
  });
  server.on("connect", (incoming, socket) => {
    asked.push(`CONNECT ${incoming.url}`);
    socket.on("error", () => {});
    if (wanted && incoming.headers["proxy-authorization"] !== wanted)
      return socket.end("HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n");
    const [host = "", port = "443"] = String(incoming.url).split(":");
    const onward = connect(placeOf(host, port), () => {
      socket.write("HTTP/1.1 200 Connection Established\r\n\r\n");
      onward.pipe(socket).pipe(onward);
    });
    onward.on("error", () => socket.end("HTTP/1.1 502 Bad Gateway\r\n\r\n"));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const end = () => {
    server.closeAllConnections();
    server.close();
  };
  return { address: `127.0.0.1:${(server.address() as AddressInfo).port}`, asked, end };
}
