import { read } from "@/db/client";
import { indexState } from "@/db/queries/index-state";
import { singleton } from "@/lib/platform/singleton";

/** The minimum interval between queries, which keeps the cost negligible on a busy server. */
const KEPT_MS = 200;

export type RecentIndexState = {
  /** Increases in this process whenever the index has changed: results under an earlier number may be incomplete. */
  epoch: number;
  /**
   * Versions that the search engine may not have indexed yet. They are candidates for every query, so that new versions
   * are found however slow the engine is. Usually none; under heavy change only the latest.
   */
  fresh: readonly string[];
  /** The generation of the stored analyses at that time. */
  generation: string;
  /** A lower bound of the publish log's sequence at that time. */
  log_sequence: string;
};

type State = { at: number; signature: string; epoch: number; found: Promise<RecentIndexState> | null };

/** The state of the index, at most a fifth of a second old. Throws when the database does not answer. */
export function recentIndexState(): Promise<RecentIndexState> {
  const state = singleton<State>("search-index-pulse", () => ({ at: 0, signature: "", epoch: 0, found: null }));
  if (state.found === null || Date.now() - state.at >= KEPT_MS) {
    state.at = Date.now();
    state.found = feel(state);
    state.found.catch(() => {
      state.found = null;
    });
  }
  return state.found;
}

async function feel(state: State): Promise<RecentIndexState> {
  const { generation, revision, log_sequence, fresh } = await read((sql) => indexState(sql));
  const signature = [generation, revision, ...fresh].join(" ");
  if (signature !== state.signature) {
    state.signature = signature;
    state.epoch += 1;
  }
  return { epoch: state.epoch, fresh, generation, log_sequence };
}
