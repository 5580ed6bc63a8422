import { createHash, randomBytes } from "node:crypto";
import { write } from "@/db/client";
import { keepClientPackage } from "@/db/queries/files";
import { type Api, expect, test } from "@/e2e/support/api";

const integrityOf = (bytes: Buffer) => createHash("sha512").update(bytes).digest("base64");

/** A package as an earlier release served it; returns its address and its integrity. */
async function packageOfBefore(): Promise<{ address: string; sha512: string; bytes: Buffer }> {
  const bytes = randomBytes(300);
  const digest = createHash("sha256").update(bytes).digest("hex");
  const sha512 = integrityOf(bytes);
  await write((sql) => keepClientPackage(sql, { digest, sha512, bytes }));
  return { address: `/client/${digest}.tgz`, sha512, bytes };
}

async function bytesAt(api: Api, address: string): Promise<Buffer> {
  return Buffer.from(await (await fetch(`${api.base}${address}`)).arrayBuffer());
}

test("the address of the newest package leads to one that names its content and may be kept for a year", async ({
  api,
}) => {
  const { status, headers, text } = await api.get("/client.tgz");
  expect([status, headers["cache-control"], headers.vary, text]).toEqual([
    302,
    "public, no-cache",
    "Pacote-Integrity",
    "",
  ]);
  const location = String(headers.location);
  const bytes = await bytesAt(api, location);
  expect(location).toBe(`/client/${createHash("sha256").update(bytes).digest("hex")}.tgz`);
  const named = await api.get(location);
  expect([named.status, named.headers["content-type"], named.headers["cache-control"]]).toEqual([
    200,
    "application/gzip",
    "public, max-age=31536000, immutable",
  ]);
  const again = await api.get(location, { "if-none-match": String(named.headers.etag) });
  expect([again.status, again.text]).toEqual([304, ""]);
  const head = await api.send("HEAD", "/client.tgz");
  expect([head.status, head.headers.location]).toEqual([302, location]);
});

test("what an earlier release served stays at its address", async ({ api }) => {
  const { address, bytes } = await packageOfBefore();
  const { status, headers } = await api.get(address);
  expect([status, headers["cache-control"]]).toEqual([200, "public, max-age=31536000, immutable"]);
  expect(await bytesAt(api, address)).toEqual(bytes);
});

test("who wants the bytes of a lock file is led to them, everybody else to the newest", async ({ api }) => {
  const before = await packageOfBefore();
  const newest = String((await api.get("/client.tgz")).headers.location);
  const sha512 = integrityOf(await bytesAt(api, newest));
  const unknown = integrityOf(randomBytes(9));
  const asked: Array<[integrity: string, address: string]> = [
    [`sha512-${before.sha512}`, before.address],
    [`sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk= sha512-${before.sha512}`, before.address],
    [`sha512-${before.sha512} sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=`, before.address],
    [`sha512-${unknown}`, newest],
    [`sha512-${sha512}`, newest],
    ["sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=", newest],
    [`sha256-${before.sha512}`, newest],
    [`sha512-${before.sha512.slice(1)}`, newest],
    ["sha512-' or 1=1 --", newest],
    ["", newest],
  ];
  for (const [integrity, address] of asked) {
    const { status, headers } = await api.get("/client.tgz", { "pacote-integrity": integrity });
    expect([integrity, status, headers.location]).toEqual([integrity, 302, address]);
  }
});

test("an address of bytes that were never served says where the newest package is", async ({ api }) => {
  for (const name of ["0".repeat(64), "x", `${"0".repeat(63)}G`, "latest", "..%2Fsecret"]) {
    const { status, text } = await api.get(`/client/${name}.tgz`);
    expect([name, status]).toEqual([name, 404]);
    expect(JSON.parse(text).detail).toContain("/client.tgz leads to the newest");
  }
});
