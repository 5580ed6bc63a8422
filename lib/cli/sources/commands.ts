import { setTimeout as sleep } from "node:timers/promises";
import { read } from "@/db/client";
import { lastReport, listSources, type SourceRow, sourceById } from "@/db/queries/sources";
import { inOneSentence } from "@/lib/contract/skill-in-words";
import { byOperator } from "@/lib/domain/moderation/moderate";
import { RECOMMENDED } from "@/lib/domain/sources/recommended";
import { adding, addingFolder, removing, running } from "@/lib/domain/sources/sources";
import { staleVersions } from "@/lib/domain/sources/stale-versions";
import { followSource } from "@/lib/server/worker/follow-sources";

const REASON = "Asked for on the command line.";
const ALL = 10_000;
const AT_ONCE = 4;
const LOOK_MS = 250;

type Named = { address: string; range: string | undefined; minors: number | undefined };

export async function addOne(named: Named, signal: AbortSignal): Promise<number> {
  const { source_id } = await byOperator(adding, { ...named, reason: REASON });
  return finish(await awaitRun(source_id, signal, tell));
}

export async function addFolder(
  { folder, name }: { folder: string; name: string | undefined },
  signal: AbortSignal,
): Promise<number> {
  const { source_id } = await byOperator(addingFolder, { folder, name, reason: REASON });
  return finish(await awaitRun(source_id, signal, tell));
}

/** Follows all of the recommended list, a few at once. What has run before is not run again. */
export async function addRecommended(signal: AbortSignal): Promise<number> {
  const waiting = [...RECOMMENDED];
  let done = 0;
  let failed = 0;
  let skills = 0;
  const work = async () => {
    for (let address = waiting.shift(); address !== undefined; address = waiting.shift()) {
      const added = await byOperator(adding, { address, reason: "It is on the recommended list." });
      const source = await awaitRun(added.source_id, signal, () => {});
      const run = source?.last_run;
      done += 1;
      skills += source?.skills ?? 0;
      if (run?.state !== "succeeded") failed += 1;
      const result = run?.state === "succeeded" ? `${source?.skills} skills` : (run?.problem ?? "it did not run");
      process.stdout.write(`${done} of ${RECOMMENDED.length}  ${address}: ${result}\n`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  process.stdout.write(
    `${done - failed} of ${RECOMMENDED.length} packages are followed; they have ${skills} listed skills.\n`,
  );
  return failed > 0 ? 1 : 0;
}

export async function listAll(): Promise<number> {
  const sources = await read((sql) => listSources(sql, ALL, null));
  for (const source of sources) process.stdout.write(`${inWords(source)}\n`);
  if (sources.length === 0) process.stdout.write("No source is followed.\n");
  return 0;
}

export async function listStale(): Promise<number> {
  const stale = await staleVersions();
  for (const { title, version_url, freshness } of stale)
    process.stdout.write(`${inOneSentence(freshness)}: ${title} ${version_url}\n`);
  process.stdout.write(`${stale.length} ${stale.length === 1 ? "skill" : "skills"} to look at again.\n`);
  return 0;
}

export async function runOne(source_id: string, signal: AbortSignal): Promise<number> {
  await byOperator(running, { source_id, reason: REASON });
  return finish(await awaitRun(source_id, signal, tell));
}

export async function removeOne(
  { source_id, keep }: { source_id: string; keep: boolean },
  signal: AbortSignal,
): Promise<number> {
  const { address } = await byOperator(removing, { source_id, keep, reason: REASON });
  if (!keep) await awaitRun(source_id, signal, tell);
  process.stdout.write(`${address} is not followed any more; its skills are ${keep ? "kept" : "withdrawn"}.\n`);
  return 0;
}

/**
 * Runs a source that is due, or waits for the process that does, and tells of its progress. Returns the source as it
 * is then. A source that is not due is returned as it is.
 */
async function awaitRun(
  source_id: string,
  signal: AbortSignal,
  tell: (words: string) => void,
): Promise<SourceRow | null> {
  const watching = new AbortController();
  const watch = async () => {
    let told = "";
    while (!watching.signal.aborted) {
      const progress = (await read((sql) => sourceById(sql, source_id)))?.last_run?.progress;
      if (progress && progress !== told) tell(progress);
      told = progress ?? told;
      await sleep(LOOK_MS, undefined, { signal: watching.signal }).catch(() => {});
    }
  };
  const watched = watch();
  try {
    for (;;) {
      signal.throwIfAborted();
      const ran = await followSource(source_id, signal);
      const source = await read((sql) => sourceById(sql, source_id));
      const due = source?.state === "active" && source.due_at.getTime() <= Date.now();
      if (!source || (ran && !due) || (!due && source.last_run?.state !== "running")) return source;
      await sleep(LOOK_MS, undefined, { signal }).catch(() => {});
    }
  } finally {
    watching.abort();
    await watched;
  }
}

async function finish(source: SourceRow | null): Promise<number> {
  if (!source) return 1;
  for (const { path, result, reason } of await read((sql) => lastReport(sql, source.source_id)))
    if (result !== "unchanged") process.stdout.write(`${result.padEnd(12)} ${path}${reason ? `: ${reason}` : ""}\n`);
  process.stdout.write(`${inWords(source)}\n`);
  return source.last_run?.state === "succeeded" ? 0 : 1;
}

function inWords({ source_id, address, state, skills, last_run }: SourceRow): string {
  const run =
    last_run === null
      ? "has not run yet"
      : last_run.state === "succeeded"
        ? `${last_run.found} found, ${last_run.new} new, ${last_run.unchanged} unchanged, ${last_run.refused} refused`
        : last_run.state === "failed"
          ? `failed: ${last_run.problem}`
          : `runs: ${last_run.progress ?? "it has begun"}`;
  return `${source_id}  ${address}  ${state}  ${skills} listed  (${run})`;
}

function tell(words: string): void {
  process.stderr.write(`${words}\n`);
}
