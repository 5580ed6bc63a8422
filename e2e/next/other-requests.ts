import type { Row, Sent } from "@/e2e/next/ask-both";
import type { Headers } from "@/e2e/support/api";

/** Without results, answers do not depend on the library's statistics, which each process reads at its own moment. */
export const NOTHING_FITS = "zqnothingfits";
const FORGED = {
  host: "evil.example",
  "x-forwarded-host": "evil.example",
  "x-forwarded-proto": "gopher",
  forwarded: "host=evil.example",
};

export const get = (path: string, headers: Headers = {}): Sent => ({ method: "GET", path, headers });
export const row = (what: string, status: number, sent: Sent): Row => ({ what, status, sent });

/** Requests to the API that are of no endpoint, or that reach Next in another form than our server. */
export function unusualRequests(): Row[] {
  const looks = "/api/v1/search?preview=true&q=";
  const json = { "content-type": "application/json" };
  const search = (headers: Headers): Sent => ({
    method: "POST",
    path: "/api/v1/search",
    headers: { ...json, ...headers },
    body: JSON.stringify({ q: NOTHING_FITS, preview: true }),
  });
  return [
    ...[
      "/api",
      "/api/",
      "/api/nothing",
      "/api/v1",
      "/api/v1/nothing",
      "/api/v1/posts/",
      "/api/v1/Posts",
      "/api/v1/posts/x/y/z",
      "/api//v1/posts",
      "/api/v1/maintenance/nothing",
      "/api/v1/mcp/nothing",
      "/api/v2/search",
      "/api/knowledge/v2",
      "/api/knowledge/v2/nothing",
      "/api/knowledge/v2/skills",
      "/api/health",
      "/api/health/nothing",
    ].flatMap((path) => [
      row(`GET ${path}`, 404, get(path)),
      row(`OPTIONS ${path}`, 404, { method: "OPTIONS", path }),
      row(`POST ${path}`, 404, { method: "POST", path, headers: json, body: "{}" }),
    ]),
    ...["/api/v1/posts/%E0%A4%A", `${looks}%E0%A4%A`, `${looks}100%`, `${looks}%ED%A0%80`, "/api/v1/%2"].map((path) =>
      row(`a malformed escape in ${path}`, 400, get(path)),
    ),
    ...[`${looks}a%00b`, "/api/v1/posts/thr_%00", "/api/v1/posts/%2e%2e%2fsearch", "/api/v1/posts/a%2Fb"].map((path) =>
      row(`an escape in ${path}`, 422, get(path)),
    ),
    ...[`${looks}a%20b`, `${looks}a+b`, `${looks}%C3%A4%E2%9C%93%F0%9F%87%AB%F0%9F%87%B7`, `${looks}a%2526b%26c`].map(
      (path) => row(`an escape in ${path}`, 200, get(path)),
    ),
    row("a parameter that is given twice", 422, get(`${looks}a&q=b`)),
    row("a question mark without a query", 200, get("/api/v1/posts?")),
    row("a forged host and forged addresses", 200, get("/api/v1/openapi.json", FORGED)),
    row("a forged host and forged addresses with a body", 200, search(FORGED)),
    row(
      "headers between the parts of Next",
      200,
      search({
        "x-middleware-rewrite": "/robots.txt",
        "x-middleware-subrequest": "middleware",
        "x-nextjs-data": "1",
        "x-matched-path": "/robots.txt",
        "x-invoke-path": "/robots.txt",
      }),
    ),
    row("headers of Next's router", 200, search({ rsc: "1", "next-router-prefetch": "1", "next-url": "/skills" })),
    row("headers of Next's router with GET", 200, get(`${looks}a`, { rsc: "1", "next-router-state-tree": "%5B%5D" })),
    row("a server action", 200, search({ "next-action": "40".padEnd(42, "a") })),
    row("an unknown encoding of the answer", 200, get(`${looks}a`, { "accept-encoding": "gzip, br, zstd" })),
    row("a range", 200, get(`${looks}a`, { range: "bytes=0-9" })),
    row("an offer of another protocol", 200, get(`${looks}a`, { connection: "Upgrade", upgrade: "websocket" })),
    row("a look ahead of the browser", 200, get("/api/v1/search?q=a", { "sec-purpose": "prefetch" })),
    row("a link preview", 200, get("/api/v1/search?q=a", { "user-agent": "Slackbot 1.0" })),
    row("a body in chunks", 200, { ...search({}), inChunks: true }),
    row("a body without a type", 415, { method: "POST", path: "/api/v1/search", body: '{"q":"a"}' }),
    row("a name that is not ASCII", 400, search({ "idempotency-key": "sch\u00fcssel-schluessel" })),
  ];
}
