import { z } from "zod";
import { read, write } from "@/db/client";
import { markDirty } from "@/db/queries/index-state";
import {
  indexCounts,
  type ListedState,
  listedStates,
  skillsToAnalyse,
  skillsWithOtherQuestions,
} from "@/db/queries/index-versions";
import { indexingClient } from "@/lib/search/engine/engine";
import { liveIndex, settled } from "@/lib/search/index/index-documents";
import { ANALYSIS_REVISION } from "@/lib/search/query/analyse-version";

const PER_PAGE = 1_000;
const SKILLS_MARKED_MAX = 10_000;
const Indexed = z.object({ id: z.string(), skill_id: z.string(), is_selected: z.boolean() });

/**
 * The number of documents in the engine; null when none is configured. Throws when it has no index or does not answer.
 */
export async function documentsHeld(): Promise<number | null> {
  const client = indexingClient();
  return client === null ? null : (await client.index(liveIndex()).getStats()).numberOfDocuments;
}

/** A cheap check: the engine and the stored analyses have as many versions as are offered. True without an engine. */
export async function countsAgree(): Promise<boolean> {
  const { offered, analysed } = await read(indexCounts);
  const client = indexingClient();
  if (client === null) return offered === analysed;
  const { numberOfDocuments } = await client.index(liveIndex()).getStats();
  return offered === analysed && offered === numberOfDocuments;
}

/**
 * Compares every offered version with the stored analyses and the engine's documents, and marks skills that differ for
 * indexing; documents of unknown versions are deleted. Returns the number of marked skills. Concurrent writes may be
 * marked needlessly, which is harmless.
 */
export async function repairDrift(): Promise<{ marked: number; deleted: number }> {
  const marked = new Set([
    ...(await read((sql) => skillsToAnalyse(sql, ANALYSIS_REVISION, SKILLS_MARKED_MAX))),
    ...(await read((sql) => skillsWithOtherQuestions(sql, SKILLS_MARKED_MAX))),
  ]);
  const unknown: string[] = [];
  const client = indexingClient();
  if (client !== null) {
    const indexed = await indexedStates();
    for await (const offered of allOffered()) {
      const held = indexed.get(offered.version_id);
      if (held !== offered.is_selected) marked.add(offered.skill_id);
      indexed.delete(offered.version_id);
    }
    unknown.push(...indexed.keys());
    if (unknown.length > 0) await settled(client, await client.index(liveIndex()).deleteDocuments(unknown));
  }
  if (marked.size > 0) await write((sql) => markDirty(sql, [...marked]));
  return { marked: marked.size, deleted: unknown.length };
}

async function indexedStates(): Promise<Map<string, boolean>> {
  const states = new Map<string, boolean>();
  const client = indexingClient();
  for (let offset = 0; client !== null; offset += PER_PAGE) {
    const page = await client
      .index(liveIndex())
      .getDocuments({ fields: ["id", "skill_id", "is_selected"], limit: PER_PAGE, offset });
    for (const document of page.results) {
      const { id, is_selected } = Indexed.parse(document);
      states.set(id, is_selected);
    }
    if (page.results.length < PER_PAGE) break;
  }
  return states;
}

async function* allOffered(): AsyncGenerator<ListedState> {
  for (let after = ""; ; ) {
    const from = after;
    const page = await read((sql) => listedStates(sql, from, PER_PAGE));
    yield* page;
    const last = page.at(-1);
    if (!last) return;
    after = last.version_id;
  }
}
