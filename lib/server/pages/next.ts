import { createServer, type IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { Duplex } from "node:stream";
import { env } from "@/lib/platform/env";
import { clientAddress } from "@/lib/server/http/rate-limit";
import { type PageExchange, withExchange } from "@/lib/server/pages/page-exchange";

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

/** Set when no document matches the request, so that Next shows a page; named in next.config.mjs. */
const NO_DOCUMENT_HEADER = "x-cairn-no-document";

/**
 * Sets the client data for Next, which trusts forwarded headers and the Host as sent. `kind` is what the address is: to
 * the headers of its own router, which concern pages, Next answers with a redirect elsewhere too.
 */
export function toNext(request: IncomingMessage, address: string, kind: "api" | "document" | "page"): void {
  const base = new URL(env().BASE_URL);
  for (const name of Object.keys(request.headers)) {
    if (name.startsWith("x-forwarded-") || name === "forwarded" || name === "x-real-ip") delete request.headers[name];
    if (name.startsWith("x-middleware-") || name.startsWith("x-nextjs-") || name.startsWith("x-matched-"))
      delete request.headers[name];
    if (kind !== "page" && (name === "rsc" || name.startsWith("next-"))) delete request.headers[name];
  }
  delete request.headers[NO_DOCUMENT_HEADER];
  if (kind !== "document") request.headers[NO_DOCUMENT_HEADER] = "1";
  request.headers["x-forwarded-host"] = base.host;
  request.headers["x-forwarded-proto"] = base.protocol.slice(0, -1);
  request.headers["x-forwarded-for"] = address;
}

/** Next redirects these or shows a page before any route handler runs. For the API these paths do not exist. */
export function isRedirectedByNext(path: string): boolean {
  return path === "/api" || path.endsWith("/") || path.includes("//") || path.includes("\\");
}

/** The address of the client that sent a request. */
export function addressOf(request: IncomingMessage): string {
  return clientAddress(request.socket.remoteAddress, header(request, "x-forwarded-for"), env().TRUSTED_PROXIES);
}

/** A header as one string; undefined if absent. */
export function header(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value.join(", ") : value;
}

/** A complete answer from Next. */
export type Rendered = { status: number; headers: OutgoingHttpHeaders; body: Buffer };

/** A response that collects its output instead of sending it. Its socket discards everything. */
class CollectedResponse extends ServerResponse {
  readonly #pieces: Buffer[] = [];
  readonly #sink: Duplex;
  readonly rendered: Promise<Rendered>;

  constructor(request: IncomingMessage) {
    super(request);
    this.#sink = new Duplex({ read() {}, write: (_chunk, _encoding, done) => done() });
    this.assignSocket(this.#sink as Socket);
    this.rendered = new Promise((resolve, reject) => {
      this.once("prefinish", () =>
        resolve({ status: this.statusCode, headers: { ...this.getHeaders() }, body: Buffer.concat(this.#pieces) }),
      );
      // As on a real socket, this ends the exchange.
      this.once("finish", () => this.abandon());
      this.once("close", () => reject(new Error("The rendering was given up.")));
    });
    // Prevents an unhandled rejection when no caller is waiting any more.
    this.rendered.catch(() => {});
  }

  /** Ends the rendering because its result is no longer needed. */
  abandon(): void {
    this.#sink.destroy();
  }

  // Headers passed only here would not be readable through `getHeaders`.
  override writeHead(status: number, ...given: unknown[]): this {
    const headers = given.find((each) => typeof each === "object" && each !== null);
    for (const [name, value] of Object.entries(headers ?? {})) this.setHeader(name, value);
    return super.writeHead(status);
  }

  override write(chunk: unknown, ...rest: unknown[]): boolean {
    this.#keep(chunk, rest[0]);
    Reflect.apply(super.write, this, [chunk, ...rest]);
    return true;
  }

  override end(...given: unknown[]): this {
    if (given[0] && typeof given[0] !== "function") this.#keep(given[0], given[1]);
    return Reflect.apply(super.end, this, given);
  }

  #keep(chunk: unknown, encoding: unknown): void {
    if (chunk instanceof Uint8Array) this.#pieces.push(Buffer.from(chunk));
    else if (typeof chunk === "string") {
      const known = typeof encoding === "string" && Buffer.isEncoding(encoding) ? encoding : "utf8";
      this.#pieces.push(Buffer.from(chunk, known));
    }
  }
}

/**
 * Next's answer to a request, as a value. Null when the client disconnects (`response` was closed) before it is ready,
 * and when `begin` resolves false; Next is called only after `begin`. Throws when Next aborts.
 */
export async function renderPage(
  pages: Pages,
  request: IncomingMessage,
  exchange: PageExchange,
  options: { response?: ServerResponse; begin?: (made: ServerResponse) => Promise<boolean> } = {},
): Promise<Rendered | null> {
  const { response, begin } = options;
  const made = new CollectedResponse(request);
  const giveUp = () => made.abandon();
  response?.once("close", giveUp);
  try {
    if (response?.destroyed || (begin && !(await begin(made)))) return null;
    const handled = withExchange(exchange, () => pages.handle(request, made));
    handled.catch(() => {});
    // A failed handler produces no page. A handler that has finished may still have its last byte to write.
    await Promise.race([made.rendered, handled]);
    return withStatus(await made.rendered, exchange);
  } catch (error) {
    made.abandon();
    if (response?.destroyed) return null;
    throw error;
  } finally {
    response?.off("close", giveUp);
  }
}

/** Applies the status and the headers that the page requested. */
function withStatus(page: Rendered, { wanted }: PageExchange): Rendered {
  if (page.status !== 200 || !wanted) return page;
  const { status, retryAfterSeconds } = wanted;
  const headers = { ...page.headers, ...wanted.headers };
  if (retryAfterSeconds) headers["retry-after"] = String(retryAfterSeconds);
  return { ...page, status, headers };
}
