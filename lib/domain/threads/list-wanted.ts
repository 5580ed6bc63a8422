import { read } from "@/db/client";
import { wantedThreads } from "@/db/queries/threads";
import type { Context } from "@/lib/domain/context";
import { threadUrl } from "@/lib/platform/urls";

export type WantedQuestion = {
  /** The newest thread that asks it. */
  thread_id: string;
  title: string;
  canonical_url: string;
  technologies: string[];
  threads: number;
  /** Different connections and networks. */
  askers: number;
  last_asked_at: string;
};

/** Older waiting threads are not counted, so that the list stays cheap and says what is asked now. */
export const WANTED_AMONG = 5_000;
const ASKERS_MIN = 2;
const LIMIT = 30;

/** Questions that several askers have put and nobody has answered, most askers first. */
export async function listWanted(_ctx: Context): Promise<WantedQuestion[]> {
  const rows = await read((sql) => wantedThreads(sql, { among: WANTED_AMONG, askersMin: ASKERS_MIN, limit: LIMIT }));
  return rows.map(({ thread_id, title, asked_technologies, threads, askers, last_asked_at }) => ({
    thread_id,
    title,
    canonical_url: threadUrl(thread_id),
    technologies: asked_technologies.map(({ technology, version }) =>
      version ? `${technology} ${version}` : technology,
    ),
    threads,
    askers,
    last_asked_at: last_asked_at.toISOString(),
  }));
}
