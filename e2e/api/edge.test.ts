import { expect, test } from "@/e2e/support/api";
import { openThread, publishSkill, question } from "@/e2e/support/fixtures";
import { search, searchPost } from "@/lib/contract/public/search";

test.describe("the edge", () => {
  const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1]);
  const head = (line: string, more = "") => `${line} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n${more}\r\n`;
  const edge: Array<[what: string, request: string, status: number]> = [
    ["TRACE", head("TRACE /api/v1/posts"), 405],
    ["TRACE of a page", head("TRACE /"), 405],
    ["CONNECT", "CONNECT elsewhere.example:443 HTTP/1.1\r\nhost: elsewhere.example\r\n\r\n", 405],
    ["a target in absolute form", head("GET http://elsewhere.example/api/v1/posts"), 400],
    ["a malformed escape in a path", head("GET /api/v1/posts/%E0%A4%A"), 400],
    ["a malformed escape in a page's path", head("GET /%E0%A4%A"), 400],
    ["a malformed escape in a query", head("GET /api/v1/search?q=%E0%A4%A"), 400],
    ["a lone percent sign", head("GET /api/v1/search?q=100%"), 400],
    ["an escaped surrogate", head("GET /api/v1/search?q=%ED%A0%80"), 400],
    ["an unknown method", head("FETCH /api/v1/posts"), 400],
    ["a header of 20 KB", head("GET /api/v1/posts", `x-long: ${"a".repeat(20_000)}\r\n`), 431],
    ["a query of 20 KB", head(`GET /api/v1/search?q=${"a".repeat(20_000)}`), 431],
    [
      "a request with two Content-Length headers",
      head("POST /api/v1/connections", "content-type: application/json\r\ncontent-length: 2\r\ncontent-length: 3\r\n"),
      400,
    ],
    [
      "a chunked request with Content-Length",
      head(
        "POST /api/v1/connections",
        "content-type: application/json\r\ncontent-length: 2\r\ntransfer-encoding: chunked\r\n",
      ),
      400,
    ],
    ["a request that is not HTTP", "hello\r\n\r\n", 400],
  ];
  for (const [what, request, status] of edge) {
    test(`${what} is ${status}`, async ({ api }) => {
      const answer = await api.raw(request);
      expect(statusOf(answer), answer.slice(0, 300)).toBe(status);
      expect(answer.toLowerCase()).toMatch(/x-request-id: req_/);
    });
  }

  test("OPTIONS * lists the methods of the server", async ({ api }) => {
    const answer = await api.raw(head("OPTIONS *"));
    expect(statusOf(answer)).toBe(204);
    expect(answer.toLowerCase()).toMatch(/allow: .*get/);
  });

  test("pages and files allow GET and HEAD, forms allow POST; other methods are refused with Allow, and OPTIONS lists them", async ({
    api,
  }) => {
    const skill = await publishSkill();
    const { thread_id } = await openThread(api);
    const read = ["GET", "HEAD", "OPTIONS"];
    const posted = ["POST", "OPTIONS"];
    const page = `/skills/${skill.skill_id}/${skill.slug}`;
    const paths: Array<[path: string, allow: string[]]> = [
      ...["/", "/skills", page, `${page}/versions`, `/threads/${thread_id}`, "/nothing/here", "/skills?q=a"].map(
        (path): [string, string[]] => [path, read],
      ),
      ...[
        "/robots.txt",
        "/llms.txt",
        "/sitemap.xml",
        "/skills.md",
        `/skills/${skill.skill_id}/badge.svg`,
        "/metrics",
      ].map((path): [string, string[]] => [path, read]),
      ...[
        "/ask/look",
        "/ask/publish",
        "/connect/token",
        `/threads/${thread_id}/answer`,
        `/threads/${thread_id}/outcome`,
      ].map((path): [string, string[]] => [path, posted]),
    ];
    for (const [path, allow] of paths) {
      for (const method of ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"].filter((one) => !allow.includes(one))) {
        const body = method === "GET" || method === "HEAD" ? undefined : "q=a";
        const refused = await api.send(method, path, {}, body);
        const what = `${method} ${path}`;
        expect([what, refused.status, refused.headers.allow]).toEqual([what, 405, allow.join(", ")]);
        if (method === "HEAD") expect(refused.text).toBe("");
        else expect(api.problemOf(refused).code).toBe("method_not_allowed");
      }
      const { status, headers, text } = await api.send("OPTIONS", path);
      expect([path, status, headers.allow, text]).toEqual([path, 204, allow.join(", "), ""]);
    }
  });

  test("a forged host or forwarded address never appears in a URL of a response", async ({ api }) => {
    const q = question();
    const received = await api.post(
      "/api/v1/search",
      { q },
      {
        host: "evil.example",
        "x-forwarded-host": "evil.example",
        "x-forwarded-proto": "gopher",
        forwarded: "host=evil.example",
      },
    );
    expect(received.status).toBe(200);
    expect(received.text).not.toContain("evil.example");
    expect(received.text).toContain(`${api.base}/threads/`);
  });

  test("an unread body is never parsed as the next request on the connection", async ({ api }) => {
    const smuggled = "DELETE /api/v1/posts HTTP/1.1\r\nhost: x\r\n\r\n";
    const answer = await api.raw(
      `POST /api/v1/nothing HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${smuggled.length}\r\n\r\n${smuggled}GET /api/health/live HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`,
    );
    expect(answer).not.toContain("method_not_allowed");
    expect(statusOf(answer)).toBe(404);
  });

  test("a request to upgrade the protocol is answered in HTTP/1.1", async ({ api }) => {
    const offers: Array<Record<string, string>> = [
      { connection: "Upgrade, HTTP2-Settings", upgrade: "h2c", "http2-settings": "AAMAAABkAAQBAAAAAAIAAAAA" },
      { connection: "Upgrade", upgrade: "websocket", "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==" },
    ];
    // Request a page first: Next starts listening for upgrades with its first page.
    expect((await api.get("/docs")).status).toBe(200);
    for (const offer of offers) {
      expect((await api.send("GET", "/api/v1/posts?limit=1", offer)).status).toBe(200);
      expect((await api.send("GET", "/docs", offer)).status).toBe(200);
      const posted = { ...offer, "content-type": "application/json" };
      const body = JSON.stringify({ q: "another protocol", preview: true });
      expect((await api.send("POST", "/api/v1/search", posted, body)).status).toBe(200);
    }
  });

  test("spaces in a query may be %20 or a plus sign", async ({ api }) => {
    for (const path of ["/api/v1/search?preview=true&q=a%20b", "/api/v1/search?preview=true&q=a+b"]) {
      const { text } = await api.get(path);
      expect(search.output.parse(JSON.parse(text)).data.query).toBe("a b");
    }
    expect((await api.ok(searchPost, { q: "a+b", preview: true })).data.query).toBe("a+b");
  });
});
