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
