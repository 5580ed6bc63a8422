import { z } from "zod";

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
