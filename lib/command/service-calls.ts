import { CairnError, type CallOptions, send } from "@/lib/client/call";
import { type Cairn, createClient, readText } from "@/lib/client/operations";
import type { Io } from "@/lib/command/io";

const TIMEOUT_MS = 30_000;
const ATTEMPTS = 3;

/** How commands call the service. The token goes only to operations that need one, so it is not in here. */
export function callOptions({ base, fetch, signal }: Io): CallOptions {
  return { base, fetch, signal, timeoutMs: TIMEOUT_MS, attempts: ATTEMPTS };
}

export function cairnOf(io: Io, options: CallOptions = {}): Cairn {
  return createClient({ ...callOptions(io), ...options });
}

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

/** What left this machine about the project, in a sentence. Reads of public pages say nothing about it. */
export function sentInWords(sent: readonly Sent[]): string {
  if (sent.length === 0) return "Nothing was sent.";
  // A request that was tried again was sent again.
  const bodies = [...new Set(sent.flatMap(({ body }) => (body === undefined ? [] : [JSON.stringify(body)])))];
  return bodies.length === 0
    ? "Sent: reads of skills and of the publish log, nothing about this project."
    : `Sent about this project: ${bodies.join(", ")}; otherwise reads of skills and of the publish log.`;
}

/** What `--dry-run` prints: the first requests; those that follow say nothing about the project. */
export function wouldSend(io: Io, requests: readonly Sent[]): void {
  const lines = requests.map(
    ({ request, body }) => `  ${request}${body === undefined ? "" : ` ${JSON.stringify(body)}`}`,
  );
  const text = [
    "This would be sent, and then only reads of skills and versions by their ids, and of the publish log:",
    ...lines,
    "Nothing was sent, and nothing was written.",
  ];
  io.answer({ dry_run: true, would_send: requests }, text.join("\n"));
}

/** What `--dry-run` prints of a command that reads what is published of skills. */
export async function wouldRead(io: Io, skills: ReadonlyArray<[slug: string, { skill_id: string }]>): Promise<void> {
  const requests = skills.map(([, { skill_id }]) => unsent(io, (cairn) => cairn.getSkill({ skill_id })));
  wouldSend(io, (await Promise.all(requests)).flat());
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
