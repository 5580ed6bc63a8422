import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "@/e2e/faults/product";
import { question, threadsAsking } from "@/e2e/support/fixtures";

/** A body has 6 s to arrive, a header 10 s; the server checks headers every second. */
const GIVEN_UP_MS = { least: 5_500, most: 14_000 };
const BODY_BYTES_MAX = 65_536;

const statusesIn = (answer: string) =>
  [...answer.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => Number(status));
const post = (more: string) =>
  `POST /api/v1/search HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n${more}\r\n`;
const chunk = (text: string) => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;
const next = "GET /api/health/live HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n";

test("a header or body that arrives too slowly gets an error, and the connection ends", async ({ product }) => {
  const slow = {
    header: "GET /api/v1/posts HTTP/1.1\r\nhost: x\r\n",
    body: `${post("content-length: 100\r\n")}{"q":`,
    chunks: `${post("transfer-encoding: chunked\r\n")}5\r\n{"q":`,
  };
  const started = performance.now();
  for (const [what, answer] of await Promise.all(
    Object.entries(slow).map(async ([what, bytes]) => [what, await product.api.raw(bytes)] as const),
  )) {
    expect(statusesIn(answer), `${what}: ${answer}`).toEqual([408]);
    expect(answer, what).toContain('"code":"request_timeout"');
    expect(answer.toLowerCase(), what).toContain("connection: close");
  }
  const ms = performance.now() - started;
  expect(ms).toBeGreaterThan(GIVEN_UP_MS.least);
  expect(ms).toBeLessThan(GIVEN_UP_MS.most);
});

test("a body that arrives slowly but fast enough is accepted", async ({ product }) => {
  const body = JSON.stringify({ q: "cache a page", preview: true }).padEnd(45_000);
  const { port } = new URL(product.api.base);
  const socket = connect(Number(port), "127.0.0.1");
  let answer = "";
  socket.setEncoding("utf8").on("data", (piece: string) => {
    answer += piece;
  });
  socket.write(post(`connection: close\r\ncontent-length: ${body.length}\r\n`));
  for (let at = 0; at < body.length; at += 5_000) {
    await sleep(1_000);
    socket.write(body.slice(at, at + 5_000));
  }
  await expect.poll(() => statusesIn(answer), { timeout: 10_000 }).toEqual([200]);
  socket.destroy();
});

test("a chunked body of 64 KiB and one byte is refused with a readable response", async ({ product }) => {
  const body = JSON.stringify({ q: "a".repeat(BODY_BYTES_MAX + 1 - '{"q":""}'.length) });
  expect(body.length).toBe(BODY_BYTES_MAX + 1);
  const half = body.length >> 1;
  const chunks = chunk(body.slice(0, half)) + chunk(body.slice(half));
  const answer = await product.api.raw(
    `${post("transfer-encoding: chunked\r\nconnection: close\r\n")}${chunks}0\r\n\r\n`,
  );
  expect(statusesIn(answer)).toEqual([413]);
  expect(answer).toContain('"code":"body_too_large"');
});

test("an endless body is refused at a megabyte while it arrives", async ({ product }) => {
  const endless = chunk("a".repeat(50_000)).repeat(20);
  const answer = await product.api.raw(`${post("transfer-encoding: chunked\r\n")}${endless}`);
  expect(statusesIn(answer)).toEqual([413]);
});

test("a refused body is never parsed as the next request", async ({ product }) => {
  const q = question();
  const inner = `GET /api/v1/search?q=${encodeURIComponent(q)} HTTP/1.1\r\nhost: x\r\n\r\n`;
  const big = `${inner}${" ".repeat(BODY_BYTES_MAX)}`;
  for (const bytes of [
    `${post(`content-length: ${big.length}\r\n`)}${big}${next}`,
    `${post("transfer-encoding: chunked\r\n")}${chunk(big)}0\r\n\r\n${next}`,
  ]) {
    const statuses = statusesIn(await product.api.raw(bytes));
    expect([[413], [413, 200]]).toContainEqual(statuses);
  }
  expect(await threadsAsking(q), "the request inside the body").toBe(0);
});

test("headers of 17 KiB are refused, and 15 KiB are accepted", async ({ product }) => {
  const get = (kib: number) =>
    `GET /api/health/live HTTP/1.1\r\nhost: x\r\nconnection: close\r\nx-long: ${"a".repeat(kib * 1_024)}\r\n\r\n`;
  expect(statusesIn(await product.api.raw(get(17)))).toEqual([431]);
  expect(statusesIn(await product.api.raw(get(15)))).toEqual([200]);
});

test("a malformed escape in a page's query is refused like any other", async ({ product }) => {
  const answer = await product.api.raw("GET /skills?q=%E0%A4%A HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n");
  expect(statusesIn(answer)).toEqual([400]);
});
