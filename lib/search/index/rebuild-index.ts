import { randomBytes } from "node:crypto";
import type { Meilisearch, Settings } from "meilisearch";
import { read, readAtLeisure, write } from "@/db/client";
import { type DirtySkill, dirtySkills, settleDirty } from "@/db/queries/index-state";
import { indexCounts, skillsToAnalyse, versionsToIndexAfter } from "@/db/queries/index-versions";
import { env } from "@/lib/platform/env";
import { embedder } from "@/lib/search/engine/embedder";
import { indexingClient } from "@/lib/search/engine/engine";
import { ensureSearchKey, requireEngine, takenSearchKey } from "@/lib/search/engine/engine-setup";
import { documentOf, type IndexDocument, liveIndex, putDocuments, settled } from "@/lib/search/index/index-documents";
import { type IndexEmbedder, liveEmbedder, noteLiveEmbedder, wantedEmbedder } from "@/lib/search/index/index-meanings";
import { analyseSkills, noteRefusals, syncIndexOnce, whileAnalysingNew } from "@/lib/search/index/index-sync";
import { ANALYSIS_REVISION } from "@/lib/search/query/analyse-version";

const VERSIONS_PER_BATCH = 1_000;
/** The engine merges batches that wait together, which is several times as fast. */
const BATCHES_AT_ONCE = 5;
const ABANDONED_MS = 3_600_000;
/** From this many waiting skills on, and from this share of all versions, a rebuild comes before batches. */
const REBUILD_FROM = { waiting: 2_000, share: 0.1 } as const;
/** More than wait after any import; the rest is indexed in batches. */
const WAITING_MAX = 1_000_000;
const SETTLED_AT_ONCE = 5_000;
const SKILLS_PER_BATCH = 100;
/** Rarely, because the check reads all versions. */
const SKILLS_PER_LOOK = 5_000;
/** A busy engine answers late, but within this. */
const ENGINE_MS_MAX = 5_000;

/**
 * Makes the index ready to search, for the start-up: analyses versions without an analysis, rebuilds the engine's index
 * when it is missing, empty, has other settings or lacks much, then indexes recent changes. Fast when everything is in
 * place. Throws `EngineAway`, early and with a readable message, when a configured engine cannot be filled; all
 * versions are analysed by then. `isHeld` says whether the caller still holds the index lease: without it no rebuilt
 * index replaces the live one.
 */
export async function prepareIndex(isHeld: () => boolean = () => true): Promise<void> {
  do {
    const waiting = await readAtLeisure((sql) => dirtySkills(sql, WAITING_MAX));
    await whileAnalysingNew(analyseAll());
    const client = indexingClient();
    if (client !== null) {
      await requireEngine(env().MEILI_URL ?? "", env().MEILI_KEY ?? "", ENGINE_MS_MAX);
      if (!(await isUsable(client)) || (await embedderChanged()) || (await muchWaits(waiting.length)))
        await whileAnalysingNew(rebuildIndex(client, waiting, isHeld));
      // Last: an engine that loses everything after this also lacks its index, which is noticed.
      await restoreSearchKey();
    }
  } while (!(await syncUnlessMuchWaits()));
}

/** Indexes the waiting skills; false when so many have arrived meanwhile that a rebuild is faster. */
async function syncUnlessMuchWaits(): Promise<boolean> {
  for (;;) {
    const { pending, indexed } = await syncIndexOnce();
    if (pending === 0 || indexed === 0) return true;
    if (await muchWaits(pending)) return false;
  }
}

/** Whether the live index should have another embedder. Throws when the engine does not answer. */
export async function embedderChanged(): Promise<boolean> {
  const live = await liveEmbedder();
  if (live === (embedder()?.name ?? null)) return false;
  const wanted = await wantedEmbedder(live);
  // An index with another embedder, or none, waits until the configured one is complete.
  if (wanted === null && embedder() !== null) return false;
  return live !== (wanted?.name ?? null);
}

/**
 * Whether so many skills wait that rebuilding the engine's index is faster: in small batches a version takes it about
 * ten times as long. Happens after a large import or a restored backup.
 */
export async function muchWaits(waiting: number): Promise<boolean> {
  if (waiting < REBUILD_FROM.waiting || indexingClient() === null) return false;
  const { analysed } = await read(indexCounts);
  return waiting >= REBUILD_FROM.share * analysed;
}

/**
 * An engine that lost its data has lost our search key too. The recreated key is the same, because it is derived from
 * its id.
 */
async function restoreSearchKey(): Promise<void> {
  const { MEILI_URL, MEILI_KEY } = env();
  const taken = takenSearchKey();
  if (MEILI_URL && MEILI_KEY && taken && taken !== MEILI_KEY) await ensureSearchKey(MEILI_URL, MEILI_KEY);
}

/** Analyses every offered version without a current analysis; removes analyses of versions no longer offered. */
export async function analyseAll(): Promise<void> {
  for (;;) {
    const skills = await readAtLeisure((sql) => skillsToAnalyse(sql, ANALYSIS_REVISION, SKILLS_PER_LOOK));
    if (skills.length === 0) return;
    for (let from = 0; from < skills.length; from += SKILLS_PER_BATCH) {
      await analyseSkills(skills.slice(from, from + SKILLS_PER_BATCH));
    }
  }
}

