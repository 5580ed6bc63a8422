import { totalmem } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { read } from "@/db/client";
import { indexState } from "@/db/queries/index-state";
import { analysedBetween, latestAnalyses, type StoredAnalysis, storedAnalyses } from "@/db/queries/search-documents";
import { caches, makeLru } from "@/lib/platform/caches";
import { singleton } from "@/lib/platform/singleton";
import { type AnalysedVersion, unpack } from "@/lib/search/query/analyse-version";

const MEGABYTE = 1_024 * 1_024;
/**
 * A sixteenth of the machine's memory, within limits, if the library is that large; an analysis takes about 7 kB. A new
 * search reads two hundred of them, and reading them from the database takes longer than the rest of the search.
 */
const MEGABYTES = { least: 96, most: 1_024, shareOfMemory: 1 / 16 } as const;
const BYTES_PER_TERM = 13;
const BYTES_PER_ENTRY = 400;
const WARM_SHARE = 0.75;
const WARM_PER_READ = 50;
const WARM_PAUSE_MS = 50;

type Analyses = {
  bytesMax: number;
  kept: ReturnType<typeof makeLru<AnalysedVersion>>;
  /** Every kept analysis is at least as new as this generation; null before the first is read. */
  generation: string | null;
};

const analyses = () =>
  singleton("search-analyses", () => {
    const made = makeAnalyses(bytesOfMachine());
    caches().set("analyses", made.kept);
    return made;
  });

/** Room for as many bytes of analyses in memory. */
export function makeAnalyses(bytesMax: number): Analyses {
  return { bytesMax, kept: makeLru<AnalysedVersion>(bytesMax, sizeOf), generation: null };
}

/** By the memory of the machine or container. */
function bytesOfMachine(): number {
  const memory = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
  const share = (memory * MEGABYTES.shareOfMemory) / MEGABYTE;
  return Math.min(MEGABYTES.most, Math.max(MEGABYTES.least, share)) * MEGABYTE;
}

/**
 * The analyses of these versions, from an LRU cache that follows the index (a version is analysed again when another
 * question is lent to it); the missing ones are read in one query. Versions without an analysis are omitted.
 */
export async function analysesOf(
  version_ids: readonly string[],
  here: Analyses = analyses(),
): Promise<Map<string, AnalysedVersion>> {
  const generation = await forgetReplaced(here);
  const { kept } = here;
  const found = new Map<string, AnalysedVersion>();
  const missing: string[] = [];
  for (const id of version_ids) {
    const version = kept.get(id);
    if (version) found.set(id, version);
    else missing.push(id);
  }
  if (missing.length === 0) return found;
  for (const { version_id, analysis } of await read((sql) => storedAnalyses(sql, missing))) {
    const version = unpack(analysis);
    found.set(version_id, version);
    // What was replaced while it was read is not kept.
    if (here.generation === generation) kept.set(version_id, version);
  }
  return found;
}

/** Drops the kept analyses that have been replaced, and returns the generation that the others are of. */
async function forgetReplaced(here: Analyses): Promise<string> {
  const { generation } = await recentIndexState();
  const before = here.generation;
  if (before !== null && before !== generation)
    for (const version_id of await read((sql) => analysedBetween(sql, before, generation)))
      here.kept.delete(version_id);
  if (before === here.generation) here.generation = generation;
  return generation;
}

/**
 * Preloads analyses before the first search, newest selected versions first, until the cache is three quarters full:
 * the first searches of a process would otherwise read hundreds each. Loads in small batches beside other work.
 */
export async function warmAnalyses(signal: AbortSignal, here: Analyses = analyses()): Promise<void> {
  const { bytesMax, kept } = here;
  const most = bytesMax * WARM_SHARE;
  let before: string | null = null;
  for (let bytes = 0; bytes < most && !signal.aborted; ) {
    const from: string | null = before;
    const generation = await forgetReplaced(here);
    const rows: StoredAnalysis[] = await read((sql) => latestAnalyses(sql, from, WARM_PER_READ));
    for (const { version_id, analysis } of rows) {
      const version = unpack(analysis);
      if (here.generation === generation && !kept.get(version_id)) kept.set(version_id, version);
      bytes += sizeOf(version);
    }
    before = rows.at(-1)?.version_id ?? null;
    if (before === null || rows.length < WARM_PER_READ) return;
    await sleep(WARM_PAUSE_MS, undefined, { signal }).catch(() => {});
  }
}

function sizeOf(version: AnalysedVersion): number {
  return version.hashes.length * BYTES_PER_TERM + BYTES_PER_ENTRY;
}

/** The minimum interval between queries, which keeps the cost negligible on a busy server. */
const KEPT_MS = 200;

type RecentIndexState = {
  /** Increases in this process whenever the index has changed: results under an earlier number may be incomplete. */
  epoch: number;
  /**
   * Versions that the search engine may not have indexed yet. They are candidates for every query, so that new versions
   * are found however slow the engine is. Usually none; under heavy change only the latest.
   */
  fresh: readonly string[];
  /** The generation of the stored analyses at that time. */
  generation: string;
  /** A lower bound of the publish log's sequence at that time. */
  log_sequence: string;
};

type State = { at: number; signature: string; epoch: number; found: Promise<RecentIndexState> | null };

/** The state of the index, at most a fifth of a second old. Throws when the database does not answer. */
export function recentIndexState(): Promise<RecentIndexState> {
  const state = singleton<State>("search-index-pulse", () => ({ at: 0, signature: "", epoch: 0, found: null }));
  if (state.found === null || Date.now() - state.at >= KEPT_MS) {
    state.at = Date.now();
    state.found = feel(state);
    state.found.catch(() => {
      state.found = null;
    });
  }
  return state.found;
}

async function feel(state: State): Promise<RecentIndexState> {
  const { generation, revision, log_sequence, fresh } = await read((sql) => indexState(sql));
  const signature = [generation, revision, ...fresh].join(" ");
  if (signature !== state.signature) {
    state.signature = signature;
    state.epoch += 1;
  }
  return { epoch: state.epoch, fresh, generation, log_sequence };
}
