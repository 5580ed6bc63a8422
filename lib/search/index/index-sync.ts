import { setTimeout as sleep } from "node:timers/promises";
import type { Meilisearch } from "meilisearch";
import { read, transaction, write } from "@/db/client";
import {
  type DirtySkill,
  dirtyCount,
  dirtySkills,
  dropDeadLetters,
  freshSkillsToAnalyse,
  keepDeadLetters,
  settleDirty,
} from "@/db/queries/index-state";
import { versionsToAnalyse, versionsToIndex } from "@/db/queries/index-versions";
import {
  type AnalysisRow,
  addAnalyses,
  addToStatistics,
  addToTermCounts,
  lockAnalyses,
  removeAnalyses,
} from "@/db/queries/search-documents";
import { log } from "@/lib/platform/log";
import { singleton } from "@/lib/platform/singleton";
import { indexingClient } from "@/lib/search/engine/engine";
import { documentOf, type IndexDocument, liveIndex, putDocuments, settled } from "@/lib/search/index/index-documents";
import { liveEmbedder } from "@/lib/search/index/index-meanings";
import { ANALYSIS_REVISION, analyseVersion, lengthsOf, pack } from "@/lib/search/query/analyse-version";

const SKILLS_PER_BATCH = 100;
const NEW_SKILLS_MAX = 20;
const NEW_LOOK_MS = 250;

type Synced = { indexed: number; pending: number };

/**
 * Indexes one batch of the dirty set: the stored analyses first, then the engine's documents. An entry leaves the set
 * only when the engine has finished and its skill has not changed since, so a crash at any point repeats work but loses
 * none. Calls in one process run sequentially; a lease serialises processes, and if two write nevertheless, skills
 * indexed by both are indexed again. Throws when the database or a configured engine does not answer.
 */
export async function syncIndexOnce(): Promise<Synced> {
  const turn = singleton("index-sync-turn", () => ({ last: Promise.resolve<unknown>(undefined) }));
  const mine = turn.last.then(syncBatch, syncBatch);
  turn.last = mine.catch(() => undefined);
  return mine;
}

/** Syncs until nothing waits; for the start-up, imports and tests. Returns the number of skills indexed. */
export async function syncIndex(): Promise<number> {
  for (let indexed = 0; ; ) {
    const batch = await syncIndexOnce();
    indexed += batch.indexed;
    if (batch.pending === 0 || batch.indexed === 0) return indexed;
  }
}

async function syncBatch(): Promise<Synced> {
  const skills = await read((sql) => dirtySkills(sql, SKILLS_PER_BATCH));
  if (skills.length === 0) return { indexed: 0, pending: 0 };
  const skill_ids = skills.map((skill) => skill.skill_id);
  await analyseSkills(skill_ids);
  await whileAnalysingNew(writeToEngine(skills));
  await write((sql) => settleDirty(sql, skills));
  return { indexed: skills.length, pending: await read(dirtyCount) };
}

/**
 * Changes made while the engine works are analysed meanwhile, so search finds them before the engine has indexed them.
 */
export async function whileAnalysingNew<T>(work: Promise<T>): Promise<T> {
  const done = work.then(
    () => true,
    () => true,
  );
  while (!(await Promise.race([done, sleep(NEW_LOOK_MS, false)]))) {
    await analyseNew().catch((error: unknown) =>
      log().warn({ err: String(error) }, "new versions could not be analysed yet; the sync retries"),
    );
  }
  return work;
}

async function analyseNew(): Promise<void> {
  const latest = await read((sql) => freshSkillsToAnalyse(sql, ANALYSIS_REVISION, NEW_SKILLS_MAX));
  if (latest.length > 0) await analyseSkills(latest);
}

async function writeToEngine(skills: readonly DirtySkill[]): Promise<void> {
  const client = indexingClient();
  if (client === null) return;
  const index = liveIndex();
  const skill_ids = skills.map((skill) => skill.skill_id);
  const embedder = await liveEmbedder();
  const versions = await read((sql) => versionsToIndex(sql, skill_ids, embedder));
  const refused = await putDocuments(
    client,
    index,
    versions.map((version) => documentOf(version, embedder)),
  );
  const version_ids = versions.map((version) => version.version_id);
  const taken = version_ids.filter((id) => !refused.some(({ document }) => document.id === id));
  await deleteGone(client, index, goneFilter(skill_ids, version_ids), taken.length > 0);
  await noteRefusals(taken, refused);
}

