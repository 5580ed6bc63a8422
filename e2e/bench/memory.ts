import { setInterval } from "node:timers/promises";
import { load, type Target } from "@/e2e/bench/load";
import { residentMb } from "@/e2e/bench/processes";

const PER_SECOND = 80;
const SAMPLE_MS = 1_000;

/** Resident memory of a process under load: at the end, and its growth after the first quarter in MB an hour. */
export async function memoryUnderLoad(
  target: Target,
  pid: number,
  minutes: number,
  next: () => Buffer,
): Promise<{ last: number; perHour: number; per_second: number } | null> {
  if (residentMb(pid) === null) return null;
  const samples: Array<{ hours: number; mb: number }> = [];
  const started = performance.now();
  const stop = new AbortController();
  const sampling = (async () => {
    for await (const _ of setInterval(SAMPLE_MS, null, { signal: stop.signal }))
      samples.push({ hours: (performance.now() - started) / 3_600_000, mb: residentMb(pid) ?? 0 });
  })().catch(() => {});
  const { per_second } = await load(target, { clients: 16, ms: minutes * 60_000, perSecond: PER_SECOND }, next);
  stop.abort();
  await sampling;
  return { last: samples.at(-1)?.mb ?? 0, perHour: slope(samples.slice(samples.length >> 2)), per_second };
}

/** Of the straight line nearest to all samples. */
function slope(samples: ReadonlyArray<{ hours: number; mb: number }>): number {
  const mean = (of: "hours" | "mb") => samples.reduce((sum, sample) => sum + sample[of], 0) / samples.length;
  const [hours, mb] = [mean("hours"), mean("mb")];
  const both = samples.reduce((sum, sample) => sum + (sample.hours - hours) * (sample.mb - mb), 0);
  return both / samples.reduce((sum, sample) => sum + (sample.hours - hours) ** 2, 0);
}
