import { read, transaction, write } from "@/db/client";
import { isOfDatabase, passesByItself } from "@/db/failures";
import {
  beginRun,
  endRun,
  failuresInRow,
  holdFollowed,
  knownTexts,
  type ReportLine,
  releaseSkills,
  type SourceRow,
  skillsOfSource,
  sourceById,
  storeProgress,
} from "@/db/queries/sources";
import { versionHistory } from "@/db/queries/version-history";
import { markReleases } from "@/db/queries/version-origins";
import { withdraw } from "@/lib/domain/moderation/withdraw-version";
import { collectFolder } from "@/lib/domain/sources/collect-folder";
import { collectGit } from "@/lib/domain/sources/collect-git";
import { collectNpm } from "@/lib/domain/sources/collect-npm";
import { type Collected, type FoundSkill, type Running, SourceFailure, shown } from "@/lib/domain/sources/found";
import { noteRelease } from "@/lib/domain/sources/newest-releases";
import { deciderOf, type JudgedText, judgeFound, REMOVED, storeFound } from "@/lib/domain/sources/store-found";
import { Problem } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import { grouped } from "@/lib/platform/words";

const AGAIN_SECONDS = 6 * 3_600;

/** After the first failure; twice as long after each that follows it. */
const AGAIN_AFTER_FAILURE_SECONDS = 900;

/** The sources of a process run one after the other: a server that answers slowly must not stop those after it. */
const COLLECT_MS_MAX = 600_000;

const REPORT_LINES_MAX = 2_000;

const PROBLEM_CHARACTERS_MAX = 500;

const UNEXPECTED = "this server could not store what it has; its log says why";

/**
 * Runs a source that is due, or clears away a removed one. The caller holds its lease. A source that cannot be read
 * ends as a failed run and is tried again; only an unreachable database and an abort throw.
 */
export async function runSource(source_id: string, running: Running): Promise<void> {
  const source = await read((sql) => sourceById(sql, source_id));
  if (source?.state === "removed") return clearAway(source, running);
  const number = source && (await transaction((sql) => beginRun(sql, source_id)));
  if (!source || number === null) return;
  const progress = async (words: string) => {
    requireLease(running);
    await write((sql) => storeProgress(sql, source_id, number, words));
  };
  try {
    const collected = await collect(source, running.signal, progress);
    const report = await storeAll(source, collected, running, progress);
    requireLease(running);
    await transaction(async (sql) => {
      const { newest, releases } = collected;
      if (releases) await markReleases(sql, source_id, releases);
      if (newest) await noteRelease(sql, newest);
      const counts = countsOf(report, collected.skills.length);
      await endRun(sql, source_id, number, {
        ...{ state: "succeeded", report: cutReport(report), problem: null, counts, again_in_seconds: AGAIN_SECONDS },
      });
    });
  } catch (error) {
    if (!isOfSource(error, running)) throw error;
    if (!(error instanceof SourceFailure))
      log().error({ source_id, err: String(error) }, "a source cannot be followed");
    await transaction(async (sql) => {
      const failures = await failuresInRow(sql, source_id);
      await endRun(sql, source_id, number, {
        state: "failed",
        report: [],
        problem: error instanceof SourceFailure ? shown(error.message, PROBLEM_CHARACTERS_MAX) : UNEXPECTED,
        counts: { found: 0, new: 0, unchanged: 0, refused: 0 },
        again_in_seconds: Math.min(AGAIN_SECONDS, AGAIN_AFTER_FAILURE_SECONDS * 2 ** failures),
      });
    });
  }
}

/** Whether a run ended because of what the source has: then it fails, and the sources after it get their turn. */
function isOfSource(error: unknown, { isHeld, signal }: Running): boolean {
  if (error instanceof SourceFailure) return true;
  if (signal.aborted || !isHeld() || (error instanceof Problem && error.status === 503)) return false;
  return !(isOfDatabase(error) && passesByItself(error));
}

