import { type ClientRequest, request as httpRequest } from "node:http";
import { expect, type Product, test } from "@/e2e/faults/product";
import { question } from "@/e2e/support/cast";

/** What the server takes at once (lib/http/server.ts). */
const IN_FLIGHT_MAX = 200;
const AT_ONCE = 4 * IN_FLIGHT_MAX;
const GROUP = 20;

test("four times what it can take: the rest is shed at once, and what was taken is answered", async ({ product }) => {
  const calls = Array.from({ length: AT_ONCE }, () => holdOpen(product));
  const shed = () => calls.filter((call) => call.status() === 503);
  await expect.poll(() => shed().length, { timeout: 20_000 }).toBe(AT_ONCE - IN_FLIGHT_MAX);
  expect(shed().filter((call) => !call.retryAfter())).toEqual([]);
  expect((await product.api.get("/api/health/live")).status).toBe(200);

  const taken = calls.filter((call) => call.status() === null);
  for (let from = 0; from < taken.length; from += GROUP) {
    const group = taken.slice(from, from + GROUP);
    await Promise.all(group.map((call) => call.finish()));
  }
  expect(taken.filter((call) => call.status() !== 200).map((call) => `${call.status()} ${call.text()}`)).toEqual([]);
  expect(taken).toHaveLength(IN_FLIGHT_MAX);
  expect((await product.api.get("/api/v1/posts")).status, "afterwards").toBe(200);
});

test("a burst of searches is answered or shed, and none hangs", async ({ product }) => {
  const burst = Array.from({ length: AT_ONCE }, () =>
    product.api.get(`/api/v1/search?preview=true&q=${encodeURIComponent(question())}`),
  );
  const statuses = (await Promise.all(burst)).map(({ status }) => status);
  expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([]);
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(0);
  expect((await product.api.get("/api/v1/posts")).status, "afterwards").toBe(200);
});

type Held = {
  status(): number | null;
  /** What was answered, or why nothing was. */
  text(): string;
  retryAfter(): string | undefined;
  /** Sends the rest of the body; resolves when the answer has come. */
  finish(): Promise<void>;
};

/** A search on a connection of its own that has not sent its whole body yet. */
function holdOpen({ api }: Product): Held {
  const body = Buffer.from(JSON.stringify({ q: question(), preview: true }));
  const headers = { "content-type": "application/json", "content-length": body.length };
  const { hostname, port } = new URL(api.base);
  let status: number | null = null;
  let text = "";
  let retryAfter: string | undefined;
  let call: ClientRequest | undefined;
  const answered = new Promise<void>((resolve) => {
    call = httpRequest(
      { hostname, port, method: "POST", path: "/api/v1/search", headers, agent: false },
      (response) => {
        retryAfter = response.headers["retry-after"];
        response.setEncoding("utf8").on("data", (piece: string) => {
          text += piece;
        });
        response.on("end", () => {
          status = response.statusCode ?? 0;
          resolve();
        });
      },
    );
    // A shed request may lose its connection after the answer.
    call.on("error", (error) => {
      text ||= error.message;
      resolve();
    });
    call.write(body.subarray(0, 5));
  });
  return {
    status: () => status,
    text: () => text,
    retryAfter: () => retryAfter,
    finish: () => {
      call?.end(body.subarray(5));
      return answered;
    },
  };
}
