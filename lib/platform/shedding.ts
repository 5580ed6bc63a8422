import { singleton } from "@/lib/platform/singleton";

/** Refusals further apart than this belong to different spells. */
const GAP_MS = 2_000;

type Spell = { since: number; last: number };

const spell = () => singleton<Spell>("shedding", () => ({ since: 0, last: Number.NEGATIVE_INFINITY }));

/** Records that a request was refused because of overload. `now` is in milliseconds. */
export function noteShed(now = performance.now()): void {
  const current = spell();
  if (now - current.last > GAP_MS) current.since = now;
  current.last = now;
}

/**
 * For how many seconds requests have been refused without a break of two seconds; 0 when there are no current refusals.
 */
export function sheddingSeconds(now = performance.now()): number {
  const { since, last } = spell();
  return now - last > GAP_MS ? 0 : (now - since) / 1_000;
}
