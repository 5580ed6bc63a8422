import { createServer, type Socket } from "node:net";
import { mock } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "@playwright/test";
import { openSocket, type Refusals, type Target } from "@/db/socket";

type Host = { port: number; tries: number };

const ends: Array<() => void> = [];
// However long a test takes, no refusal is old.
test.beforeEach(() => mock.timers.enable({ apis: ["Date"], now: 1_000_000 }));
test.afterEach(() => {
  mock.timers.reset();
  for (const end of ends.splice(0)) end();
});

/** A server that does this with each connection. */
async function host(meet: (socket: Socket) => void): Promise<Host> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    made.tries += 1;
    sockets.push(socket.on("error", () => {}));
    meet(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const made: Host = { port: Object(server.address()).port, tries: 0 };
  ends.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return made;
}

const refuses = () => host((socket) => socket.resetAndDestroy());
const answers = () => host((socket) => socket.write("N"));
const isSilent = () => host(() => {});

type Address = { target: Target; refusals: Refusals };

function at(hosts: Host[]): Address {
  const target = { host: hosts.map(() => "127.0.0.1"), port: hosts.map(({ port }) => port), connect_timeout: 600 };
  return { target, refusals: new Map() };
}

/** Opens a connection. Resolves when the host has answered or the connection is closed. */
async function open({ target, refusals }: Address): Promise<"answered" | "closed"> {
  const socket = await openSocket(target, refusals);
  return await outcomeOf(socket);
}

function outcomeOf(socket: Socket): Promise<"answered" | "closed"> {
  ends.push(() => socket.destroy());
  socket.on("error", () => {});
  return new Promise((resolve) => {
    socket.once("data", () => resolve("answered"));
    socket.once("close", () => resolve("closed"));
  });
}

test("a host that has refused is not tried again while another one answers", async () => {
  const [dead, live] = [await refuses(), await answers()];
  const address = at([dead, live]);
  while ((await open(address)) === "answered");
  expect(dead.tries).toBe(1);
  const before = live.tries;
  const outcomes = await Promise.all(Array.from({ length: 8 }, () => open(address)));
  expect(new Set(outcomes)).toEqual(new Set(["answered"]));
  expect([dead.tries, live.tries - before]).toEqual([1, 8]);
});

test("hosts that answer get connections in turn", async () => {
  const hosts = [await answers(), await answers(), await answers()];
  const address = at(hosts);
  await Promise.all(Array.from({ length: 9 }, () => open(address)));
  expect(hosts.map(({ tries }) => tries)).toEqual([3, 3, 3]);
});

test("while every host refuses, each is tried as often as the others", async () => {
  const hosts = [await refuses(), await refuses(), await refuses()];
  const address = at(hosts);
  for (let count = 0; count < 9; count += 1) expect(await open(address)).toBe("closed");
  expect(hosts.map(({ tries }) => tries)).toEqual([3, 3, 3]);
});

test("a host that accepts a connection and stays silent is left for another one", async () => {
  const [silent, live] = [await isSilent(), await answers()];
  const address = at([silent, live]);
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout", "Date"], now: 1_000_000 });
  while (silent.tries === 0) {
    let outcome: string | undefined;
    void open(address).then((known) => {
      outcome = known;
    });
    while (outcome === undefined) {
      // The clock of the live host stands still.
      if (silent.tries > 0) mock.timers.tick(1_000);
      await turn();
    }
  }
  for (let count = 0; count < 4; count += 1) expect(await open(address)).toBe("answered");
  expect(silent.tries).toBe(1);
});

test("a refusal counts when the driver has removed the listeners of the socket, as it does for TLS", async () => {
  const [dead, live] = [await refuses(), await answers()];
  const address = at([dead, live]);
  while (dead.tries === 0) {
    const socket = await openSocket(address.target, address.refusals);
    socket.removeAllListeners();
    await outcomeOf(socket);
  }
  for (let count = 0; count < 4; count += 1) expect(await open(address)).toBe("answered");
  expect(dead.tries).toBe(1);
});

test("a connection that its own client ends early does not count as a refusal of its host", async () => {
  const [first, second] = [await answers(), await answers()];
  const address = at([first, second]);
  for (let count = 0; count < 4; count += 1) {
    const socket = await openSocket(address.target, address.refusals);
    await outcomeOf(socket);
    socket.isEnding = true;
    await new Promise((resolve) => socket.once("close", resolve).destroy());
  }
  expect(address.refusals.size).toBe(0);
  expect([first.tries, second.tries]).toEqual([2, 2]);
});
