import { Socket } from "node:net";

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

/** The `socket` of postgres.js: one that connects, to the named hosts in turn. An encrypted connection wraps it in one of its own. */
export function openSocket({ host, port, path }: Target): Socket {
  const socket = new DatabaseSocket();
  if (path) return socket.connect(path);
  const place = turn++ % host.length;
  const address = { host: host[place] ?? "localhost", port: port[place] ?? 5432 };
  // postgres.js names both in its errors, and TLS asks for a certificate of the host.
  return Object.assign(socket.connect(address.port, address.host), address);
}
