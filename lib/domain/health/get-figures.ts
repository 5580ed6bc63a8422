import { read } from "@/db/client";
import { type ThreadFigures, threadFigures } from "@/db/queries/health";
import { withoutRecording } from "@/db/query-recorder";
import type { Context } from "@/lib/domain/context";
import { singleton } from "@/lib/platform/singleton";

/** The periods of the figures, in days. */
const WINDOWS = [7, 30];
const KEEP_MS = 60_000;

export type Figures = { windows: ThreadFigures[]; read_at: string };

type Kept = { figures: Promise<Figures> | null; until: number };

/**
 * Service figures from the threads of the last 7 and 30 days. Read at most once a minute in each process, with any
 * number of callers; a failure is not cached.
 */
export function getFigures(_ctx: Context): Promise<Figures> {
  const kept = singleton<Kept>("status-figures", () => ({ figures: null, until: 0 }));
  if (kept.figures && Date.now() < kept.until) return kept.figures;
  const figures = withoutRecording(() => read((sql) => threadFigures(sql, WINDOWS))).then((windows) => ({
    windows,
    read_at: new Date().toISOString(),
  }));
  kept.figures = figures;
  kept.until = Date.now() + KEEP_MS;
  figures.catch(() => {
    if (kept.figures === figures) kept.figures = null;
  });
  return figures;
}
