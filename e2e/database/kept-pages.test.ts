import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { connect } from "node:net";
import { closeDatabase } from "@/db/client";
import { expect, test } from "@/e2e/support/api";
import { servePage } from "@/lib/http/kept-pages";
import { newId } from "@/lib/ids";

test.afterAll(closeDatabase);

/** More than the socket buffers between two local processes hold. */
const LARGE = "x".repeat(30_000_000);
const SMALL = "x".repeat(10_000);

/**
 * Serves pages with this text as Next does: it waits for drain before it continues, and ends when all data has been
 * sent.
 */
async function serving(
  text: string,
  before: (turn: number) => Promise<void> | undefined = () => undefined,
): Promise<{ server: Server; port: number; renderings: () => number }> {
  let renderings = 0;
  const server = createServer((request, response) => {
    void servePage(request, response, "nonce", async () => {
      renderings += 1;
      await before(renderings);
      response.setHeader("content-type", "text/html");
      if (!response.write(`<html>${text}`)) await once(response, "drain");
      response.end("</html>");
      await once(response, "finish");
    }).catch(() => response.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return { server, port: typeof address === "object" && address ? address.port : 0, renderings: () => renderings };
}

const asked = async (port: number, path: string) => {
  const response = await fetch(`http://127.0.0.1:${port}${path}`);
  return { length: (await response.text()).length, cached: response.headers.get("cache-status") };
};

test("a client that requests a page first and never reads it delays nobody", async () => {
  const { server, port } = await serving(LARGE);
  const path = `/threads/${newId("thr")}`;
  const slow = connect(port, "127.0.0.1").pause();
  slow.write(`GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n`);
  await once(slow, "readable");
  expect((await asked(port, path)).length).toBe(LARGE.length + "<html></html>".length);
  expect(slow.bytesRead).toBeLessThan(LARGE.length);
  slow.destroy();
  server.close();
});

test("a rendering that hangs does not block other clients", async () => {
  const hang = new Promise<never>(() => {});
  const { server, port, renderings } = await serving(SMALL, (turn) => (turn === 1 ? hang : undefined));
  const path = `/threads/${newId("thr")}`;
  const first = connect(port, "127.0.0.1");
  first.write(`GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n`);
  await expect.poll(renderings).toBe(1);
  expect((await asked(port, path)).length).toBe(SMALL.length + "<html></html>".length);
  // The next client gets the page that the second one had to render.
  expect((await asked(port, path)).length).toBe(SMALL.length + "<html></html>".length);
  first.destroy();
  server.close();
});

test("parallel requests for a page share one rendering", async () => {
  const { server, port, renderings } = await serving(SMALL);
  const round = async () => {
    const before = renderings();
    const path = `/threads/${newId("thr")}`;
    const answers = await Promise.all(Array.from({ length: 12 }, () => asked(port, path)));
    expect(answers.map(({ length }) => length)).toEqual(Array(12).fill(SMALL.length + "<html></html>".length));
    const shared = answers.filter(({ cached }) => cached === "cairn; hit").length;
    return { renderings: renderings() - before, shared };
  };
  // If the database is too busy to respond in time, each request renders its own page.
  await expect.poll(round, { timeout: 20_000 }).toEqual({ renderings: 1, shared: 11 });
  server.close();
});
