import { connect, createServer, type Socket } from "node:net";

/** A proxy between the app and an engine that injects network faults while the engine is healthy. */
export type FaultProxy = {
  port: number;
  /** No data passes, without an error or an end. New connections are accepted. */
  hang(): void;
  /** Resets every connection, as a firewall that has lost its state does; new ones pass. */
  reset(): void;
  /** Resets each new connection when its client sends its nth message. */
  resetAt(piece: number): void;
  /** The number of such resets. */
  resets(): number;
  /** All data passes again, including the data held back. */
  mend(): void;
  close(): Promise<void>;
};

/** Opens a proxy to a port of this machine, on any port or the given one. */
export async function openFaultProxy(target: number, at = 0): Promise<FaultProxy> {
  const sockets = new Set<Socket>();
  let hanging = false;
  let resetAt = Number.POSITIVE_INFINITY;
  let resets = 0;
  const server = createServer((near) => {
    const far = connect(target, "127.0.0.1");
    let pieces = 0;
    near.on("data", () => {
      pieces += 1;
      if (pieces !== resetAt) return;
      resets += 1;
      near.resetAndDestroy();
    });
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.pipe(to);
      from.on("error", () => to.destroy());
      from.on("close", () => {
        sockets.delete(from);
        to.destroy();
      });
      if (hanging) stop(from);
    }
  });
  await new Promise<void>((resolve) => server.listen(at, "127.0.0.1", resolve));
  const address = server.address();
  return {
    port: typeof address === "object" && address ? address.port : 0,
    hang() {
      hanging = true;
      for (const socket of sockets) stop(socket);
    },
    reset() {
      for (const socket of sockets) socket.resetAndDestroy();
    },
    resets: () => resets,
    resetAt(piece) {
      resetAt = piece;
    },
    mend() {
      hanging = false;
      resetAt = Number.POSITIVE_INFINITY;
      for (const socket of sockets) socket.resume();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

/** A paused pipe stays paused only until other code resumes it, so the flow is stopped at its source. */
function stop(socket: Socket): void {
  socket.pause();
}
