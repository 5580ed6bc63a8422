import { Problem } from "@/lib/platform/errors";
import { sha256 } from "@/lib/platform/secret";

/** The key of an `Idempotency-Key` header, bare or as a quoted string; null if absent. */
export function readIdempotencyKey(value: string | undefined): string | null {
  if (value === undefined) return null;
  const trimmed = value.trim();
  const quoted = /^"((?:[^"\\]|\\["\\])*)"$/.exec(trimmed)?.[1];
  const key = quoted === undefined ? trimmed : quoted.replace(/\\(["\\])/g, "$1");
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) throw new Problem("invalid_idempotency_key");
  return key;
}

/** The response header that explains why a key is weak. */
export const KEY_WARNING = "idempotency-key-warning";
/** Shorter keys can be guessed, or chosen by two callers at once. A UUID has 36 characters. */
const KEY_CHARACTERS_MIN = 16;

/**
 * Warns an anonymous caller about a short key in a structured field (RFC 9651): a token for programs with a `detail`
 * for people. The key is still honoured.
 */
export function weakKeyHeaders(key: string): Record<string, string> {
  if (key.length >= KEY_CHARACTERS_MIN) return {};
  const detail = `The key has fewer than ${KEY_CHARACTERS_MIN} characters. Without a token, whoever sends the same key and request from the same address gets this answer. Use a random key, such as a UUID.`;
  return { [KEY_WARNING]: `short_key;detail="${detail}"` };
}

/** A hash of a JSON body that ignores key order and whitespace. */
export function bodyHash(body: unknown): Buffer {
  return sha256(JSON.stringify(body, sortedKeys));
}

function sortedKeys(_key: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
