import { read } from "@/db/client";
import {
  type HolderCount,
  holdersByVersion,
  type OutcomeWeek,
  outcomesByWeek,
  type UserWeek,
  usersByWeek,
} from "@/db/queries/figures";
import { type ConditionRow, outcomesByCondition, threadsUsing } from "@/db/queries/outcomes";
import { timedCache } from "@/db/shared-reads";
import type { ThreadStatus } from "@/lib/contract/primitives";
import type { Context } from "@/lib/domain/context";
import { threadUrl } from "@/lib/platform/urls";

/** A count of users or holders below this is not shown, so that nobody can be recognised in it. */
const ANONYMOUS_MIN = 5;
const WEEKS = 12;
const KEEP_MS = 60_000;
const KEPT_BYTES_MAX = 4_000_000;
/** With fewer reports a chart would say more than is known; a score needs as many. */
const REPORTS_MIN = 3;
const CONDITIONS_MAX = 12;
const THREADS_MAX = 5;

export type SkillFigures = {
  /** Counted outcomes of the last weeks; null with too few to draw. */
  outcomes: OutcomeWeek[] | null;
  /** Distinct connections and networks a week, null in weeks with too few; null without any other week. */
  users: Array<{ week: string; users: number | null }> | null;
  /** The share of each version among the connections that hold the skill, in percent; null with too few holders. */
  holders: Array<{ name: string; percent: number }> | null;
};

type Usage = {
  conditions: ConditionRow[];
  threads: Array<{ thread_id: string; title: string; status: ThreadStatus; canonical_url: string; updated_at: string }>;
  /** All threads that used the skill, of which `threads` has the newest. */
  thread_count: number;
};

const kept = timedCache<SkillFigures>("skill-figures", { ms: KEEP_MS, bytesMax: KEPT_BYTES_MAX });

/**
 * The figures of a skill's use, from what is stored. Nothing that could identify a user is returned. Read at most
 * once a minute for each skill in each process.
 */
export function getSkillFigures(_ctx: Context, { skill_id }: { skill_id: string }): Promise<SkillFigures> {
  return kept(skill_id, () => readSkillFigures(skill_id));
}

/** The same, read now. */
export async function readSkillFigures(skill_id: string): Promise<SkillFigures> {
  const [outcomes, users, holders] = await read((sql) =>
    Promise.all([
      outcomesByWeek(sql, skill_id, WEEKS),
      usersByWeek(sql, skill_id, WEEKS),
      holdersByVersion(sql, skill_id),
    ]),
  );
  const reports = outcomes.reduce((sum, { resolved, partial, failed }) => sum + resolved + partial + failed, 0);
  return {
    outcomes: reports >= REPORTS_MIN ? outcomes : null,
    users: anonymousWeeks(users),
    holders: anonymousShares(holders),
  };
}

/** The weeks with enough users to be shown. */
export function anonymousWeeks(weeks: UserWeek[]): SkillFigures["users"] {
  const told = weeks.map(({ week, users }) => ({ week, users: users >= ANONYMOUS_MIN ? users : null }));
  return told.some(({ users }) => users !== null) ? told : null;
}

/**
 * The shares of the versions with enough holders. Smaller versions are summed if the sum reaches the
 * minimum, else omitted and not counted in the whole.
 */
export function anonymousShares(counts: Array<Pick<HolderCount, "ordinal" | "holders">>): SkillFigures["holders"] {
  const told = counts
    .filter(({ holders }) => holders >= ANONYMOUS_MIN)
    .map(({ ordinal, holders }) => ({ name: `Version ${ordinal}`, holders }));
  const few = counts.filter(({ holders }) => holders < ANONYMOUS_MIN);
  const others = few.reduce((sum, { holders }) => sum + holders, 0);
  if (few.length > 1 && others >= ANONYMOUS_MIN) told.push({ name: "Other versions", holders: others });
  const whole = told.reduce((sum, { holders }) => sum + holders, 0);
  if (told.length === 0) return null;
  return told.map(({ name, holders }) => ({ name, percent: Math.round((100 * holders) / whole) }));
}

/**
 * Outcome reports on a version by condition, and the threads in which its skill was used. Both are empty for unused
 * versions.
 */
export async function getUsage(_ctx: Context, input: { skill_id: string; version_id: string }): Promise<Usage> {
  const [conditions, threads] = await read((sql) =>
    Promise.all([
      outcomesByCondition(sql, input.version_id, CONDITIONS_MAX),
      threadsUsing(sql, input.skill_id, THREADS_MAX),
    ]),
  );
  return {
    conditions,
    thread_count: threads[0]?.total ?? 0,
    threads: threads.map(({ last_activity_at, total: _, ...thread }) => ({
      ...thread,
      canonical_url: threadUrl(thread.thread_id),
      updated_at: last_activity_at.toISOString(),
    })),
  };
}
