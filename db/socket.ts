import { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** What postgres.js gives to the maker of its sockets. */
export type Target = { host: string[]; port: number[]; path?: string | false };

/**
 * Refuses what waits on a broken connection, whenever it began. A socket that breaks tells its error first and in a later turn that it
 * is closed; until then postgres.js takes the connection for an open one. What it sends there it never hears of again, because it
 * thinks that the error has refused everything. Told of a close without an error it looks once more.
 */
class DatabaseSocket extends Socket {
  override emit(event: string | symbol, ...values: unknown[]): boolean {
    return event === "close" ? super.emit("close", false) : super.emit(event, ...values);
  }
}

let turn = 0;

/** A connection that ends sooner was refused: by the machine, the server, or because it is a standby. */
const REFUSED_MS = 1_000;
const PAUSE_MS = 100;
/** When connections to these targets were refused lately. */
const refusals = new WeakMap<Target, number[]>();

/**
 * The `socket` of postgres.js: one that connects, to the named hosts in turn. An encrypted connection wraps it in one of its own.
 * Of several hosts postgres.js tries one after the other until one will do, without a pause; when all have refused, it gets its
 * next socket a little later.
 */
export async function openSocket(target: Target): Promise<Socket> {
  const { host, port, path } = target;
  const socket = new DatabaseSocket();
  if (path) return socket.connect(path);
  if (host.length > 1) {
    if (refusedLately(target) >= host.length) await sleep(PAUSE_MS);
    const begun = Date.now();
    socket.once("close", () => {
      if (Date.now() - begun < REFUSED_MS) refusals.get(target)?.push(Date.now());
    });
  }
  const place = turn++ % host.length;
  const address = { host: host[place] ?? "localhost", port: port[place] ?? 5432 };
  // postgres.js names both in its errors, and TLS asks for a certificate of the host.
  return Object.assign(socket.connect(address.port, address.host), address);
}

function refusedLately(target: Target): number {
  const since = Date.now() - REFUSED_MS;
  const lately = (refusals.get(target) ?? []).filter((at) => at > since);
  refusals.set(target, lately);
  return lately.length;
}
