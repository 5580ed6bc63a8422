import postgres from "postgres";
import { inTransaction } from "@/db/transaction";
import { findSkills, type SkillFolder } from "@/lib/domain/import/find-skills";
import { judgeVersions } from "@/lib/domain/import/judge-versions";
import { type FileRefusal, readSkill } from "@/lib/domain/import/read-skill";
import { type Incoming, type Stored, storeSkill } from "@/lib/domain/import/store-skill";

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

/** Skills judged and stored concurrently: judging uses one thread, and the rest of the time is database latency. */
const AT_ONCE = 6;
const ATTEMPTS_MAX = 3;

/**
 * Imports every SKILL.md under the roots, each skill in its own transaction. A refusal is listed in the summary with
 * its reason and does not stop the run; only an unreachable database throws. The connection pool should allow a few
 * concurrent transactions; with one, skills are stored sequentially.
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

  const claims = new Map<string, string>();
  const inTurn = makeTurns();
  let next = 0;
  let done = 0;
  const work = async () => {
    for (let folder = folders[next++]; folder; folder = folders[next++]) {
      options.signal?.throwIfAborted();
      await importOne(sql, folder, { summary, claims, inTurn, options });
      done += 1;
      options.onProgress?.(done, summary);
    }
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, sql.options.max) }, work));
  const byPath = (a: FileRefusal, b: FileRefusal) => (a.path < b.path ? -1 : 1);
  summary.refusals.sort(byPath);
  summary.notes.sort(byPath);
  return summary;
}

type Run = { summary: ImportSummary; claims: Map<string, string>; inTurn: Turns; options: ImportOptions };

async function importOne(
  sql: postgres.Sql,
  folder: SkillFolder,
  { summary, claims, inTurn, options }: Run,
): Promise<void> {
  const read = readSkill(folder, { checkout: true, split: options.split ?? false });
  summary.refusals.push(...read.refused);
  if (!read.newest) {
    summary.refused += 1;
    return;
  }
  const { newest, source_path } = read;
  const refuse = (reason: string) => {
    summary.refused += 1;
    summary.refusals.push({ path: newest.path, reason });
  };
  // Claimed before the first await, so the first root always wins.
  const first = claims.get(source_path);
  if (first !== undefined && first !== newest.skill.markdown)
    return refuse(`another folder of this run has the same path and name (${source_path})`);
  claims.set(source_path, newest.skill.markdown);

  const { versions, refusals } = await judgeVersions(read, options);
  summary.refusals.push(...refusals);
  if (!versions) {
    summary.refused += 1;
    return;
  }
  // Copies in several folders are stored sequentially, so that the second finds the first.
  const stored = await inTurn(newest.skill.markdown, () => store(sql, source_path, versions));
  if (stored.result === "refused") return refuse(stored.reason);
  // Omissions matter only when something was imported.
  if (stored.result !== "unchanged") summary.notes.push(...read.notes);
  count(summary, stored, newest.path);
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

type Turns = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/** Runs the work for each key sequentially, in call order. */
function makeTurns(): Turns {
  const last = new Map<string, Promise<unknown>>();
  return async (key, work) => {
    const before = last.get(key) ?? Promise.resolve();
    const mine = before.then(work, work);
    last.set(key, mine);
    try {
      return await mine;
    } finally {
      if (last.get(key) === mine) last.delete(key);
    }
  };
}
