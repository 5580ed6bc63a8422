import { read } from "@/db/client";
import { type QuestionWeek, questionsByWeek, type ThreadFigures, threadFigures } from "@/db/queries/figures";
import { timedCache } from "@/db/shared-reads";
import type { Context } from "@/lib/domain/context";

/** The periods of the figures, in days. */
const WINDOWS = [7, 30];
const WEEKS = 12;
const KEEP_MS = 60_000;
const KEPT_BYTES_MAX = 1_000_000;

export type Figures = {
  windows: ThreadFigures[];
  /** The last twelve weeks, oldest first, the current one included. */
  weeks: QuestionWeek[];
  read_at: string;
};

const kept = timedCache<Figures>("status-figures", { ms: KEEP_MS, bytesMax: KEPT_BYTES_MAX });

/**
 * Service figures from the threads of the last 7 and 30 days, and from the questions of the last twelve weeks. Read at
 * most once a minute in each process.
 */
export function getFigures(_ctx: Context): Promise<Figures> {
  return kept("figures", async () => {
    const [windows, weeks] = await read((sql) =>
      Promise.all([threadFigures(sql, WINDOWS), questionsByWeek(sql, WEEKS)]),
    );
    return { windows, weeks, read_at: new Date().toISOString() };
  });
}
