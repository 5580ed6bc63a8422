import { type IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { Duplex } from "node:stream";
import { type PageExchange, withExchange } from "@/lib/server/pages/page-exchange";
import type { Pages } from "@/lib/server/pages/start-next";

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
