import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "@playwright/test";
import { fetchPackage, fetchTarball, registryUrl, timeOf } from "@/lib/domain/sources/npm-registry";
import { readBytes } from "@/lib/domain/sources/public-host";
import { forgetEnv } from "@/lib/platform/env";

const servers: Server[] = [];
const { NPM_REGISTRY } = process.env;

async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

function setRegistry(url: string | undefined): void {
  if (url === undefined) delete process.env.NPM_REGISTRY;
  else process.env.NPM_REGISTRY = url;
  forgetEnv();
}

test.afterEach(async () => {
  setRegistry(NPM_REGISTRY);
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

const integrity = `sha512-${Buffer.alloc(64).toString("base64")}`;
const releaseOf = (version: string, more: object = {}) => ({
  version,
  dist: { tarball: "https://registry.example/a.tgz", integrity },
  ...more,
});

async function packageOf(packument: object) {
  setRegistry(await serve((_, response) => response.end(JSON.stringify({ name: "pump", ...packument }))));
  return fetchPackage("pump");
}

test("a registry may redirect on its own host, and never to another one of this network or without TLS", async () => {
  const asked: string[] = [];
  const inside = await serve((request, response) => {
    asked.push(request.url ?? "");
    response.end(JSON.stringify({ name: "pump", versions: {} }));
  });
  const targets: Record<string, string> = {
    "/there": `${inside}latest`,
    "/tls": `${inside.replace("http:", "https:")}latest`,
    "/plain": "http://registry.example/pump",
    "/file": "file:///etc/passwd",
    "/data": "data:application/json,{}",
    "/odd": "https://[",
    "/round": "/round",
    "/moved": "/here",
  };
  const url = await serve((request, response) => {
    const path = (request.url ?? "").replace(/\/pump$/, "");
    if (path === "/here") return response.end(JSON.stringify({ name: "pump", versions: {} }));
    return response.writeHead(302, { location: (targets[path] ?? "").replace(/^\/here$/, "/here/pump") }).end();
  });
  const failing = async (path: string) => {
    setRegistry(`${url}${path}`);
    return fetchPackage("pump").then(String, (error: Error) => error.message);
  };
  for (const path of ["there", "plain", "file", "data"])
    expect(await failing(path), path).toBe("the registry redirects to another host without https");
  expect(await failing("tls")).toBe("the host 127.0.0.1 is in a private network, which SOURCE_HOSTS does not allow");
  expect(await failing("odd")).toBe("the registry redirects to no address");
  expect(await failing("round")).toBe("the registry redirects too often");
  expect(asked).toEqual([]);
  setRegistry(`${url}moved`);
  expect(await fetchPackage("pump")).toMatchObject({ name: "pump", latest: null });
});

test("a password in the address of a registry is in no error", () => {
  setRegistry("https://user:word@registry.example/npm");
  expect(registryUrl()).toBe("https://registry.example/npm/");
});

test("odd names of versions, tags and times are none", async () => {
  const odd = ["1.0.0\0", "x", "__proto__", "1".repeat(5_000)];
  const found = await packageOf({
    "dist-tags": { latest: "9.9.9\0" },
    versions: {
      ...Object.fromEntries(odd.map((version) => [version, releaseOf(version)])),
      "1.0.0": releaseOf("1.0.0", { deprecated: "" }),
      "1.1.0": releaseOf("1.1.0", { deprecated: { by: "x" } }),
      "1.2.0": releaseOf("1.2.0", { deprecated: true }),
      "1.3.0": { version: "1.3.0" },
    },
    time: { "1.0.0": "+275760-01-01T00:00:00Z", "1.1.0": 7, "1.2.0": "2026-01-01T00:00:00.000Z" },
  });
  expect([...(found?.releases.values() ?? [])].map(({ version, deprecated }) => [version, deprecated])).toEqual([
    ["1.0.0", false],
    ["1.1.0", false],
    ["1.2.0", true],
  ]);
  expect(found?.latest).toBeNull();
  expect(["1.0.0", "1.1.0", "1.2.0"].map((version) => found?.releasedAt(version)?.getTime() ?? null)).toEqual([
    null,
    null,
    Date.UTC(2026, 0, 1),
  ]);
  for (const written of ["-200000-01-01T00:00:00Z", "never", null, {}]) expect(timeOf(written)).toBeNull();
});

test("a list of more than 100,000 releases is refused before any of them is looked at", async () => {
  const names = Array.from({ length: 100_001 }, (_, at) => [`1.0.${at}`, null]);
  const reading = packageOf({ versions: Object.fromEntries(names) });
  await expect(reading).rejects.toThrow("it has more than 100,000 releases");
});

test("only a sha512 counts, and the bytes must be those of it", async () => {
  setRegistry(await serve((_, response) => response.end("bytes")));
  const release = { version: "1.0.0", tarball: "file:///etc/passwd", deprecated: false };
  for (const weak of [null, "", "sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=", "sha512-short", "md5-x sha256-y"])
    await expect(fetchTarball("pump", { ...release, integrity: weak })).rejects.toThrow("states no sha512 of it");
  await expect(fetchTarball("pump", { ...release, integrity })).rejects.toThrow("another sha512");
});

test("bytes are taken over as they come, whatever the pieces are, up to the limit", async () => {
  const piece = new Uint8Array(1);
  let sent = 0;
  const dripping = () =>
    new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          piece[0] = sent % 256;
          sent += 1;
          controller.enqueue(piece);
          if (sent === 200_000) controller.close();
        },
      },
      { highWaterMark: 0 },
    );
  const bytes = await readBytes(dripping(), 1_048_576);
  expect([bytes.length, bytes[70_000]]).toEqual([200_000, 70_000 % 256]);
  sent = 0;
  await expect(readBytes(dripping(), 100_000)).rejects.toThrow("it has more than 0 MiB");
});
