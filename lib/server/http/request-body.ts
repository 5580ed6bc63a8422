import type { IncomingMessage } from "node:http";
import { Problem } from "@/lib/platform/errors";

/**
 * Reads a request's body. Rejects with `body_too_large` beyond `bytesMax` and with `request_timeout` when it arrives
 * too slowly (`watchBody`). Both close the connection.
 */
export function readBody(request: IncomingMessage, bytesMax: number): Promise<Uint8Array> {
  const tooLarge = () =>
    new Problem("body_too_large", { detail: `The body may have ${bytesMax} bytes.`, headers: { connection: "close" } });
  if (Number(request.headers["content-length"] ?? 0) > bytesMax) return Promise.reject(tooLarge());
  if (request.destroyed) return Promise.reject(new Problem("request_timeout"));
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const done = (settle: () => void) => {
      stop();
      request.off("data", onData);
      settle();
    };
    const onData = (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= bytesMax) chunks.push(chunk);
      else done(() => reject(tooLarge()));
    };
    const stop = watchBody(request, () =>
      done(() => reject(new Problem("request_timeout", { headers: { connection: "close" } }))),
    );
    request.on("data", onData);
    request.once("end", () => done(() => resolve(Buffer.concat(chunks))));
    // The client disconnected mid-body. The answer will not be read, and this is not a server error.
    request.once("error", () => done(() => reject(new Problem("request_timeout"))));
    request.once("aborted", () => done(() => reject(new Problem("request_timeout"))));
  });
}

/** Base allowance of every body. */
const FIRST_MS = 6_000;
/** Extra allowance per received byte: the minimum rate is 4 kB/s. */
const MS_PER_BYTE = 1 / 4;
const ALL_MS_MAX = 30_000;

/**
 * Calls `onLate` once if a request body arrives too slowly: it has 6 s, plus 1 s for each 4 kB received, 30 s at most.
 * Returns a function that stops the watch.
 */
export function watchBody({ socket }: IncomingMessage, onLate: () => void): () => void {
  const startedAt = performance.now();
  const before = socket.bytesRead;
  const allowed = () => Math.min(ALL_MS_MAX, FIRST_MS + (socket.bytesRead - before) * MS_PER_BYTE);
  let timer = setTimeout(look, FIRST_MS);

  function look(): void {
    const left = startedAt + allowed() - performance.now();
    if (left <= 0) onLate();
    else timer = setTimeout(look, left);
  }

  return () => clearTimeout(timer);
}

const DEPTH_MAX = 32;
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * Parses a JSON body more strictly than JSON.parse: invalid UTF-8, a byte order mark, duplicate keys (after unescaping)
 * and nesting deeper than 32 are `malformed_json` (400). The detail gives the position.
 */
export function parseJson(bytes: Uint8Array): unknown {
  let text: string;
  try {
    text = decoder.decode(bytes);
  } catch {
    throw malformed("the bytes are not valid UTF-8");
  }
  if (text.trim() === "") throw malformed("the body is empty");
  checkDepth(text);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw malformed(positionOf(error));
  }
  const twice = duplicateKey(text);
  if (twice !== null) throw malformed(`the key at offset ${twice} appears twice in its object`);
  return value;
}

function malformed(why: string): Problem {
  return new Problem("malformed_json", { detail: `The body is not valid JSON: ${why}.` });
}

/** JSON.parse quotes some of the text in its message. Only the position may be shown. */
function positionOf(error: unknown): string {
  const at = error instanceof Error ? /position (\d+)/.exec(error.message)?.[1] : undefined;
  return at ? `unexpected character at offset ${at}` : "it ends too early or has an unexpected character";
}

/** Runs before JSON.parse, which is recursive. Brackets inside strings do not count. */
function checkDepth(text: string): void {
  let depth = 0;
  for (let i = 0; i < text.length; i += 1) {
    const c = text.charCodeAt(i);
    if (c === 0x22) i = endOfString(text, i);
    else if (c === 0x5b || c === 0x7b) {
      depth += 1;
      if (depth > DEPTH_MAX) throw malformed(`it is nested deeper than ${DEPTH_MAX} levels`);
    } else if (c === 0x5d || c === 0x7d) depth -= 1;
  }
}

/** The offset of the first duplicate key in valid JSON, or null. */
function duplicateKey(text: string): number | null {
  const objects: Array<Set<string> | null> = [];
  for (let i = 0; i < text.length; i += 1) {
    const c = text.charCodeAt(i);
    if (c === 0x7b) objects.push(new Set());
    else if (c === 0x5b) objects.push(null);
    else if (c === 0x7d || c === 0x5d) objects.pop();
    else if (c === 0x22) {
      const end = endOfString(text, i);
      const keys = objects.at(-1);
      if (keys && isKey(text, end + 1)) {
        const key: string = JSON.parse(text.slice(i, end + 1));
        if (keys.has(key)) return i;
        keys.add(key);
      }
      i = end;
    }
  }
  return null;
}

/** The offset of the closing quote of the string that starts at `start`. */
function endOfString(text: string, start: number): number {
  for (let i = start + 1; i < text.length; i += 1) {
    const c = text.charCodeAt(i);
    if (c === 0x5c) i += 1;
    else if (c === 0x22) return i;
  }
  return text.length;
}

function isKey(text: string, after: number): boolean {
  let i = after;
  while (i < text.length && " \t\n\r".includes(text.charAt(i))) i += 1;
  return text.charAt(i) === ":";
}
