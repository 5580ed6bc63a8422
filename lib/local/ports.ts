import { createServer, type Server } from "node:http";
import { type AddressInfo, connect, createServer as createSocketServer } from "node:net";

/** A free port on 127.0.0.1: `wanted` when it is free, so that addresses stay the same from start to start. */
export async function freePort(wanted?: number): Promise<number> {
  if (wanted !== undefined && (await canListen(wanted))) return wanted;
  const probe = createSocketServer();
  await new Promise<void>((resolve, reject) => {
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", resolve);
  });
  const port = portOf(probe.address());
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

export type HeldPort = { port: number; release(): Promise<void> };

/**
 * Takes the first free port from `first` on and holds it, answering 503 with Retry-After, until the server is there:
 * two clones that start together never choose the same one. `fixed` asks for exactly that port and throws when it is taken.
 */
export async function holdPort(host: string, first: number, fixed: boolean): Promise<HeldPort> {
  for (let port = first; port < first + 50; port += 1) {
    if (!(await answersLocally(port))) {
      const holder = await tryToHold(host, port);
      if (holder) return { port: portOf(holder.address()), release: () => letGo(holder) };
    }
    if (fixed) throw new Error(`Port ${port} is taken. Stop what uses it, or set PORT to another one.`);
  }
  throw new Error(`No free port between ${first} and ${first + 49}. Set PORT to one that is free.`);
}

async function tryToHold(host: string, port: number): Promise<Server | null> {
  const holder = createServer((_request, response) => {
    response.writeHead(503, { "retry-after": "2", "content-type": "text/plain; charset=utf-8", connection: "close" });
    response.end("Cairn is starting.\n");
  });
  return new Promise((resolve, reject) => {
    holder.once("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EADDRINUSE") resolve(null);
      else reject(new Error(`Cannot listen on ${host}:${port}: ${error.message}`));
    });
    holder.listen(port, host, () => resolve(holder));
  });
}

async function letGo(holder: Server): Promise<void> {
  const closed = new Promise((resolve) => holder.close(resolve));
  holder.closeAllConnections();
  await closed;
}

/** Somebody may hold only [::1]:3000, which would not keep us from 127.0.0.1:3000, but `localhost` would reach them. */
async function answersLocally(port: number): Promise<boolean> {
  if (port === 0) return false;
  const answers = await Promise.all(["127.0.0.1", "::1"].map((host) => answersAt(host, port)));
  return answers.includes(true);
}

function answersAt(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: 300 });
    const settle = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.once("connect", () => settle(true));
    socket.once("error", () => settle(false));
    socket.once("timeout", () => settle(false));
  });
}

function canListen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createSocketServer();
    probe.once("error", () => resolve(false));
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
  });
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === "string") throw new Error("A TCP server has no port.");
  return address.port;
}
