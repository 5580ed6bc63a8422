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
  POSTED,
  request,
  reset,
  SEARCH,
  type Shape,
  send,
  sleep,
  type Target,
} from "@/e2e/faults/edge/hostile";
import { expectOthersServed, withShippedLimits } from "@/e2e/faults/edge/run-shapes";
import { expect, test } from "@/e2e/faults/product";
import { endpoints } from "@/lib/server/endpoints";

withShippedLimits();

test("other clients are served during every kind of hostile request", async ({ product }) => {
  const shapes = [...bodies, ...protocol, ...headerFloods, ...endpointHeaders, ...randomBytes];
  expect(shapes.length).toBeGreaterThanOrEqual(65);
  await expectOthersServed(product, { brisk: shapes });
});

const HELD_MS = 600;
const JSON_TYPE = "application/json";
const CHUNKED = { "content-type": JSON_TYPE, "transfer-encoding": "chunked" };
const post = (headers: Record<string, string>, body = "") => request("POST /api/v1/search", headers, body);

/** Sends the headers of many requests from one address and never their bodies. */
const idle: Shape[] = POSTED.flatMap(([path, type]) =>
  [210, 1_000].map((count) => flood(`${count} idle POSTs to ${path}`, count, announced(path, type), HELD_MS)),
);

/** Sends malformed bodies on several connections in parallel and reads until they end. */
const wrong: Record<string, string> = {
  "chunks whose size is no number": post(CHUNKED, "zz\r\nabc\r\n0\r\n\r\n"),
  "chunks of a negative size": post(CHUNKED, "-5\r\nabc\r\n0\r\n\r\n"),
  "a chunk larger than any number": post(CHUNKED, `${"f".repeat(40)}\r\nabc\r\n`),
  "a chunk longer than it says": post(CHUNKED, "2\r\nabcdef\r\n0\r\n\r\n"),
  "chunk extensions of 16 kB": post(CHUNKED, `1;${"x".repeat(16_000)}\r\na\r\n0\r\n\r\n`),
  "thousands of trailers": post(CHUNKED, `1\r\na\r\n0\r\n${"x: y\r\n".repeat(5_000)}\r\n`),
  "a length and chunks": post({ ...CHUNKED, "content-length": "4" }, "0\r\n\r\n"),
  "two codings of transfer": post({ ...CHUNKED, "transfer-encoding": "gzip, chunked" }, "0\r\n\r\n"),
  "an unknown coding of transfer": post({ ...CHUNKED, "transfer-encoding": "smoke" }, "0\r\n\r\n"),
  "two lengths that differ": `POST /api/v1/search HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\n{}x`,
  "a length below zero": post({ "content-type": JSON_TYPE, "content-length": "-1" }, "{}"),
  "a length beyond any number": post({ "content-type": JSON_TYPE, "content-length": "9".repeat(30) }, "{}"),
  "a length of many terabytes": post({ "content-type": JSON_TYPE, "content-length": "99999999999999" }, "{}"),
  "a body larger than it says": post({ "content-type": JSON_TYPE, "content-length": "2" }, `{}${"x".repeat(5_000)}`),
  "a body of a megabyte": post({ "content-type": JSON_TYPE }, "x".repeat(1_000_000)),
  "brackets only": post({ "content-type": JSON_TYPE }, "[".repeat(60_000)),
  "a body on a GET": request("GET /api/v1/posts", {}, "x".repeat(1_000)),
};

/** A body shorter than its announced length. */
const early = (how: string, end: typeof reset): Shape => ({
  name: `100 bodies that end early, ${how}`,
  async attack(target) {
    const each = POSTED.map(([path, type]) => `${announced(path, type, 50)}{"q": "ca`);
    const sockets = (await Promise.all(each.map((bytes) => openMany(target, 25, bytes)))).flat();
    await sleep(50);
    end(sockets);
    await sleep(300);
    reset(sockets);
    return undefined;
  },
});

const bodies: Shape[] = [
  ...idle,
  early("half-closed", halfClose),
  early("reset", reset),
  ...Object.entries(wrong).map(([what, bytes]) => flood(what, 15, bytes, 250)),
  flood("210 GETs whose body never comes", 210, request("GET /api/v1/posts", { "content-length": "10" }), HELD_MS),
  ...["100-continue", "a-miracle"].map((expected) =>
    flood(
      `210 × Expect: ${expected} without a body`,
      210,
      post({ "content-type": JSON_TYPE, "content-length": "30", expect: expected }),
      HELD_MS,
    ),
  ),
];

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

