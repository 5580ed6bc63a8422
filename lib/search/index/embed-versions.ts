import { read, transaction } from "@/db/client";
import { markDirty } from "@/db/queries/index-state";
import { dimensionsOf, keepMeanings, versionsToEmbed } from "@/db/queries/index-versions";
import { embed, embeddedText, embedder } from "@/lib/search/engine/embedder";
import { embedderAnswered } from "@/lib/search/engine/embedder-health";
import { bytesOf } from "@/lib/search/engine/vector-bytes";
import { readLiveEmbedder } from "@/lib/search/index/index-meanings";

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
  const vectors = await embed(by, versions.map(embeddedText), BATCH_DEADLINE_MS, dimensions).then(
    (made) => {
      embedderAnswered(null);
      return made;
    },
    (error: unknown) => {
      embedderAnswered(error);
      throw error;
    },
  );
  const rows = versions.map(({ version_id }, place) => ({ version_id, vector: bytesOf(vectors[place] ?? []) }));
  // A first large set reaches the index together, when it is rebuilt. The last few may come during that.
  const isRead = versions.length < BATCH || (await readLiveEmbedder()) === by.name;
  await transaction(async (sql) => {
    await keepMeanings(sql, by.name, rows);
    if (isRead) await markDirty(sql, [...new Set(versions.map(({ skill_id }) => skill_id))]);
  });
  return versions.length;
}
