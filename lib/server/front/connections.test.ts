import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { expect, test } from "@playwright/test";
import { watchConnections } from "@/lib/server/front/connections";

const MANY = 25;
const request = (path: string) => `GET ${path} HTTP/1.1\r\nhost: here\r\n\r\n`;

test("the queued requests of one connection are answered in order, with other connections in between", async () => {
  const begun: string[] = [];
  const server = createServer();
  const { inTurn } = watchConnections(server);
  server.on("request", (request, response) =>
    inTurn(request, response, {
      begin() {
        begun.push(String(request.url));
        response.end("Here it is.");
      },
      refuse: () => response.destroy(),
      over() {},
    }),
  );
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const [one, other] = await Promise.all(
    [1, 2].map(async () => {
      const socket = connect(port, "127.0.0.1");
      await once(socket, "connect");
      return socket.resume();
    }),
  );
  one?.write(Array.from({ length: MANY }, (_, i) => request(`/one/${i}`)).join(""));
  other?.write(request("/other"));
  await expect.poll(() => begun.length).toBe(MANY + 1);
  expect(begun.filter((url) => url !== "/other")).toEqual(Array.from({ length: MANY }, (_, i) => `/one/${i}`));
  expect(begun.indexOf("/other")).toBeLessThan(MANY);
  one?.destroy();
  other?.destroy();
  server.close();
});
