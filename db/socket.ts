import { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** The argument that postgres.js passes to its `socket` option. */
export type Target = { host: string[]; port: number[]; path?: string | false };

/**
 * Rejects every query waiting on a broken connection, whenever it was sent. Node emits `error`, then `close` on a later
 * tick. Between the two, postgres.js treats the connection as open but never rejects queries sent then, because it
 * assumes that the error rejected all of them. A close event without an error flag makes it check again.
 */
class DatabaseSocket extends Socket {
  override emit(event: string | symbol, ...values: unknown[]): boolean {
    return event === "close" ? super.emit("close", false) : super.emit(event, ...values);
  }
}

let turn = 0;

/** A connection that closes sooner was refused: by the machine, by the server, or because the server is a standby. */
const REFUSED_MS = 1_000;
const PAUSE_MS = 100;
/** Times of recently refused connections to these targets. */
const refusals = new WeakMap<Target, number[]>();

/**
 * The `socket` option of postgres.js: connects to the named hosts in turn. TLS wraps the socket later. With several
 * hosts postgres.js tries one after the other without a pause; when all have refused, this delays its next socket a
 * little.
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
  // postgres.js names both in its errors, and TLS verifies the certificate against the host.
  return Object.assign(socket.connect(address.port, address.host), address);
}

function refusedLately(target: Target): number {
  const since = Date.now() - REFUSED_MS;
  const lately = (refusals.get(target) ?? []).filter((at) => at > since);
  refusals.set(target, lately);
  return lately.length;
}
