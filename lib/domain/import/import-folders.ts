import postgres from "postgres";
import { inTransaction } from "@/db/transaction";
import { findSkills, type SkillFolder } from "@/lib/domain/import/find-skills";
import { judgeVersions } from "@/lib/domain/import/judge-versions";
import { type FileRefusal, type ReadSkill, readSkill } from "@/lib/domain/import/read-skill";
import { type Incoming, type Stored, storeSkill } from "@/lib/domain/import/store-skill";
import type { KnownLicenses } from "@/lib/domain/import/surroundings";

export type ImportOptions = {
  /** Also accept skills that the safety rules would hold for a maintainer. */
  acceptHeld: boolean;
  /** Also record the review notes in the files. */
  reviewNotes: boolean;
  /** Move the later sections of a text that is too long to files. */
  split?: boolean;
  /** Aborts the run between two skills. */
  signal?: AbortSignal;
  onProgress?: (done: number, summary: ImportSummary) => void;
};

export type ImportSummary = {
  /** Folders with a SKILL.md. */
  found: number;
  imported: number;
  newVersions: number;
  unchanged: number;
  /** Skills whose SKILL.md was refused; `refusals` also lists refused older versions. */
  refused: number;
  /** Versions created, older ones included. */
  versions: number;
  refusals: FileRefusal[];
  notes: FileRefusal[];
};

/** Skills that are judged while the ones before them are stored. */
const BATCH = 25;
/** Skills that are stored at once: most of their time is that of the way to the database. */
const AT_ONCE = 6;
const ATTEMPTS_MAX = 3;

/**
 * Imports every SKILL.md under the roots, each skill whole or not at all. A refusal is listed in the summary with its
 * reason and does not stop the run; only an unreachable database throws. Skills are judged while the ones before them are
 * stored.
 */
export async function importFolders(
  sql: postgres.Sql,
  roots: string[],
  options: ImportOptions,
): Promise<ImportSummary> {
  const summary: ImportSummary = {
    found: 0,
    imported: 0,
    newVersions: 0,
    unchanged: 0,
    refused: 0,
    versions: 0,
    refusals: [],
    notes: [],
  };
  const folders: SkillFolder[] = [];
  for (const root of roots) {
    const { skills, unreadable } = findSkills(root);
    folders.push(...skills);
    summary.refusals.push(...unreadable);
  }
  summary.found = folders.length;

  const run: Run = { summary, claims: new Map(), known: new Map(), options };
  let storing: Promise<unknown> = Promise.resolve();
  for (let from = 0; from < folders.length; from += BATCH) {
    const batch: Ready[] = [];
    for (const folder of folders.slice(from, from + BATCH)) {
      options.signal?.throwIfAborted();
      const ready = await judgeOne(folder, run);
      if (ready) batch.push(ready);
    }
    await storing;
    const judged = Math.min(folders.length, from + BATCH);
    storing = storeBatch(sql, batch, run).then(() => options.onProgress?.(judged, summary));
    // Its error is thrown where it is awaited.
    storing.catch(() => {});
  }
  await storing;
  const byPath = (a: FileRefusal, b: FileRefusal) => (a.path < b.path ? -1 : 1);
  summary.refusals.sort(byPath);
  summary.notes.sort(byPath);
  return summary;
}

type Run = {
  summary: ImportSummary;
  claims: Map<string, string>;
  known: KnownLicenses;
  options: ImportOptions;
};
type Ready = Pick<ReadSkill, "source_path" | "newest" | "notes"> & { versions: Incoming[] };

/** Reads and judges a skill; null for one that is refused. */
async function judgeOne(folder: SkillFolder, { summary, claims, known, options }: Run): Promise<Ready | null> {
  const read = readSkill(folder, { checkout: true, split: options.split ?? false, known });
  summary.refusals.push(...read.refused);
  if (!read.newest) {
    summary.refused += 1;
    return null;
  }
  const { newest, source_path, notes } = read;
  const first = claims.get(source_path);
  if (first !== undefined && first !== newest.skill.markdown) {
    refuse(summary, newest.path, `another folder of this run has the same path and name (${source_path})`);
    return null;
  }
  claims.set(source_path, newest.skill.markdown);
  const { versions, refusals } = await judgeVersions(read, options);
  summary.refusals.push(...refusals);
  if (versions) return { source_path, newest, notes, versions };
  summary.refused += 1;
  return null;
}

/** Stores skills, a few at once. Those of one text have their turns one after the other: a copy then finds what it is of. */
async function storeBatch(sql: postgres.Sql, batch: readonly Ready[], { summary, options }: Run): Promise<void> {
  const one = async ({ source_path, newest, notes, versions }: Ready) => {
    options.signal?.throwIfAborted();
    const ended = await store(sql, source_path, versions);
    if (ended.result === "refused") {
      refuse(summary, newest.path, ended.reason);
      return;
    }
    // Omissions matter only when something was imported.
    if (ended.result !== "unchanged") summary.notes.push(...notes);
    count(summary, ended, newest.path);
  };
  const texts = new Map<string, Ready[]>();
  for (const ready of batch) {
    const { markdown } = ready.newest.skill;
    texts.set(markdown, [...(texts.get(markdown) ?? []), ready]);
  }
  const waiting = [...texts.values()];
  const work = async () => {
    for (let same = waiting.shift(); same; same = waiting.shift()) for (const ready of same) await one(ready);
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, sql.options.max) }, work));
}

function refuse(summary: ImportSummary, path: string, reason: string): void {
  summary.refused += 1;
  summary.refusals.push({ path, reason });
}

/**
 * Retries when another import stores the same skill concurrently. A text that the database rejects counts as refused.
 */
async function store(sql: postgres.Sql, source_path: string, versions: Incoming[]): Promise<Stored> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await inTransaction(sql, (tx) => storeSkill(tx, source_path, versions));
    } catch (error) {
      if (!(error instanceof postgres.PostgresError)) throw error;
      // Unique violation, serialization failure or deadlock: another writer was first.
      if (/^(23505|40001|40P01)$/.test(error.code) && attempt < ATTEMPTS_MAX) continue;
      if (!/^(22|23|54)/.test(error.code)) throw error;
      return { result: "refused", reason: `the database refuses it: ${error.message}` };
    }
  }
}

function count(summary: ImportSummary, stored: Exclude<Stored, { result: "refused" }>, path: string): void {
  if (stored.result === "imported") summary.imported += 1;
  else if (stored.result === "unchanged") summary.unchanged += 1;
  else summary.newVersions += 1;
  summary.versions += stored.versions;
  summary.notes.push(...stored.notes.map((reason) => ({ path, reason })));
}
