import { read } from "@/db/client";
import { meaningsOf } from "@/db/queries/meanings";
import { once } from "@/lib/process";
import { embedder } from "@/lib/search/embedder";
import { indexingClient } from "@/lib/search/engine";
import { liveIndex } from "@/lib/search/write-index";

/** The embedder an index is made for: every document must then say its vector, or that it has none yet. */
export type IndexEmbedder = { name: string; dimensions: number };

const state = () => once<{ live: string | null | undefined }>("search-index-meanings", () => ({ live: undefined }));

/** The name of the embedder that the live index is made for, from memory; null for none. Throws when the engine does not answer. */
export async function liveEmbedder(): Promise<string | null> {
  const { live } = state();
  return live === undefined ? readLiveEmbedder() : live;
}

/** The same, asked of the engine: another process may have built the index anew. */
export async function readLiveEmbedder(): Promise<string | null> {
  const client = indexingClient();
  const embedders = client === null ? null : await client.index(liveIndex()).getEmbedders();
  const name = Object.keys(embedders ?? {})[0] ?? null;
  noteLiveEmbedder(name);
  return name;
}

/** Notes what the live index was found or made to be. */
export function noteLiveEmbedder(name: string | null): void {
  state().live = name;
}

/**
 * The embedder that the live index should be made for, given the one it is made for now. It stays as it is until the configured
 * one has made something of every version, so that the index is built anew once.
 */
export async function wantedEmbedder(live: string | null): Promise<IndexEmbedder | null> {
  const by = embedder();
  if (by === null) return null;
  const { waiting, dimensions } = await read((sql) => meaningsOf(sql, by.name));
  return dimensions !== null && (waiting === 0 || live === by.name) ? { name: by.name, dimensions } : null;
}

/** True while an index made for another embedder, or for none, waits for the configured one to be complete. */
export function waitsForEmbedder(wanted: IndexEmbedder | null): boolean {
  return wanted === null && embedder() !== null;
}
