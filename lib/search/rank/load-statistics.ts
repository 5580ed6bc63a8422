import { read } from "@/db/client";
import { frequentTerms, searchStatistics } from "@/db/queries/search-documents";
import { log } from "@/lib/platform/log";
import { singleton } from "@/lib/platform/singleton";
import type { Statistics } from "@/lib/search/query/query-words";
import { makeStatistics } from "@/lib/search/rank/statistics";

/** The maximum number of terms in memory. The rest are rare; queries look them up when needed. */
const TERMS_MAX = 100_000;
const CHECK_EVERY_MS = 2_000;
/** The share of time spent loading at most, so that a large library is not reloaded continuously. */
const LOAD_SHARE = 0.02;

type State = {
  loaded: Statistics | null;
  loading: Promise<Statistics> | null;
  generation: string;
  checkedAt: number;
  notBefore: number;
};

const state = () =>
  singleton<State>("search-statistics", () => ({
    loaded: null,
    loading: null,
    generation: "",
    checkedAt: 0,
    notBefore: 0,
  }));

/**
 * Library statistics for ranking, from memory. Only the first call waits for the database; later ones get the cached
 * statistics and refresh them in the background, so frequencies may be some seconds old.
 */
export async function currentStatistics(): Promise<Statistics> {
  const now = Date.now();
  const here = state();
  if (here.loaded === null) return load();
  if (now - here.checkedAt > CHECK_EVERY_MS && now > here.notBefore) {
    here.checkedAt = now;
    void load().catch((error: unknown) =>
      log().warn({ err: String(error) }, "search statistics could not be refreshed"),
    );
  }
  return here.loaded;
}

function load(): Promise<Statistics> {
  const here = state();
  here.loading ??= loadOnce(here).finally(() => {
    here.loading = null;
  });
  return here.loading;
}

async function loadOnce(here: State): Promise<Statistics> {
  const started = Date.now();
  const sums = await read(searchStatistics);
  if (here.loaded !== null && sums.generation === here.generation) return here.loaded;
  const rows = await read((sql) => frequentTerms(sql, TERMS_MAX));
  const documents = Number(sums.documents);
  const mean = (sum: string) => (documents === 0 ? 1 : Number(sum) / documents);
  here.loaded = makeStatistics({
    documents,
    means: [mean(sums.title_length), mean(sums.description_length), mean(sums.headings_length), mean(sums.body_length)],
    terms: new Map(rows.map((row) => [row.term, row.documents])),
    isWhole: rows.length < TERMS_MAX,
  });
  here.generation = sums.generation;
  here.checkedAt = Date.now();
  here.notBefore = here.checkedAt + (here.checkedAt - started) / LOAD_SHARE;
  return here.loaded;
}
