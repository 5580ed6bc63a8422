import { createServer } from "node:http";
import { connect } from "node:net";
import { expect, test } from "@/e2e/faults/product";
import { type App, beginApp } from "@/e2e/support/product";
import { freePort } from "@/lib/start/ports";

const LOOK_MS = 20;
/** From the first line of a start to its error. */
const REFUSED_MS_MAX = 1_000;

test("an instance listens only when it can serve, so its very first response is ready", async ({ product }) => {
  const port = await freePort();
  const { app, ready } = beginApp({ engines: product.engines, port });
  ready.catch(() => {});
  await expect.poll(() => accepts(port), { intervals: [LOOK_MS], timeout: 60_000 }).toBe(true);
  expect((await fetch(`${app.url}/api/health/ready`)).status).toBe(200);
  expect((await fetch(`${app.url}/api/v1/skills?limit=1`)).status).toBe(200);
  await ready;
  expect(await app.stop()).toBe(0);
});

test("two instances that start together without a fixed port use different ports and link to themselves", async ({
  product,
}) => {
  const begun = [1, 2].map((place) =>
    beginApp({ engines: product.engines, port: place, env: { PORT: "", BASE_URL: "" } }),
  );
  await Promise.all(begun.map(({ ready }) => ready));
  const urlOf = ({ app }: (typeof begun)[number]) => /Cairn is ready at (\S+)/.exec(app.log())?.[1] ?? "";
  await expect.poll(() => begun.map(urlOf)).not.toContain("");
  const urls = begun.map(urlOf);
  expect(new Set(urls).size).toBe(2);
  for (const url of urls) expect(await originOfLinks(url)).toBe(url);
  expect(await Promise.all(begun.map(({ app }) => app.stop()))).toEqual([0, 0]);
});

test("a port in use is refused at once, before any work", async ({ product }) => {
  const other = createServer((_request, response) => response.end("somebody else\n"));
  const port = await listen(other);
  const { app, ready, ended } = beginApp({ engines: product.engines, port });
  ready.catch(() => {});
  const began = await printed(app, "Starting Cairn.");
  expect(await ended).toBe(1);
  expect(performance.now() - began).toBeLessThan(REFUSED_MS_MAX);
  expect(app.log()).toContain(`Port ${port} is taken`);
  expect(app.log()).not.toContain("schema");
  other.close();
});

test("a fixed port taken during the start ends the start with a one-line message", async ({ product }) => {
  const port = await freePort();
  const { app, ready, ended } = beginApp({ engines: product.engines, port });
  ready.catch(() => {});
  await printed(app, "schema");
  const other = createServer((_request, response) => response.end("somebody else\n"));
  await listen(other, port);
  expect(await ended).toBe(1);
  expect(app.log()).toContain(`Port ${port} is taken`);
  expect(app.log()).not.toContain("The details are in");
  other.close();
});

async function printed(app: App, text: string): Promise<number> {
  await expect.poll(() => app.log().includes(text), { intervals: [5], timeout: 20_000 }).toBe(true);
  return performance.now();
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}

function listen(server: ReturnType<typeof createServer>, at = 0): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(at, "127.0.0.1", () => {
      const address = server.address();
      resolve(typeof address === "object" && address ? address.port : 0);
    });
  });
}

/** The origin of its links. */
async function originOfLinks(url: string): Promise<string> {
  const { data } = (await (await fetch(`${url}/api/v1/skills?limit=1`)).json()) as {
    data: { canonical_url: string }[];
  };
  return new URL(data[0]?.canonical_url ?? "").origin;
}
