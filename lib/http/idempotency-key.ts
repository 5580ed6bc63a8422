import { Problem } from "@/lib/errors";
import { sha256 } from "@/lib/secret";

/** The key of an `Idempotency-Key` header, bare or as a quoted string; null when there is none. */
export function readIdempotencyKey(value: string | undefined): string | null {
  if (value === undefined) return null;
  const trimmed = value.trim();
  const quoted = /^"((?:[^"\\]|\\["\\])*)"$/.exec(trimmed)?.[1];
  const key = quoted === undefined ? trimmed : quoted.replace(/\\(["\\])/g, "$1");
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) throw new Problem("invalid_idempotency_key");
  return key;
}

/** A hash of a JSON body that does not depend on the order of its keys or on white space. */
export function bodyHash(body: unknown): Buffer {
  return sha256(JSON.stringify(body, sortedKeys));
}

function sortedKeys(_key: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
