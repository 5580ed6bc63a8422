import {
  announced,
  crowd,
  flood,
  halfClose,
  LIST,
  MCP,
  open,
  openMany,
  PAGE,
  request,
  reset,
  SEARCH,
  type Shape,
  send,
  sleep,
} from "@/e2e/faults/edge/hostile";

/** The same bytes on many connections; reads the responses until the connections end. */
const flooded = (what: string, bytes: string, count = 150): Shape => flood(`${count} × ${what}`, count, bytes, 400);

const CONNECT = "CONNECT elsewhere.example:443 HTTP/1.1\r\nhost: elsewhere.example\r\n\r\n";
const WEBSOCKET = { connection: "Upgrade", upgrade: "websocket", "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==" };
const H2C = { connection: "Upgrade, HTTP2-Settings", upgrade: "h2c", "http2-settings": "AAMAAABkAAQBAAAAAAIAAAAA" };

/** A request cut at every byte: each prefix is sent on its own connection, which ends there. */
const atEveryStage = (what: string, bytes: string, how: string, end: typeof reset): Shape =>
  crowd(`${what}, ${how} at every stage`, bytes.length, "", async (sockets) => {
    for (const [place, socket] of sockets.entries()) send(socket, bytes.slice(0, place + 1));
    await sleep(30);
    end(sockets);
    await sleep(150);
  });

/** Complete requests whose connection is reset shortly after, during the response. */
const whileAnswered = (what: string, bytes: string): Shape => ({
  name: `${what}, reset while it is answered`,
  async attack(target) {
    for (let ms = 0; ms < 40; ms += 4) {
      const sockets = await openMany(target, 10, bytes);
      await sleep(ms);
      reset(sockets);
    }
    return undefined;
  },
});

export const protocol: Shape[] = [
  {
    name: "300 × CONNECT, reset",
    async attack(target) {
      for (let i = 0; i < 300; i += 1) {
        const socket = await open(target);
        send(socket, CONNECT);
        if (i % 2 === 0) await sleep(1);
        socket.resetAndDestroy();
      }
      return undefined;
    },
  },
  crowd("100 × CONNECT, half-closed, then bytes for the tunnel", 100, CONNECT, (sockets) => {
    for (const socket of sockets) send(socket, "x".repeat(5_000));
    halfClose(sockets);
    return sleep(200);
  }),
  flooded("an upgrade to a websocket", request("GET /", WEBSOCKET), 300),
  flooded(
    "an upgrade to HTTP/2 with a body that never comes",
    request("POST /api/v1/search", { ...H2C, "content-length": "9" }),
  ),
  flooded("the preface of HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
  flooded("the hello of TLS", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"),
  flooded("HTTP/0.9", "GET /\r\n\r\n"),
  flooded("HTTP/1.0", "GET /skills HTTP/1.0\r\n\r\n", 50),
  flooded("a method that nobody knows", request("FETCH /")),
  flooded("TRACE", request("TRACE /")),
  flooded("OPTIONS *", request("OPTIONS *")),
  flooded("no Host", "GET /api/v1/posts HTTP/1.1\r\n\r\n"),
  flooded("two Hosts", "GET /api/v1/posts HTTP/1.1\r\nhost: a\r\nhost: b\r\n\r\n"),
  flooded("an empty Host", request("GET /api/v1/posts", { host: "" })),
  flooded("a header that goes on in the next line", "GET / HTTP/1.1\r\nhost: x\r\nx-a: b\r\n c\r\n\r\n"),
  flooded("a header with a NUL", "GET / HTTP/1.1\r\nhost: x\r\nx-a: \0\r\n\r\n"),
  flooded("a header without a name", "GET / HTTP/1.1\r\nhost: x\r\n: b\r\n\r\n"),
  flooded("a target in absolute form", request("GET http://elsewhere.example/")),
  flooded("a target with broken escapes", request("GET /skills?q=%E0%A4%A", { accept: "text/html" })),
  flooded("a target of 16 kB", request(`GET /skills?q=${"x".repeat(16_000)}`)),
  flooded("headers of 17 kB", request("GET /", { "x-long": "x".repeat(17_000) })),
  flooded("2,000 headers", `GET / HTTP/1.1\r\nhost: x\r\n${"a: b\r\n".repeat(2_000)}\r\n`),
  flooded("500 cookies", `GET /skills HTTP/1.1\r\nhost: x\r\n${"cookie: cairn_refused=x\r\n".repeat(500)}\r\n`, 30),
  flooded("a header that has no end", `GET / HTTP/1.1\r\nx-a: ${"x".repeat(300_000)}`),
  flooded("line ends only", "\r\n".repeat(20_000)),
  atEveryStage("a search with a body", SEARCH, "reset", reset),
  atEveryStage("a search with a body", SEARCH, "half-closed", halfClose),
  atEveryStage("a page", PAGE, "reset", reset),
  atEveryStage("a form", announced("/ask/publish", "application/x-www-form-urlencoded", 3), "half-closed", halfClose),
  atEveryStage("an MCP call", MCP, "reset", reset),
  whileAnswered("a list", LIST),
  whileAnswered("a search", SEARCH),
  whileAnswered("a page", request("GET /skills?q=cache", { accept: "text/html" })),
];
