import { z } from "zod";
import { singleton } from "@/lib/platform/singleton";

/** The id of our key in any Meilisearch, so that it is reused instead of recreated. */
const SEARCH_KEY_ID = "5f0c2b3e-7b0c-4d5a-9a5e-ca1200000001";
const Key = z.object({ key: z.string().min(1) });

const taken = () => singleton<{ key: string | null }>("search-key", () => ({ key: null }));

/** Has this process search with a key that may only search, as far as `adminKey` may make one. */
export async function takeSearchKey(url: string, adminKey: string): Promise<void> {
  taken().key = await searchKey(url, adminKey);
}

/** The key that was taken; null when none was. */
export function takenSearchKey(): string | null {
  return taken().key;
}

/**
 * The search-only key that the web process uses, created through the API when it does not exist yet. Returns `adminKey`
 * itself when that may not create keys or the engine does not answer; for a Meilisearch without keys an empty one.
 */
export async function searchKey(url: string, adminKey: string): Promise<string> {
  return ensureSearchKey(url, adminKey).catch(() => adminKey);
}

/** The same, but throws when the engine does not answer: the key's existence is then unknown. */
export async function ensureSearchKey(url: string, adminKey: string): Promise<string> {
  if (!adminKey) return "";
  const found = await ask(url, adminKey, `/keys/${SEARCH_KEY_ID}`, null);
  const made = found ?? (await ask(url, adminKey, "/keys", { ...wanted, uid: SEARCH_KEY_ID }));
  return made?.key ?? adminKey;
}

const wanted = {
  name: "Cairn search",
  description: "Searches, and nothing else.",
  actions: ["search"],
  indexes: ["*"],
  expiresAt: null,
};

async function ask(
  url: string,
  adminKey: string,
  path: string,
  body: object | null,
): Promise<z.infer<typeof Key> | null> {
  const response = await fetch(`${url.replace(/\/+$/, "")}${path}`, {
    method: body ? "POST" : "GET",
    headers: { authorization: `Bearer ${adminKey}`, "content-type": "application/json" },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(5_000),
  });
  if (response.status >= 500) throw new Error(`the search engine answered ${response.status} to a request for a key`);
  const parsed = Key.safeParse(await response.json());
  return response.ok && parsed.success ? parsed.data : null;
}

const Listed = z.object({ results: z.array(z.unknown()) });

/** The search engine cannot be filled now; the message gives the reason without the key. */
class EngineAway extends Error {}

/**
 * Throws `EngineAway` when the Meilisearch at `url` is unreachable, is not a Meilisearch, or rejects the indexing key.
 * Makes one request.
 */
export async function requireEngine(url: string, key: string, deadlineMs: number): Promise<void> {
  const { origin, pathname } = new URL(url);
  const engine = `Meilisearch at ${origin}${pathname.replace(/\/+$/, "")}`;
  let status: number;
  let body: unknown;
  try {
    const response = await fetch(`${url.replace(/\/+$/, "")}/indexes?limit=1`, {
      headers: key ? { authorization: `Bearer ${key}` } : {},
      signal: AbortSignal.timeout(deadlineMs),
    });
    status = response.status;
    body = await response.json().catch(() => null);
  } catch {
    throw new EngineAway(`${engine} does not answer`);
  }
  if (status === 401 || status === 403) throw new EngineAway(`${engine} refuses MEILI_KEY (${status})`);
  if (status >= 400) throw new EngineAway(`${engine} answers ${status}`);
  if (!Listed.safeParse(body).success) throw new EngineAway(`${engine} does not respond like a Meilisearch`);
}
