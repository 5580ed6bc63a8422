import { announced, answerOf, askFrom, LIST, NEIGHBOURS, openMany, reset, statusesIn } from "@/e2e/faults/edge/hostile";
import { portOf, SHIPPED, withShippedLimits } from "@/e2e/faults/edge/run-shapes";
import { expect, type Product, test } from "@/e2e/faults/product";
import { randomOf } from "@/e2e/samples/chance";
import { propertySeed } from "@/e2e/support/rounds";

const [neighbour = ""] = NEIGHBOURS;

withShippedLimits();

const targetOf = (product: Product) => ({ port: portOf(product), random: randomOf(propertySeed()) });

test("twenty incomplete bodies per address are accepted, and more are refused with Retry-After", async ({
  product,
}) => {
  const from = "127.0.4.1";
  const sockets = await openMany(targetOf(product), 60, announced("/api/v1/search", "application/json"), from);
  const answers = await Promise.all(sockets.map((socket) => answerOf(socket, 1_500)));
  reset(sockets);
  const refused = answers.filter((answer) => answer !== "");
  expect(refused).toHaveLength(40);
  for (const answer of refused) {
    expect(statusesIn(answer)).toEqual([429]);
    expect(answer).toMatch(/retry-after: 1\r\n/i);
    expect(answer).toContain('"code":"rate_limited"');
    expect(answer).toMatch(/connection: close\r\n/i);
  }
});

test("32 requests wait per connection, one more is refused, and nothing after it is read", async ({ product }) => {
  const [socket] = await openMany(targetOf(product), 1, LIST.repeat(100), "127.0.4.2");
  const answer = await answerOf(socket as NonNullable<typeof socket>, 5_000);
  expect(statusesIn(answer)).toEqual([...Array(32).fill(200), 429]);
  expect(answer).toContain("requests of this connection wait for their answers");
});

test("a client that opens more and more connections loses its idle ones, and no other client does", async ({
  product,
}) => {
  const [other] = await openMany(targetOf(product), 1, LIST, neighbour);
  const sockets = await openMany(targetOf(product), 700, "", "127.0.4.3");
  for (const socket of sockets) socket.resume();
  const lost = () => sockets.filter((socket) => socket.readableEnded || socket.destroyed).length;
  await expect.poll(lost).toBe(700 - 512);
  expect(sockets.slice(-512).filter((socket) => socket.destroyed || socket.readableEnded)).toEqual([]);
  expect(other?.destroyed).toBe(false);
  reset([...sockets, ...(other ? [other] : [])]);
});

for (const path of [
  "/skills.md?q=",
  "/skills?q=",
  "/threads?q=",
  "/threads.md?q=",
  "/ask?q=",
  "/skills?technology=",
  "/threads?status=open&x=",
]) {
  test(`${path} uses the read limit of its address and says so`, async ({ product }) => {
    test.setTimeout(120_000);
    const port = portOf(product);
    const from = `127.0.5.${1 + ([...path].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % 200)}`;
    const ask = (as: string) =>
      askFrom({ port, from: as, path: `${path}cache`, headers: { accept: "text/html" } }, 20_000);
    const first = await ask(from);
    expect([first.status, first.headers["ratelimit-policy"], first.headers.ratelimit]).toEqual([
      200,
      '"reads";q=300;w=60',
      expect.stringMatching(/^"reads";r=299;t=\d+$/),
    ]);
    // Uses the rest of the limit where it is cheapest: the limit is shared.
    for (let calls = 1; calls < 300; calls += 1) await askFrom({ port, from, path: "/api/v1/posts?limit=1" });
    const refused = await ask(from);
    const wait = Number(refused.headers["retry-after"]);
    expect([refused.status, refused.headers.ratelimit]).toEqual([429, expect.stringMatching(/^"reads";r=0;t=\d+$/)]);
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(60);
    if (path.includes(".md")) expect(JSON.parse(refused.text)).toMatchObject({ code: "rate_limited", status: 429 });
    else {
      expect(refused.text).toContain("Too many requests");
      expect(refused.text).toMatch(/You can continue in \d+ seconds?, at \d\d:\d\d:\d\d UTC/);
    }
    expect((await ask("127.0.5.250")).status, "another address").toBe(200);
    const plain = path.replace(/\?.*/, "");
    expect((await askFrom({ port, from, path: plain })).status, "what does not search").toBe(200);
  });
}