async function collect(
  source: SourceRow,
  signal: AbortSignal,
  progress: (words: string) => Promise<void>,
): Promise<Collected> {
  const late = AbortSignal.timeout(COLLECT_MS_MAX);
  const options = { signal: AbortSignal.any([signal, late]), progress };
  try {
    if (source.kind === "npm") return await collectNpm(source, options);
    if (source.kind === "git") return await collectGit(source, options);
    return await collectFolder(source, options);
  } catch (error) {
    if (late.aborted && !signal.aborted) throw new SourceFailure("it could not be read within ten minutes");
    throw error;
  }
}

async function storeAll(
  source: SourceRow,
  { skills, refused, notes }: Collected,
  running: Running,
  progress: (words: string) => Promise<void>,
): Promise<ReportLine[]> {
  const lines: ReportLine[] = refused.map((each) => ({ ...each, result: "refused", skill_id: null, version_id: null }));
  for (const [at, skill] of skills.entries()) {
    requireLease(running);
    const judged = await judgeNew(source, skill);
    // One skill, one transaction: a run that is killed keeps what it stored, and the next goes on.
    const stored = await transaction(async (sql) =>
      (await holdFollowed(sql, source.source_id)) ? storeFound(sql, source, skill, judged) : null,
    );
    if (stored === null) throw new SourceFailure("it was removed while it was read");
    lines.push(...stored);
    if (at % 10 === 9) await progress(`${at + 1} of ${skills.length} skills stored`);
  }
  return [
    ...lines,
    ...notes.map((each): ReportLine => ({ ...each, result: "note", skill_id: null, version_id: null })),
  ];
}

/** The verdicts of the texts that are not stored yet, by their digests. */
async function judgeNew(source: SourceRow, skill: FoundSkill): Promise<Map<string, JudgedText>> {
  const known = await read((sql) => knownTexts(sql, skill.source_path));
  const judged = new Map<string, JudgedText>();
  for (const text of skill.texts) {
    if (known.some(({ text_sha256 }) => text_sha256?.equals(text.text_sha256))) continue;
    judged.set(text.text_sha256.toString("hex"), await judgeFound(source, skill, text));
  }
  return judged;
}

/** Withdraws the skills of a removed source, each in its own transaction. They then belong to no source. */
async function clearAway(source: SourceRow, running: Running): Promise<void> {
  const decider = deciderOf(source);
  for (const skill_id of await read((sql) => skillsOfSource(sql, source.source_id))) {
    requireLease(running);
    const versions = await read((sql) => versionHistory(sql, skill_id));
    for (const { version_id, withdrawn_at } of versions) {
      if (withdrawn_at !== null) continue;
      await transaction((sql) => withdraw(sql, decider, { skill_id, version_id, reason: REMOVED }, null));
    }
  }
  await transaction((sql) => releaseSkills(sql, source.source_id));
}

function cutReport(whole: ReportLine[]): ReportLine[] {
  const report = whole
    .slice(0, REPORT_LINES_MAX)
    .map(({ path, reason, ...line }) => ({ ...line, path: shown(path), reason: reason && shown(reason) }));
  if (whole.length <= REPORT_LINES_MAX) return report;
  const reason = `${grouped(whole.length - REPORT_LINES_MAX + 1)} more lines are left out`;
  const more = { path: ".", result: "note" as const, reason, skill_id: null, version_id: null };
  return [...report.slice(0, REPORT_LINES_MAX - 1), more];
}

function countsOf(report: readonly ReportLine[], found: number) {
  const skills = (...results: ReportLine["result"][]) =>
    new Set(report.filter(({ result }) => results.includes(result)).map(({ path }) => path)).size;
  return {
    found,
    new: skills("new", "new version"),
    unchanged: skills("unchanged", "widened"),
    refused: skills("refused"),
  };
}

function requireLease({ isHeld, signal }: Running): void {
  signal.throwIfAborted();
  if (!isHeld()) throw new Error("another process runs this source now");
}
