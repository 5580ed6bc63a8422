import { type AddressInfo, connect, createServer } from "node:net";
import { env, forgetEnv } from "@/lib/platform/env";
import type { Steps } from "@/lib/platform/steps";

const DEFAULT_PORT = 3000;

export type Address = {
  host: string;
  port: number;
  url(): string;
  /** Picks the next free port when this one has been taken since. Throws when PORT fixed the port. */
  chooseAgain(): Promise<number>;
};

/** Picks a free port before any other work, so a taken port fails early. */
export async function chooseAddress(steps: Steps): Promise<Address> {
  const { HOST: host, PORT: first } = env();
  const isFixed = Boolean(process.env.PORT);
  const isPublic = Boolean(process.env.BASE_URL);
  const everywhere = ["0.0.0.0", "::", "127.0.0.1", "::1", "localhost"].includes(host);
  const address = {
    host,
    port: first,
    url: () => `http://${everywhere ? "localhost" : host}:${address.port}`,
    async chooseAgain() {
      if (isFixed) throw portTaken(address.port);
      await choose();
      return address.port;
    },
  };
  async function choose(): Promise<void> {
    address.port = await choosePort(host, first, isFixed);
    if (!isFixed && address.port !== DEFAULT_PORT)
      steps.note(`Port ${DEFAULT_PORT} is taken: using ${address.port}. PORT chooses another.`);
    process.env.PORT = String(address.port);
    if (!isPublic) process.env.BASE_URL = address.url();
    forgetEnv();
  }
  await choose();
  return address;
}

/** A free port on 127.0.0.1: `wanted` when it is free, so that addresses stay the same across starts. */
export async function freePort(wanted?: number): Promise<number> {
  const found = (await tryPort("127.0.0.1", wanted ?? 0)) ?? (await tryPort("127.0.0.1", 0));
  if (found === null) throw new Error("No port is free on 127.0.0.1.");
  return found;
}

/**
 * The first free port from `first` on. The port is not reserved: another process may take it before the server listens.
 * `fixed` requires exactly `first`; 0 is any port. Throws when no port is free or the address is not local.
 */
export async function choosePort(host: string, first: number, fixed: boolean): Promise<number> {
  for (let port = first; port < first + 50; port += 1) {
    const found = (await answersLocally(port)) ? null : await tryPort(host, port);
    if (found !== null) return found;
    if (fixed) throw portTaken(port);
  }
  throw new Error(`No free port between ${first} and ${first + 49}. Set PORT to one that is free.`);
}

function portTaken(port: number): Error {
  return new Error(`Port ${port} is taken. Stop what uses it, or set PORT to another one.`);
}

/** If another process holds only [::1]:3000, we could bind 127.0.0.1:3000, but `localhost` would reach that process. */
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

/**
 * Listens and closes at once; null when the port is taken. Throws when it can never be bound, such as port 80 as an
 * ordinary user.
 */
function tryPort(host: string, port: number): Promise<number | null> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EADDRINUSE") resolve(null);
      else reject(new Error(`Cannot listen on ${host}:${port}: ${error.message}`));
    });
    probe.listen(port, host, () => {
      const found = portOf(probe.address());
      probe.close(() => resolve(found));
    });
  });
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === "string") throw new Error("A TCP server has no port.");
  return address.port;
}