const protocol: Shape[] = [
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

/** Every header that the server, the core or the protocols read. */
const HEADERS = [
  "accept",
  "accept-encoding",
  "authorization",
  "connection",
  "content-encoding",
  "content-length",
  "content-type",
  "cookie",
  "expect",
  "forwarded",
  "host",
  "idempotency-key",
  "if-modified-since",
  "if-none-match",
  "mcp-method",
  "mcp-name",
  "mcp-protocol-version",
  "next-router-state-tree",
  "origin",
  "purpose",
  "range",
  "rsc",
  "sec-fetch-mode",
  "sec-fetch-site",
  "sec-purpose",
  "te",
  "transfer-encoding",
  "upgrade",
  "user-agent",
  "x-forwarded-for",
  "x-moz",
  "x-purpose",
  "x-service-append-key",
];

const LONG = "x".repeat(16_000);
const values: Record<string, string[]> = { twice: ["a", "b"], empty: [""], "of 16 kB": [LONG] };
/** Requests of one client address; more would only hit the rate limit. */
const PER_ADDRESS = 250;

/** One request to each endpoint with each header; other tests check the responses. */
const endpointHeaders: Shape[] = Object.entries(values).map(([how, given]) => ({
  name: `every endpoint with every header ${how}`,
  async attack(target) {
    const all = Object.values(endpoints).flatMap(({ contract }) =>
      HEADERS.map((name) => bytesOf(contract, name, given)),
    );
    all.push(
      ...["/api/v1/mcp", "/ask/publish", "/skills", "/metrics"].flatMap((path) =>
        HEADERS.map((name) => bytesOf({ method: path.includes("p") ? "POST" : "GET", path }, name, given)),
      ),
    );
    const groups = Array.from({ length: Math.ceil(all.length / PER_ADDRESS) }, (_, group) =>
      all.slice(group * PER_ADDRESS, (group + 1) * PER_ADDRESS),
    );
    await Promise.all(groups.map((group, place) => sendAll(target, group, `127.0.1.${place + 1}`)));
    return `${all.length} requests`;
  },
}));

/** Ten connections per address, with one request at a time on each. A connection broken by a request is replaced. */
async function sendAll(target: Target, group: string[], from: string): Promise<void> {
  const rest = [...group];
  await Promise.all(
    Array.from({ length: 10 }, async () => {
      for (let bytes = rest.pop(); bytes !== undefined; bytes = rest.pop()) {
        const socket = await open(target, from);
        const answered = new Promise<void>((resolve) => {
          socket.once("data", () => resolve()).once("close", () => resolve());
        });
        send(socket, bytes);
        await Promise.race([answered, sleep(100)]);
        socket.resetAndDestroy();
      }
    }),
  );
}

function bytesOf({ method, path }: { method: string; path: string }, name: string, given: string[]): string {
  const target = path.replace(/\{\w+\}/g, "thr_AAAAAAAAAAAAAAAAAAAAAA");
  const body = method === "POST" ? "{}" : "";
  const headers: Array<[string, string]> = [["host", "localhost"]];
  if (body) headers.push(["content-type", "application/json"], ["content-length", "2"]);
  const kept = headers.filter(([other]) => other !== name);
  const lines = [...kept, ...given.map((value) => [name, value])].map(([key, value]) => `${key}: ${value}`);
  return `${method} ${target} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n${body}`;
}

const MANY_LINES = HEADERS.filter((name) => !["content-length", "host", "transfer-encoding"].includes(name))
  .map((name) => `${name}: x\r\n`.repeat(10))
  .join("");

const headerFloods: Shape[] = [
  flood(
    "200 × every header at once, each ten times",
    200,
    `GET /api/v1/posts HTTP/1.1\r\nhost: x\r\n${MANY_LINES}\r\n`,
    500,
  ),
  flood(
    "200 × a claimed address of 15 kB",
    200,
    request("GET /api/v1/posts", { "x-forwarded-for": "203.0.113.9, ".repeat(1_150) }),
    500,
  ),
];

const CONNECTIONS = 200;
const BYTES_MAX = 600;

/** Random bytes, some of them tokens of HTTP. */
function noise({ random }: Target): Buffer {
  const special = Buffer.from("\r\n\r\n: \t\0,;=%/?GETPOST HTTP/1.1chunked0");
  return Buffer.from(
    Array.from({ length: 1 + Math.floor(random() * BYTES_MAX) }, () =>
      random() < 0.3 ? (special[Math.floor(random() * special.length)] ?? 0) : Math.floor(random() * 256),
    ),
  );
}

const places: Record<string, (target: Target, bytes: Buffer) => Buffer> = {
  before: (target, bytes) => Buffer.concat([noise(target), bytes]),
  after: (target, bytes) => Buffer.concat([bytes, noise(target), bytes]),
  inside: (target, bytes) => {
    const place = Math.floor(target.random() * bytes.length);
    return Buffer.concat([bytes.subarray(0, place), noise(target), bytes.subarray(place)]);
  },
  "in place of parts of": (target, bytes) => {
    const changed = Buffer.from(bytes);
    for (let i = 0; i < 8; i += 1)
      changed[Math.floor(target.random() * changed.length)] = Math.floor(target.random() * 256);
    return changed;
  },
};

const randomBytes: Shape[] = Object.entries(places).map(([where, put]) => ({
  name: `random bytes ${where} a request`,
  async attack(target) {
    const requests = [LIST, PAGE, SEARCH].map((text) => Buffer.from(text));
    const sockets = await Promise.all(
      Array.from({ length: CONNECTIONS }, async (_, i) => {
        const bytes = put(target, requests[i % requests.length] ?? Buffer.alloc(0));
        const socket = await open(target, `127.0.3.${1 + (i % 8)}`);
        send(socket, bytes);
        return socket;
      }),
    );
    await sleep(250);
    reset(sockets);
    return undefined;
  },
}));