/**
 * Builds the engine's index beside the live one and swaps them, so that no search meets an empty index; changes made
 * meanwhile are in the dirty set and indexed afterwards. `waiting` is the dirty set as of the last moment when the
 * analyses were known to be complete: the new index has all of these, unless they have changed since.
 */
async function rebuildIndex(client: Meilisearch, waiting: readonly DirtySkill[], isHeld: () => boolean): Promise<void> {
  const live = liveIndex();
  // What a former index was made for binds nothing: this one is new.
  const wanted = await wantedEmbedder(embedder()?.name ?? null);
  const name = wanted?.name ?? null;
  await deleteAbandoned(client);
  const fresh = `${live}_${randomBytes(6).toString("hex")}`;
  await settled(client, await client.createIndex(fresh, { primaryKey: "id" }));
  await settled(client, await client.index(fresh).updateSettings(settingsWith(wanted)));
  for (let after: string | null = ""; after !== null; ) {
    const together: IndexDocument[][] = [];
    while (together.length < BATCHES_AT_ONCE && after !== null) {
      const from: string = after;
      const versions = await readAtLeisure((sql) => versionsToIndexAfter(sql, from, VERSIONS_PER_BATCH, name));
      if (versions.length > 0) together.push(versions.map((version) => documentOf(version, name)));
      after = versions.at(-1)?.version_id ?? null;
    }
    const refused = (await Promise.all(together.map((documents) => putDocuments(client, fresh, documents)))).flat();
    const culprits = new Set(refused.map(({ document }) => document.id));
    const taken = together.flatMap((documents) => documents.map(({ id }) => id)).filter((id) => !culprits.has(id));
    await noteRefusals(taken, refused);
  }
  // A swap needs both indexes; the first time there is no other.
  await client.tasks.waitForTask((await client.createIndex(live, { primaryKey: "id" })).taskUid).catch(() => {});
  // The swap would lose documents that another writer has since added to the live index.
  if (!isHeld()) throw new Error("the lease of the search index ended during its rebuild");
  await settled(client, await client.swapIndexes([{ indexes: [live, fresh], rename: false }]));
  noteLiveEmbedder(name);
  await settled(client, await client.deleteIndex(fresh));
  // At least once, because results from the former index may be incomplete.
  for (let from = 0; from === 0 || from < waiting.length; from += SETTLED_AT_ONCE)
    await write((sql) => settleDirty(sql, waiting.slice(from, from + SETTLED_AT_ONCE)));
}

/** The leftover of a process that ended during a build. A younger one may still be in progress elsewhere. */
async function deleteAbandoned(client: Meilisearch): Promise<void> {
  const isOurs = new RegExp(`^${liveIndex()}_[0-9a-f]{12}$`);
  const { results } = await client.getRawIndexes({ limit: 1_000 });
  for (const { uid, createdAt } of results) {
    if (isOurs.test(uid) && Date.now() - Date.parse(createdAt) > ABANDONED_MS)
      await settled(client, await client.deleteIndex(uid));
  }
}

/** Whether the live index exists, has these settings, and is not empty unless the library is. */
async function isUsable(client: Meilisearch): Promise<boolean> {
  try {
    const [settings, stats, counts] = await Promise.all([
      client.index(liveIndex()).getSettings(),
      client.index(liveIndex()).getStats(),
      read(indexCounts),
    ]);
    noteLiveEmbedder(Object.keys(settings.embedders ?? {})[0] ?? null);
    const same = (
      ["searchableAttributes", "filterableAttributes", "rankingRules", "prefixSearch", "proximityPrecision"] as const
    ).every((name) => sorted(settings[name]) === sorted(INDEX_SETTINGS[name]));
    return same && (stats.numberOfDocuments > 0 || counts.analysed === 0);
  } catch (error) {
    if (error instanceof Error && "cause" in error && JSON.stringify(error.cause).includes("index_not_found"))
      return false;
    throw error;
  }
}

/** The engine returns some lists in its own order. */
function sorted(setting: unknown): string {
  return JSON.stringify(Array.isArray(setting) ? [...setting].sort() : setting);
}

/**
 * The engine's settings for our documents. The ranker corrects typing errors and completes unfinished words from the
 * library's own words before it queries; exact terms keep the engine's answer cheap. Order within an answer hardly
 * matters, because the ranker scores all candidates itself.
 */
export const INDEX_SETTINGS: Settings = {
  searchableAttributes: ["text"],
  displayedAttributes: ["id", "skill_id", "is_selected"],
  filterableAttributes: ["id", "is_selected", "technologies", "skill_id"],
  sortableAttributes: [],
  rankingRules: ["words"],
  proximityPrecision: "byAttribute",
  prefixSearch: "disabled",
  typoTolerance: { enabled: false },
  pagination: { maxTotalHits: 1_000 },
  stopWords: [],
};

/** The same for an index with vectors. We supply the vectors: the engine calls no embedder. */
function settingsWith(embedder: IndexEmbedder | null): Settings {
  if (embedder === null) return INDEX_SETTINGS;
  const { name, dimensions } = embedder;
  return { ...INDEX_SETTINGS, embedders: { [name]: { source: "userProvided", dimensions } } };
}
