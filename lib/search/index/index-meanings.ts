import { read, transaction } from "@/db/client";
import { markDirty } from "@/db/queries/index-state";
import { dimensionsOf, keepMeanings, meaningsOf, versionsToEmbed } from "@/db/queries/index-versions";
import { singleton } from "@/lib/platform/singleton";
import { bytesOf, embed, embeddedText, embedder } from "@/lib/search/engine/embedder";
import { indexingClient } from "@/lib/search/engine/engine";
import { liveIndex } from "@/lib/search/index/index-documents";

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
async function readLiveEmbedder(): Promise<string | null> {
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

const BATCH = 32;
/** A model on a slow machine needs long for a batch; this is background work. */
const BATCH_DEADLINE_MS = 60_000;

/**
 * Embeds one batch of versions with the configured embedder and stores the vectors; returns how many, 0 when none is
 * left or no embedder is configured. The index picks them up through the dirty set, or when it is rebuilt for a new
 * embedder. Throws when the embedder does not answer or changes the dimensions.
 */
export async function embedVersions(): Promise<number> {
  const by = embedder();
  if (by === null) return 0;
  const versions = await read((sql) => versionsToEmbed(sql, by.name, BATCH));
  if (versions.length === 0) return 0;
  const dimensions = await read((sql) => dimensionsOf(sql, by.name));
  const vectors = await embed(by, versions.map(embeddedText), BATCH_DEADLINE_MS, dimensions);
  const rows = versions.map(({ version_id }, place) => ({ version_id, vector: bytesOf(vectors[place] ?? []) }));
  // A first large set reaches the index together, when it is rebuilt. The last few may come during that.
  const isRead = versions.length < BATCH || (await readLiveEmbedder()) === by.name;
  await transaction(async (sql) => {
    await keepMeanings(sql, by.name, rows);
    if (isRead) await markDirty(sql, [...new Set(versions.map(({ skill_id }) => skill_id))]);
  });
  return versions.length;
}
