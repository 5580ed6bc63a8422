import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync } from "node:fs";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { createServer as createSecureServer } from "node:https";
import { type AddressInfo, connect, type Server } from "node:net";
import path from "node:path";
import { text as readAll } from "node:stream/consumers";
import { expect, test } from "@playwright/test";
import { outputOf } from "@/e2e/support/programs";
import { proxiedFetch, proxyFor } from "@/lib/client/node/proxied-fetch";
import { PROJECT_ROOT } from "@/lib/start/instance-layout";

const ends: Array<() => void> = [];
test.afterEach(() => {
  for (const end of ends.splice(0)) end();
});

async function listening(server: Server & { closeAllConnections?: () => void }): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  ends.push(() => {
    server.closeAllConnections?.();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

/** Answers with what it was asked, and with what each path is for. */
async function echo(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method, url, headers } = request;
  if (url === "/moved") return void response.writeHead(302, { location: "/else" }).end();
  if (url === "/empty") return void response.writeHead(204).end();
  if (url === "/silent") return;
  const body = await readAll(request);
  const { host, authorization, "proxy-authorization": leaked } = headers;
  response.writeHead(url === "/refused" ? 422 : 200, { "content-type": "application/json" });
  response.end(JSON.stringify({ method, url, host, authorization, leaked, body }));
}

test("requests go through the proxy, with their bodies, headers, statuses and empty answers", async () => {
  const port = await listening(createServer(echo));
  const proxy = await startProxy({ map: { "service.example": port } });
  const fetch = proxiedFetch({ HTTP_PROXY: `http://${proxy.address}` });
  const base = "http://service.example";
  const body = JSON.stringify({ text: "Äö 数据库" });
  const posted = await fetch(`${base}/post?a=1`, { method: "POST", headers: { authorization: "Bearer x" }, body });
  expect(await posted.json()).toEqual({
    method: "POST",
    url: "/post?a=1",
    host: "service.example",
    authorization: "Bearer x",
    body,
  });
  expect(posted.headers.get("content-type")).toBe("application/json");
  expect((await fetch(`${base}/refused`)).status).toBe(422);
  const moved = await fetch(`${base}/moved`, { redirect: "manual" });
  expect([moved.status, moved.headers.get("location")]).toEqual([302, "/else"]);
  const empty = await fetch(`${base}/empty`);
  expect([empty.status, await empty.text()]).toEqual([204, ""]);
  expect(proxy.asked).toEqual(
    ["POST", "GET", "GET", "GET"].map(
      (method, i) => `${method} ${base}${["/post?a=1", "/refused", "/moved", "/empty"][i]}`,
    ),
  );
});

test("NO_PROXY is reached directly, and a proxy that wants a name gets it", async () => {
  const port = await listening(createServer(echo));
  const proxy = await startProxy({ credentials: "ann:p@ss" });
  const base = `http://127.0.0.1:${port}`;
  const direct = proxiedFetch({ HTTP_PROXY: `http://${proxy.address}`, NO_PROXY: "127.0.0.1" });
  expect((await direct(base)).status).toBe(200);
  expect(proxy.asked).toEqual([]);
  expect((await proxiedFetch({ HTTP_PROXY: proxy.address })(base)).status).toBe(407);
  const named = await proxiedFetch({ HTTP_PROXY: `http://ann:p%40ss@${proxy.address}` })(base);
  expect(await named.json()).toMatchObject({ method: "GET", url: "/" });
});

test("a proxy that makes no connection or is not there is an error that says so", async () => {
  const proxy = await startProxy({ credentials: "ann:secret" });
  const failure = (env: Record<string, string>) =>
    proxiedFetch(env)("https://service.example").then(null, (error) => error);
  const refused = await failure({ HTTPS_PROXY: `http://bob:other@${proxy.address}` });
  expect(refused).toBeInstanceOf(TypeError);
  expect(refused.cause).toMatchObject({
    code: "EPROXY",
    message: `The proxy ${proxy.address} made no connection to service.example:443: 407 Proxy Authentication Required`,
  });
  expect((await failure({ HTTPS_PROXY: "http://127.0.0.1:1" })).cause.code).toBe("ECONNREFUSED");
});

test("a request through a proxy can be given up", async () => {
  const port = await listening(createServer(echo));
  const proxy = await startProxy();
  const stop = new AbortController();
  const waiting = proxiedFetch({ HTTP_PROXY: proxy.address })(`http://127.0.0.1:${port}/silent`, {
    signal: stop.signal,
  });
  stop.abort(new Error("given up"));
  await expect(waiting).rejects.toThrow("given up");
});

/** A certificate authority of a company, and a server that it vouches for. */
function certificates(folder: string) {
  mkdirSync(folder, { recursive: true });
  const openssl = (...args: string[]) => execFileSync("openssl", args, { cwd: folder, stdio: "ignore" });
  const key = ["-newkey", "rsa:2048", "-nodes", "-days", "2"];
  openssl("req", "-x509", ...key, "-keyout", "ca.key", "-out", "ca.pem", "-subj", "/CN=A company");
  const names = ["-addext", "subjectAltName=DNS:service.example"];
  const by = ["-CA", "ca.pem", "-CAkey", "ca.key"];
  openssl("req", "-x509", ...key, ...by, ...names, "-keyout", "own.key", "-out", "own.pem", "-subj", "/CN=Service");
  const read = (name: string) => readFileSync(path.join(folder, name));
  return { authority: path.join(folder, "ca.pem"), key: read("own.key"), cert: read("own.pem") };
}

test("the command reaches a service with a private certificate through a proxy", { tag: "@slow" }, async () => {
  const folder = test.info().outputPath("home");
  const { authority, key, cert } = certificates(folder);
  const port = await listening(createSecureServer({ key, cert }, echo));
  const proxy = await startProxy({ credentials: "ann:secret", map: { "service.example": port } });
  const program = ["--import", "tsx", path.join(PROJECT_ROOT, "lib/command/program/bin.ts"), "search", "a", "--json"];
  const run = (env: Record<string, string>) => {
    const base = { PATH: process.env.PATH, HOME: folder, CAIRN_URL: "https://service.example" };
    const surroundings = { NODE_ENV: "test" as const, ...base, ...env };
    return outputOf(
      spawn(process.execPath, program, { cwd: PROJECT_ROOT, env: surroundings, stdio: ["ignore", "pipe", "pipe"] }),
    );
  };
  const HTTPS_PROXY = `http://ann:secret@${proxy.address}`;
  const distrusted = await run({ HTTPS_PROXY });
  expect([distrusted.code, distrusted.stdout]).toEqual([3, expect.stringMatching(/certificate|issuer/i)]);
  const before = proxy.asked.length;
  const trusted = await run({ HTTPS_PROXY, NODE_EXTRA_CA_CERTS: authority });
  // The server that was reached is not a service.
  expect(JSON.parse(trusted.stdout).error.detail).toBe("The answer has no data.");
  expect([...new Set(proxy.asked.slice(before))]).toEqual(["CONNECT service.example:443"]);
});

/** A proxy of HTTP on this machine, and what it was asked for. */
type RealProxy = { address: string; asked: string[] };

/**
 * Starts a proxy that makes requests for its clients and connects them with CONNECT, as those of companies do. With
 * `credentials` (`name:password`) it answers 407 to everybody else; `map` names the port behind each host that does
 * not exist.
 */
async function startProxy({
  credentials,
  map = {},
}: {
  credentials?: string;
  map?: Record<string, number>;
} = {}): Promise<RealProxy> {
  const asked: string[] = [];
  const wanted = credentials && `Basic ${Buffer.from(credentials).toString("base64")}`;
  const placeOf = (host: string, port: string) => ({ host: "127.0.0.1", port: map[host] ?? Number(port) });
  const server = createServer((incoming, outgoing) => {
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
  return { address: `127.0.0.1:${await listening(server)}`, asked };
}

const P = "http://proxy.example:3128";
const Q = "http://other.example:8080";

const NAMED: Array<[env: Record<string, string>, target: string, proxy: string | null]> = [
  [{ HTTPS_PROXY: P }, "https://a.example/x", P],
  [{ HTTPS_PROXY: P }, "http://a.example/x", null],
  [{ HTTP_PROXY: P }, "http://a.example/x", P],
  [{ HTTP_PROXY: P }, "https://a.example/x", null],
  [{ https_proxy: P, HTTPS_PROXY: Q }, "https://a.example", P],
  [{ http_proxy: P }, "http://a.example", P],
  [{ ALL_PROXY: P }, "https://a.example", P],
  [{ all_proxy: P }, "http://a.example", P],
  [{ ALL_PROXY: P, HTTPS_PROXY: Q }, "https://a.example", Q],
  [{ HTTPS_PROXY: "proxy.example:3128" }, "https://a.example", P],
  [{ HTTPS_PROXY: " " }, "https://a.example", null],
  [{ HTTPS_PROXY: "", ALL_PROXY: P }, "https://a.example", P],
  [{ HTTPS_PROXY: "https://proxy.example" }, "https://a.example", "https://proxy.example"],
  [{}, "https://a.example", null],
];

for (const [env, target, proxy] of NAMED)
  test(`${JSON.stringify(env)} for ${target}: ${proxy ?? "direct"}`, () => {
    expect(proxyFor(new URL(target), env)?.href ?? null).toBe(proxy && new URL(proxy).href);
  });

/** Entries of NO_PROXY, the target, and whether it is reached directly. */
const EXCEPTED: Array<[list: string, target: string, direct: boolean]> = [
  ["*", "https://a.example", true],
  ["a.example", "https://a.example", true],
  ["a.example", "https://b.a.example", true],
  ["a.example", "https://ba.example", false],
  [".a.example", "https://b.a.example", true],
  [".a.example", "https://a.example", true],
  ["*.a.example", "https://b.a.example", true],
  ["A.Example", "https://a.example", true],
  ["a.example.", "https://a.example", true],
  ["a.example", "https://a.example./", true],
  ["x.example, a.example", "https://a.example", true],
  ["x.example a.example", "https://a.example", true],
  ["a.example:443", "https://a.example", true],
  ["a.example:8443", "https://a.example", false],
  ["a.example:8443", "https://a.example:8443", true],
  ["a.example:80", "http://a.example", true],
  ["127.0.0.1", "https://127.0.0.1:3000", true],
  ["127.0.0.1:3001", "https://127.0.0.1:3000", false],
  ["10.0.0.0/8", "https://10.1.2.3", true],
  ["10.0.0.0/8", "https://11.1.2.3", false],
  ["10.0.0.0/99", "https://10.1.2.3", false],
  ["0.1", "https://10.0.0.1", false],
  ["::1", "https://[::1]:3000", true],
  ["[::1]", "https://[::1]", true],
  ["[::1]:3000", "https://[::1]:3000", true],
  ["fd00::/8", "https://[fd12::1]", true],
  ["fd00::/8", "https://10.0.0.1", false],
  ["localhost", "http://localhost:3000", true],
  ["", "https://a.example", false],
  [",", "https://a.example", false],
  [".", "https://a.example", false],
];

for (const [list, target, direct] of EXCEPTED)
  test(`NO_PROXY="${list}" for ${target}: ${direct ? "direct" : "by the proxy"}`, () => {
    for (const name of ["NO_PROXY", "no_proxy"])
      expect(proxyFor(new URL(target), { ALL_PROXY: P, [name]: list }) === null).toBe(direct);
  });

for (const address of ["socks5://proxy.example:1080", "http://", "ftp://proxy.example", "http://ann:pa ss@@", "::"])
  test(`${address} is no proxy of HTTP, and the error does not repeat it`, () => {
    expect(() => proxyFor(new URL("https://a.example"), { HTTPS_PROXY: address })).toThrow(
      "HTTPS_PROXY is not the address of an HTTP proxy, such as http://proxy.example:3128.",
    );
  });
