import { read } from "@/db/client";
import { meaningsOf } from "@/db/queries/index-versions";
import { singleton } from "@/lib/platform/singleton";
import { embedder } from "@/lib/search/engine/embedder";
import { indexingClient } from "@/lib/search/engine/engine";
import { liveIndex } from "@/lib/search/index/write-index";

/** The embedder of an index: every document must then have its vector, or null. */
export type IndexEmbedder = { name: string; dimensions: number };

const state = () =>
  singleton<{ live: string | null | undefined }>("search-index-meanings", () => ({ live: undefined }));

/** The cached name of the live index's embedder; null for none. Throws when the engine does not answer. */
export async function liveEmbedder(): Promise<string | null> {
  const { live } = state();
  return live === undefined ? readLiveEmbedder() : live;
}

/** The same, read from the engine: another process may have rebuilt the index. */
export async function readLiveEmbedder(): Promise<string | null> {
  const client = indexingClient();
  const embedders = client === null ? null : await client.index(liveIndex()).getEmbedders();
  const name = Object.keys(embedders ?? {})[0] ?? null;
  noteLiveEmbedder(name);
  return name;
}

/** Caches the embedder of the live index. */
export function noteLiveEmbedder(name: string | null): void {
  state().live = name;
}

/**
 * The embedder that the live index should have, given its current one. It changes only when the configured embedder has
 * embedded every version, so that the index is rebuilt once.
 */
export async function wantedEmbedder(live: string | null): Promise<IndexEmbedder | null> {
  const by = embedder();
  if (by === null) return null;
  const { waiting, dimensions } = await read((sql) => meaningsOf(sql, by.name));
  return dimensions !== null && (waiting === 0 || live === by.name) ? { name: by.name, dimensions } : null;
}

/** True while an index with another embedder, or none, waits for the configured one to be complete. */
export function waitsForEmbedder(wanted: IndexEmbedder | null): boolean {
  return wanted === null && embedder() !== null;
}
