import { connect, createServer, type Socket } from "node:net";

/** A piece of wire between the app and an engine, which can be harmed while the engine is well. */
export type Wire = {
  port: number;
  /** Nothing passes any more, and nobody is told: neither an error nor an end. New connections are accepted. */
  hang(): void;
  /** Resets every connection, as a firewall does that has lost its state; new ones pass. */
  reset(): void;
  /** Resets each new connection when its client sends something for the so manyth time. */
  resetAt(piece: number): void;
  /** How often that has happened. */
  resets(): number;
  /** Everything passes again, also what waited. */
  mend(): void;
  close(): Promise<void>;
};

/** Opens a wire to a port of this machine, on any port or the one that is named. */
export async function openWire(target: number, at = 0): Promise<Wire> {
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

/** A paused pipe stays paused only while nothing makes it flow again, so the flow is cut at its source. */
function stop(socket: Socket): void {
  socket.pause();
}
