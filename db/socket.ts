import { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { makeDeadline, onDeadline } from "@/lib/platform/deadline";

/** The argument that postgres.js passes to its `socket` option. */
export type Target = { host: string[]; port: number[]; path?: string | false; connect_timeout?: number };

/** When each host, by its place in the address, last refused a connection. */
export type Refusals = Map<number, number>;

/**
 * Rejects every query waiting on a broken connection, whenever it was sent. Node emits `error`, then `close` on a later
 * tick. Between the two, postgres.js treats the connection as open but never rejects queries sent then, because it
 * assumes that the error rejected all of them. A close event without an error flag makes it check again.
 */
export class DatabaseSocket extends Socket {
  /** Its client is ending: that it closes says nothing about the host. */
  isEnding = false;
  private readonly afterClose: Array<() => void> = [];

  /** Not a listener: postgres.js removes all listeners when it starts TLS. */
  whenClosed(work: () => void): void {
    this.afterClose.push(work);
  }

  override emit(event: string | symbol, ...values: unknown[]): boolean {
    if (event !== "close") return super.emit(event, ...values);
    for (const work of this.afterClose.splice(0)) work();
    return super.emit("close", false);
  }
}

let turn = 0;

/** A connection that closes sooner was refused: by the machine, by the server, or because the server is a standby. */
const REFUSED_MS = 1_000;
const PAUSE_MS = 100;
/** A host that has refused is avoided for this long while another one takes connections. */
const AVOIDED_MS = 30_000;
/** The share of `connect_timeout` in which a host must send something while there is another one to try. */
const SILENT_SHARE = 0.5;
const CONNECT_SECONDS = 30;

/**
 * The `socket` option of postgres.js: connects to the named hosts in turn. TLS wraps the socket later. With several
 * hosts postgres.js only ever tries the next one, without a pause, when a socket closes; its own timeout fails the query
 * instead. So this avoids hosts that have refused lately, closes a connection whose host stays silent, and pauses when
 * all hosts have just refused.
 */
export async function openSocket(target: Target, refusals: Refusals): Promise<DatabaseSocket> {
  const { host, port, path } = target;
  const socket = new DatabaseSocket();
  if (path) return socket.connect(path);
  if (allRefused(host.length, refusals)) await sleep(PAUSE_MS);
  const place = choose(host.length, refusals);
  if (host.length > 1) watch(socket, target, () => refusals.set(place, Date.now()));
  const address = { host: host[place] ?? "localhost", port: port[place] ?? 5432 };
  // postgres.js names both in its errors, and TLS verifies the certificate against the host.
  return Object.assign(socket.connect(address.port, address.host), address);
}

/** Whether every host has just refused. */
function allRefused(hosts: number, refusals: Refusals): boolean {
  const since = Date.now() - REFUSED_MS;
  return hosts > 1 && refusals.size === hosts && [...refusals.values()].every((at) => at > since);
}

/** The next host in turn of those that have not refused lately, else the one whose refusal is the oldest. */
function choose(hosts: number, refusals: Refusals): number {
  const since = Date.now() - AVOIDED_MS;
  const refusedAt = (place: number) => Math.max(refusals.get(place) ?? 0, since);
  const first = turn++;
  let best = first % hosts;
  for (let step = 1; step < hosts; step += 1) {
    const place = (first + step) % hosts;
    if (refusedAt(place) < refusedAt(best)) best = place;
  }
  return best;
}

/** Calls `refused` when the host refuses this connection or stays silent; closes the connection of a silent host. */
function watch(socket: DatabaseSocket, target: Target, refused: () => void): void {
  const begun = Date.now();
  const silence = makeDeadline((target.connect_timeout || CONNECT_SECONDS) * 1_000 * SILENT_SHARE);
  const stop = onDeadline(silence, () => {
    if (socket.bytesRead === 0) socket.destroy();
  });
  socket.whenClosed(() => {
    stop();
    if (!socket.isEnding && (socket.bytesRead === 0 || Date.now() - begun < REFUSED_MS)) refused();
  });
}