test("a refused page costs far less than a page, links onward and contains no script", async ({ product }) => {
  test.setTimeout(120_000);
  const port = portOf(product);
  const from = "127.0.5.253";
  const headers = { accept: "text/html" };
  for (let calls = 0; calls < 300; calls += 1) await askFrom({ port, from, path: "/api/v1/posts?limit=1" });
  const path = `/skills?q=%22%3E${encodeURIComponent("<b>")}'&technology=next.js`;
  const refused = await askFrom({ port, from, path, headers });
  expect([refused.status, refused.headers["content-type"], refused.headers["cache-control"]]).toEqual([
    429,
    "text/html; charset=utf-8",
    "no-store",
  ]);
  expect(refused.headers["content-security-policy"]).toContain("script-src");
  expect(refused.text).toContain("<title>Too many requests · Cairn</title>");
  expect(refused.text).toContain(`href="${path.replace("'", "&#39;").replace("&t", "&#38;t")}"`);
  expect(refused.text).not.toContain("<script");
  const timeOf = async (asked: string) => {
    const began = performance.now();
    for (let calls = 0; calls < 50; calls += 1) await askFrom({ port, from, path: asked, headers });
    return performance.now() - began;
  };
  const rendered = await timeOf("/docs?n=1");
  expect(await timeOf(path)).toBeLessThan(rendered / 3);
  // Two slashes would lead to another site.
  expect((await askFrom({ port, from, path: "//example.org/%ff", headers })).text).not.toContain('href="//');
});

test("320 searches of the markdown list from one address are refused after 300, and another address is served", async ({
  product,
}) => {
  test.setTimeout(120_000);
  const port = portOf(product);
  const statuses: number[] = [];
  for (let calls = 0; calls < 320; calls += 1)
    statuses.push((await askFrom({ port, from: "127.0.5.251", path: "/skills.md?q=cache" })).status);
  expect(statuses).toEqual([...Array(300).fill(200), ...Array(20).fill(429)]);
  expect((await askFrom({ port, from: "127.0.5.252", path: "/skills.md?q=cache" })).status).toBe(200);
});

test("Strict-Transport-Security is on every response if BASE_URL is https, and only then", async ({ product }) => {
  const secure = "max-age=31536000";
  const port = portOf(product);
  const paths = [
    "/",
    "/skills",
    "/skills.md",
    "/api/v1/posts",
    "/api/v1/nothing",
    "/nothing",
    "/robots.txt",
    "/icon.svg",
    "/api/health/live",
    "/api/health/ready",
    "/metrics",
    "/skills/%ff",
    "/openapi.json",
  ];
  const [asset = ""] = /\/_next\/static\/[^"]+/.exec((await askFrom({ port, from: neighbour, path: "/" })).text) ?? [];
  expect(asset).not.toBe("");
  const raw: Record<string, string> = {
    "a broken request": "hello\r\n\r\n",
    CONNECT: "CONNECT x:1 HTTP/1.1\r\nhost: x\r\n\r\n",
    "no Host": "GET / HTTP/1.1\r\n\r\n",
    "headers of 17 kB": `GET / HTTP/1.1\r\nhost: x\r\nx: ${"x".repeat(17_000)}\r\n\r\n`,
    "OPTIONS *": "OPTIONS * HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n",
    TRACE: "TRACE / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n",
    "an unknown Expect": "GET /api/v1/posts HTTP/1.1\r\nhost: x\r\nexpect: x\r\nconnection: close\r\n\r\n",
  };
  const said = async () => {
    const seen: Array<[string, string | undefined]> = [];
    for (const path of [...paths, asset]) {
      for (const accept of ["text/html", "text/markdown", "*/*"]) {
        const { headers } = await askFrom({ port, from: neighbour, path, headers: { accept } });
        seen.push([`${path} as ${accept}`, headers["strict-transport-security"] as string | undefined]);
      }
    }
    for (const [what, bytes] of Object.entries(raw)) {
      const [socket] = await openMany(targetOf(product), 1, bytes, neighbour);
      const answer = await answerOf(socket as NonNullable<typeof socket>);
      expect(statusesIn(answer), what).toHaveLength(1);
      seen.push([what, /strict-transport-security: ([^\r]+)/i.exec(answer)?.[1]]);
    }
    return seen;
  };
  expect((await said()).filter(([, value]) => value !== undefined)).toEqual([]);
  await product.app().stop();
  await product.start({ ...SHIPPED, BASE_URL: "https://cairn.example" });
  expect((await said()).filter(([, value]) => value !== secure)).toEqual([]);
  await product.app().stop();
  await product.start(SHIPPED);
});
