import { read } from "@/db/client";
import { type NeighbourRow, type SimilarThreadRow, threadNamed, threadsLike, threadsNamed } from "@/db/queries/threads";
import { makeLru } from "@/lib/platform/lru";
import { singleton } from "@/lib/platform/singleton";
import { threadWords } from "@/lib/search/query/thread-words";
import { namedThread } from "@/lib/search/rank/named-exactly";

const SIMILAR_MAX = 3;
const THREADS_MAX = 1_000;
const KEPT_MS = 600_000;

/** The visible threads that a question asks much the same as, at most three. */
export async function similarThreads(question: string, limit = SIMILAR_MAX): Promise<SimilarThreadRow[]> {
  const named = namedThread(question);
  if (named !== null) return read((sql) => threadNamed(sql, named));
  const asked = await threadWords(question);
  return asked === null ? [] : read((sql) => threadsLike(sql, asked, limit));
}

/**
 * The visible threads beside one on its page, at most three. Which they are is looked up every ten minutes: a page is
 * rendered far more often than its neighbours change.
 */
export async function neighboursOf(thread: { post_id: string; title: string }): Promise<NeighbourRow[]> {
  const kept = singleton("similar-threads", () => makeLru<{ until: number; ids: string[] }>(THREADS_MAX));
  let found = kept.get(thread.post_id);
  if (!found || found.until <= Date.now()) {
    const rows = await similarThreads(thread.title, SIMILAR_MAX + 1);
    const ids = rows.map(({ thread_id }) => thread_id).filter((id) => id !== thread.post_id);
    found = { until: Date.now() + KEPT_MS, ids: ids.slice(0, SIMILAR_MAX) };
    kept.set(thread.post_id, found);
  }
  const { ids } = found;
  return ids.length === 0 ? [] : read((sql) => threadsNamed(sql, ids));
}
