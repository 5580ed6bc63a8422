import { read, transaction } from "@/db/client";
import { markDirty } from "@/db/queries/index-dirty";
import { dimensionsOf, keepMeanings, versionsToEmbed } from "@/db/queries/meanings";
import { embed, embeddedText, embedder } from "@/lib/search/embedder";
import { readLiveEmbedder } from "@/lib/search/index-meanings";
import { embedderAnswered } from "@/lib/search/nearest";
import { bytesOf } from "@/lib/search/vector-bytes";

const BATCH = 32;
/** Models on a slow machine take their time over a batch; nobody waits for it. */
const BATCH_DEADLINE_MS = 60_000;

/**
 * Has the configured embedder make something of one batch of versions, and keeps it; how many it were, 0 when none is
 * left or none is configured. The index reads them by itself: through the dirty set, or anew when it was made for another
 * embedder. Throws when the embedder does not answer or sends other dimensions than before.
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
  // The first of many reach the index together, when it is built anew. The last few may come while that happens.
  const isRead = versions.length < BATCH || (await readLiveEmbedder()) === by.name;
  await transaction(async (sql) => {
    await keepMeanings(sql, by.name, rows);
    if (isRead) await markDirty(sql, [...new Set(versions.map(({ skill_id }) => skill_id))]);
  });
  return versions.length;
}
