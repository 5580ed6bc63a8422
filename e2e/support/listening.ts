import type { Server } from "node:http";
import type { AddressInfo } from "node:net";

/** Lets a server listen on a port of this machine, by default a free one. `close` ends its connections too. */
export async function listening(server: Server, port = 0): Promise<{ port: number; close(): Promise<void> }> {
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
