import type { Sql } from "@/db/client";
import { countOutcome, markChangedQuestions, recountThreadReports, storeScores, tallies } from "@/db/queries/outcomes";

/**
 * Counts an outcome stored by this transaction for those of the versions it names that its thread had been offered
 * before. A reporter's newest outcome on a version replaces the earlier one. Returns the versions it counts for.
 */
export async function recordOutcome(sql: Sql, message_id: string): Promise<string[]> {
  const counted = await countOutcome(sql, message_id, { half_life_days: OUTCOME_HALF_LIFE_DAYS, ...VOICE_WEIGHTS });
  await scoreAgain(sql, counted);
  return counted;
}

/**
 * Recounts a thread's outcomes in the transaction that hid or showed one of its messages. Requires the thread's lock.
 */
export async function recountThread(sql: Sql, thread_id: string): Promise<void> {
  await scoreAgain(sql, await recountThreadReports(sql, thread_id));
}

async function scoreAgain(sql: Sql, version_ids: string[]): Promise<void> {
  if (version_ids.length === 0) return;
  const rows = await tallies(sql, version_ids, OUTCOME_HALF_LIFE_DAYS);
  await storeScores(
    sql,
    rows.map((row) => ({ version_id: row.version_id, score: outcomeScore(row) })),
  );
  await markChangedQuestions(sql, version_ids);
}

/** With fewer reporters than this, counted by connection or network, there is not enough evidence for a score. */
export const OUTCOME_SOURCES_MIN = 3;
/** Half-life of a report in days: guidance ages. */
export const OUTCOME_HALF_LIFE_DAYS = 180;
/** Initial weight of a report: from a connection older than a day, and from everyone else. */
export const VOICE_WEIGHTS = { established: 1, other: 0.5 } as const;
/** The lower end of a 90 % interval leaves 5 % below it. */
const LOWER_TAIL = 0.05;

/**
 * The lower bound of a 90 % interval of Beta(1 + good, 1 + bad), where `good` and `bad` are sums of weights (a uniform
 * prior; a partial outcome is half good, half bad). Null below three sources. With few reports the bound is low even
 * when all agree.
 */
export function outcomeScore(tally: { sources: number; good: number; bad: number }): number | null {
  if (tally.sources < OUTCOME_SOURCES_MIN) return null;
  return betaQuantile(LOWER_TAIL, 1 + tally.good, 1 + tally.bad);
}

/** The p-quantile of Beta(a, b), by bisection to 1e-9. */
function betaQuantile(p: number, a: number, b: number): number {
  let low = 0;
  let high = 1;
  while (high - low > 1e-9) {
    const middle = (low + high) / 2;
    if (regularizedBeta(middle, a, b) < p) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** I_x(a, b) by its continued fraction (Lentz), which converges fast below the mean; above it by symmetry. */
function regularizedBeta(x: number, a: number, b: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  if (x > (a + 1) / (a + b + 2)) return 1 - regularizedBeta(1 - x, b, a);
  const front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log(1 - x)) / a;
  const tiny = 1e-300;
  let c = 1;
  let d = 1 / guard(1 - ((a + b) * x) / (a + 1), tiny);
  let fraction = d;
  for (let m = 1; m <= 300; m += 1) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / guard(1 + even * d, tiny);
    c = guard(1 + even / c, tiny);
    fraction *= d * c;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / guard(1 + odd * d, tiny);
    c = guard(1 + odd / c, tiny);
    const step = d * c;
    fraction *= step;
    if (Math.abs(step - 1) < 1e-12) break;
  }
  return front * fraction;
}

function guard(value: number, tiny: number): number {
  return Math.abs(value) < tiny ? tiny : value;
}

/** ln Γ(x) for x ≥ 1 by Stirling's series after shifting up, accurate to 1e-12. */
function logGamma(x: number): number {
  let shift = 0;
  let z = x;
  while (z < 10) {
    shift -= Math.log(z);
    z += 1;
  }
  const i = 1 / (z * z);
  return (
    shift +
    (z - 0.5) * Math.log(z) -
    z +
    0.5 * Math.log(2 * Math.PI) +
    (1 / 12 - i * (1 / 360 - i * (1 / 1260 - i / 1680))) / z
  );
}
