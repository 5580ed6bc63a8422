import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { Socket } from "node:net";

type PageHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;
export type Pages = {
  handle: PageHandler;
  upgrade: (request: IncomingMessage, socket: Socket, head: Buffer) => Promise<void>;
};

/** Starts Next for the pages of `dir`. It opens no port: our server calls it. */
export async function startNext(options: { dev: boolean; dir: string; host: string; port: number }): Promise<Pages> {
  const { default: next } = await import("next");
  const { dev, dir, host: hostname, port } = options;
  // Built pages have no upgrades, but Next would still listen for them on our server and leave such requests
  // unanswered.
  const app = next({ dev, dir, hostname, port, ...(dev ? {} : { httpServer: createServer() }) });
  await app.prepare();
  return { handle: app.getRequestHandler(), upgrade: app.getUpgradeHandler() };
}
