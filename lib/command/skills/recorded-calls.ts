import { CairnError, send } from "@/lib/client/call";
import { type Cairn, createClient, readText } from "@/lib/client/operations";
import type { Io } from "@/lib/command/io";
import { callOptions } from "@/lib/command/talk/calls";

/** A request as it left: method and path with its query, and the body of a POST. */
export type Sent = { request: string; body?: unknown };

export type Service = {
  cairn: Cairn;
  /** The text of a document that is not JSON of the API. Throws as `send`. */
  text(path: string): Promise<string>;
  /** The bytes of a document, at most 1 MiB. Throws as `send`. */
  bytes(path: string): Promise<Buffer>;
  /** Every request so far. */
  sent: Sent[];
};

/** The service, without a token: what is read here is public. Records what is sent. */
export function serviceOf(io: Io): Service {
  const sent: Sent[] = [];
  const recording: typeof fetch = (address, init) => {
    const request = `${init?.method ?? "GET"} ${String(address).slice(io.base.length)}`;
    const body = typeof init?.body === "string" ? { body: JSON.parse(init.body) } : {};
    sent.push({ request, ...body });
    return io.fetch(address, init);
  };
  const options = { ...callOptions(io), fetch: recording };
  return {
    cairn: createClient(options),
    text: async (path) => readText(await send(path, {}, options)),
    bytes: async (path) => readBytes(await send(path, {}, options)),
    sent,
  };
}

const BYTES_MAX = 1_048_576;

async function readBytes(response: Response): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const part of response.body ?? []) {
      bytes += part.length;
      if (bytes > BYTES_MAX) throw new Error("The answer is too long.");
      parts.push(part);
    }
    return Buffer.concat(parts);
  } catch (error) {
    await response.body?.cancel().catch(() => {});
    throw new CairnError(0, "unreachable", error instanceof Error ? error.message : String(error), {}, null, error);
  }
}

/** The first request that `ask` makes, as it would leave; it is not sent. */
export async function unsent(io: Io, ask: (cairn: Cairn) => Promise<unknown>): Promise<Sent[]> {
  const stop = new AbortController();
  const fetch = async () => {
    stop.abort();
    throw stop.signal.reason;
  };
  const { cairn, sent } = serviceOf({ ...io, signal: stop.signal, fetch });
  await ask(cairn).catch((error) => {
    if (!stop.signal.aborted) throw error;
  });
  return sent;
}
