import { read } from "@/db/client";
import { type ConditionRow, outcomesByCondition, threadsUsing } from "@/db/queries/usage";
import type { ThreadStatus } from "@/lib/contract/primitives";
import type { Context } from "@/lib/domain/context";
import { threadUrl } from "@/lib/platform/urls";

export type Usage = {
  conditions: ConditionRow[];
  threads: Array<{ thread_id: string; title: string; status: ThreadStatus; canonical_url: string; updated_at: string }>;
  /** All threads that used the skill, of which `threads` has the newest. */
  thread_count: number;
};

const CONDITIONS_MAX = 12;
const THREADS_MAX = 5;

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
