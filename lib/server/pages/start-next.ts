import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { Socket } from "node:net";

type PageHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;
export type Pages = {
  handle: PageHandler;
  upgrade: (request: IncomingMessage, socket: Socket, head: Buffer) => Promise<void>;
};

/** Starts Next for the pages of `dir`. It listens on nothing: our server calls it. */
export async function startNext(options: { dev: boolean; dir: string; host: string; port: number }): Promise<Pages> {
  const { default: next } = await import("next");
  const { dev, dir, host: hostname, port } = options;
  // Built pages upgrade to nothing, yet Next would listen on our server for who asks, and leave the request unanswered.
  const app = next({ dev, dir, hostname, port, ...(dev ? {} : { httpServer: createServer() }) });
  await app.prepare();
  return { handle: app.getRequestHandler(), upgrade: app.getUpgradeHandler() };
}
