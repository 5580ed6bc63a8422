import { randomBytes } from "node:crypto";
import type { LabelledQuery } from "@/lib/cli/eval/labelled-queries";
import { indexingClient } from "@/lib/search/engine/engine";

export type Text = { skill_id: string; folder: string; title: string; description: string; markdown: string };
/** What a plainer search found, best first. */
type Found = { ranked: string[]; score: number };
export type Baseline = { name: string; ask(query: LabelledQuery): Promise<Found>; close(): Promise<void> };

const DEPTH = 5;
const TASK_MS_MAX = 300_000;

/** Meilisearch as it comes: title, description and markdown, default settings. Null when there is no Meilisearch. */
export async function plainMeilisearch(texts: readonly Text[]): Promise<Baseline | null> {
  const client = indexingClient();
  if (client === null) return null;
  const name = `plain_${randomBytes(6).toString("hex")}`;
  const documents = texts.map(({ folder, title, description, markdown }, id) => {
    return { id, folder, title, description, markdown };
  });
  const index = client.index<{ id: number; folder: string }>(name);
  const task = await index.addDocuments(documents, { primaryKey: "id" });
  await client.tasks.waitForTask(task.taskUid, { timeout: TASK_MS_MAX });
  return {
    name: "Meilisearch, as it comes",
    async ask({ query }) {
      const { hits } = await index.search(query, { limit: DEPTH, showRankingScore: true });
      return { ranked: hits.map((hit) => hit.folder), score: hits[0]?._rankingScore ?? 0 };
    },
    async close() {
      await client.deleteIndex(name);
    },
  };
}
