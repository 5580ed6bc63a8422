import { read } from "@/db/client";
import { type ThreadFigures, threadFigures } from "@/db/queries/health";
import { type QuestionWeek, questionsByWeek } from "@/db/queries/weekly";
import { withoutRecording } from "@/db/query-recorder";
import type { Context } from "@/lib/domain/context";
import { singleton } from "@/lib/platform/singleton";

/** The periods of the figures, in days. */
const WINDOWS = [7, 30];
const WEEKS = 12;
const KEEP_MS = 60_000;

export type Figures = {
  windows: ThreadFigures[];
  /** The last twelve weeks, oldest first, the current one included. */
  weeks: QuestionWeek[];
  read_at: string;
};

type Kept = { figures: Promise<Figures> | null; until: number };

/**
 * Service figures from the threads of the last 7 and 30 days and of the last twelve weeks. Read at most once a minute in each process, with any
 * number of callers; a failure is not cached.
 */
export function getFigures(_ctx: Context): Promise<Figures> {
  const kept = singleton<Kept>("status-figures", () => ({ figures: null, until: 0 }));
  if (kept.figures && Date.now() < kept.until) return kept.figures;
  const figures = withoutRecording(() =>
    read((sql) => Promise.all([threadFigures(sql, WINDOWS), questionsByWeek(sql, WEEKS)])),
  ).then(([windows, weeks]) => ({ windows, weeks, read_at: new Date().toISOString() }));
  kept.figures = figures;
  kept.until = Date.now() + KEEP_MS;
  figures.catch(() => {
    if (kept.figures === figures) kept.figures = null;
  });
  return figures;
}
