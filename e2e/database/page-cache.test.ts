import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { connect } from "node:net";
import { closeDatabase } from "@/db/client";
import { expect, test } from "@/e2e/support/api";
import { newId } from "@/lib/platform/ids";
import { type Pages, renderPage } from "@/lib/server/pages/next";
import { keptOrMade } from "@/lib/server/pages/page-cache";

test.afterAll(closeDatabase);

const TEXT = "x".repeat(10_000);
const LENGTH = TEXT.length + "<html></html>".length;

/** Serves pages with this text through the page cache, as the server does. */
async function serving(
  before: (turn: number) => Promise<void> | undefined = () => undefined,
): Promise<{ server: Server; port: number; renderings: () => number }> {
  let renderings = 0;
  const pages: Pages = {
    async handle(_request, response) {
      renderings += 1;
      await before(renderings);
      response.setHeader("content-type", "text/html");
      // As Next does: it waits for room before it goes on, and is done when all has left.
      if (!response.write(`<html>${TEXT}`)) await once(response, "drain");
      response.end("</html>");
      await once(response, "finish");
    },
    upgrade: async () => {},
  };
  const server = createServer((request, response) => {
    const exchange = { address: "127.0.0.1", target: request.url ?? "" };
    void keptOrMade(request, () => renderPage(pages, request, exchange, { response }))
      .then((page) => page && response.writeHead(page.status, page.headers).end(page.body))
      .catch(() => response.destroy());
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

test("a client that leaves ends its rendering, and the next one gets the page", async () => {
  let isGone = () => {};
  const gone = new Promise<void>((resolve) => {
    isGone = resolve;
  });
  const { server, port, renderings } = await serving((turn) => (turn === 1 ? gone : undefined));
  const path = `/threads/${newId("thr")}`;
  const first = connect(port, "127.0.0.1");
  first.write(`GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n`);
  await expect.poll(renderings).toBe(1);
  const second = asked(port, path);
  first.destroy();
  expect((await second).length).toBe(LENGTH);
  isGone();
  // A page is not kept while the database is too busy to say in time where it is.
  await expect.poll(() => asked(port, path)).toEqual({ length: LENGTH, cached: "cairn; hit" });
  server.close();
});

/** Each waits for a rendering of another for some seconds. */
test("a rendering that hangs does not block other clients", { tag: "@slow" }, async () => {
  const hang = new Promise<never>(() => {});
  const { server, port, renderings } = await serving((turn) => (turn === 1 ? hang : undefined));
  const path = `/threads/${newId("thr")}`;
  const first = connect(port, "127.0.0.1");
  first.write(`GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n`);
  await expect.poll(renderings).toBe(1);
  expect((await asked(port, path)).length).toBe(LENGTH);
  // The next one finds the page that the second had to make.
  expect((await asked(port, path)).length).toBe(LENGTH);
  first.destroy();
  server.close();
});

test("those who ask for a page while it is made share one rendering", async () => {
  const { server, port, renderings } = await serving();
  const round = async () => {
    const before = renderings();
    const path = `/threads/${newId("thr")}`;
    const answers = await Promise.all(Array.from({ length: 12 }, () => asked(port, path)));
    expect(answers.map(({ length }) => length)).toEqual(Array(12).fill(LENGTH));
    const shared = answers.filter(({ cached }) => cached === "cairn; hit").length;
    return { renderings: renderings() - before, shared };
  };
  // A database that is too busy to answer in time is not waited for: then each has a page of its own.
  await expect.poll(round).toEqual({ renderings: 1, shared: 11 });
  server.close();
});
