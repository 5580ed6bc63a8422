import { read } from "@/db/client";
import {
  type NeighbourRow,
  type SimilarThreadRow,
  threadNamed,
  threadsLike,
  threadsNamed,
} from "@/db/queries/thread-search";
import { timedCache } from "@/db/shared-reads";
import { threadWords } from "@/lib/search/query/thread-words";
import { namedThread } from "@/lib/search/rank/named-exactly";

const SIMILAR_MAX = 3;
const KEPT_BYTES_MAX = 1_000_000;
const KEPT_MS = 600_000;

/** The visible threads that a question asks much the same as, at most three. */
export async function similarThreads(question: string, limit = SIMILAR_MAX): Promise<SimilarThreadRow[]> {
  const named = namedThread(question);
  if (named !== null) return read((sql) => threadNamed(sql, named));
  const asked = await threadWords(question);
  return asked === null ? [] : read((sql) => threadsLike(sql, asked, limit));
}

const neighbours = timedCache<string[]>("similar-threads", { ms: KEPT_MS, bytesMax: KEPT_BYTES_MAX });

/**
 * The visible threads beside one on its page, at most three. Which they are is looked up every ten minutes: a page is
 * rendered far more often than its neighbours change.
 */
export async function neighboursOf({
  post_id,
  title,
}: {
  post_id: string;
  title: string | null;
}): Promise<NeighbourRow[]> {
  if (title === null) return [];
  const ids = await neighbours(post_id, async () => {
    const rows = await similarThreads(title, SIMILAR_MAX + 1);
    const others = rows.map(({ thread_id }) => thread_id).filter((id) => id !== post_id);
    return others.slice(0, SIMILAR_MAX);
  });
  return ids.length === 0 ? [] : read((sql) => threadsNamed(sql, ids));
}