/** Remembers which versions the engine refused, and forgets those that it has taken. */
export async function noteRefusals(
  taken: readonly string[],
  refused: ReadonlyArray<{ document: IndexDocument; reason: string }>,
): Promise<void> {
  await write((sql) => dropDeadLetters(sql, taken));
  if (refused.length === 0) return;
  const version_ids = refused.map(({ document }) => document.id);
  await write((sql) => keepDeadLetters(sql, version_ids));
  for (const { document, reason } of refused)
    log().error({ version_id: document.id, reason }, "the search engine refused a version");
}

/**
 * Deletes documents that mostly do not exist, which a lookup shows far cheaper than a task. The engine runs tasks in
 * order: once one of ours is done, no task of a killed writer can still add documents, and the lookup is complete.
 * Before that the task is sent without a lookup.
 */
async function deleteGone(client: Meilisearch, index: string, filter: string, hasDoneOurs: boolean): Promise<void> {
  if (hasDoneOurs) {
    const { results } = await client.index(index).getDocuments({ filter, fields: ["id"], limit: 1 });
    if (results.length === 0) return;
  }
  await settled(client, await client.index(index).deleteDocuments({ filter }));
}

/** Documents of these skills that are no longer offered. Only our own ids: letters, digits, `_` and `-`. */
function goneFilter(skill_ids: readonly string[], version_ids: readonly string[]): string {
  const list = (ids: readonly string[]) => `[${ids.map((id) => JSON.stringify(id)).join(", ")}]`;
  const of = `skill_id IN ${list(skill_ids)}`;
  return version_ids.length === 0 ? of : `${of} AND id NOT IN ${list(version_ids)}`;
}

/**
 * A batch is one transaction with thousands of term counts; a larger one exceeds the call timeout on a busy machine.
 */
const SKILLS_PER_TRANSACTION = 20;

/**
 * Updates the stored analyses of these skills to match their offered versions, together with the counts and sums that
 * ranking needs. Idempotent and safe to run concurrently. The texts are analysed before each transaction begins.
 */
export async function analyseSkills(skill_ids: readonly string[]): Promise<void> {
  for (let from = 0; from < skill_ids.length; from += SKILLS_PER_TRANSACTION)
    await analyseTogether(skill_ids.slice(from, from + SKILLS_PER_TRANSACTION));
}

async function analyseTogether(skill_ids: readonly string[]): Promise<void> {
  const texts = await read((sql) => versionsToAnalyse(sql, skill_ids, ANALYSIS_REVISION));
  const rows: AnalysisRow[] = [];
  for (const text of texts) {
    const { version, terms, plain_text } = analyseVersion(text);
    const { version_id, skill_id, question_thread_id } = text;
    rows.push({
      version_id,
      skill_id,
      analysis_revision: ANALYSIS_REVISION,
      question_thread_id,
      terms,
      analysis: pack(version),
      plain_text,
      lengths: version.lengths,
    });
    // Yields, so that a long batch does not block this process's web server.
    await new Promise((resolve) => setImmediate(resolve));
  }
  await transaction(async (sql) => {
    const generation = await lockAnalyses(sql);
    const change = {
      documents: 0,
      lengths: [0, 0, 0, 0] as [number, number, number, number],
      terms: new Map<string, number>(),
    };
    const count = (by: 1 | -1, terms: readonly string[], lengths: readonly [number, number, number, number]) => {
      change.documents += by;
      for (const term of terms) change.terms.set(term, (change.terms.get(term) ?? 0) + by);
      lengths.forEach((length, field) => {
        change.lengths[field] = (change.lengths[field] ?? 0) + by * length;
      });
    };
    const removed = await removeAnalyses(
      sql,
      skill_ids,
      rows.map((row) => row.version_id),
    );
    for (const { terms, analysis } of removed) count(-1, terms, lengthsOf(analysis));
    const added = await addAnalyses(sql, rows, generation);
    for (const row of rows) if (added.has(row.version_id)) count(1, row.terms, row.lengths);
    if (removed.length === 0 && change.documents === 0) return;
    await addToTermCounts(sql, change.terms);
    await addToStatistics(sql, change.documents, change.lengths);
  });
}
