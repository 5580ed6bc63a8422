import { read } from "@/db/client";
import { indexState } from "@/db/queries/search-fresh";
import { once } from "@/lib/process";

const FRESH_MAX = 100;
/** Asked for at most this often, so that it costs a busy server nothing. */
const KEPT_MS = 200;

export type IndexPulse = {
  /** Grows in this process whenever the index was found changed: what was looked up under another number may lack something. */
  epoch: number;
  /**
   * Versions that the search engine may not have read yet: candidates for every query, so that what was just published is
   * found however long the engine takes. Usually none. When much changes at once, only the latest.
   */
  fresh: readonly string[];
  /** The publish log held at least this when it was asked. */
  log_sequence: string;
};

type State = { at: number; signature: string; epoch: number; found: Promise<IndexPulse> | null };

/** How the index stands, at most a fifth of a second old. Throws when the database does not answer. */
export function indexPulse(): Promise<IndexPulse> {
  const state = once<State>("search-index-pulse", () => ({ at: 0, signature: "", epoch: 0, found: null }));
  if (state.found === null || Date.now() - state.at >= KEPT_MS) {
    state.at = Date.now();
    state.found = feel(state);
    state.found.catch(() => {
      state.found = null;
    });
  }
  return state.found;
}

async function feel(state: State): Promise<IndexPulse> {
  const { generation, revision, log_sequence, fresh } = await read((sql) => indexState(sql, FRESH_MAX));
  const signature = [generation, revision, ...fresh].join(" ");
  if (signature !== state.signature) {
    state.signature = signature;
    state.epoch += 1;
  }
  return { epoch: state.epoch, fresh, log_sequence };
}
