import { databaseLoad, read } from "@/db/client";
import {
  databaseState,
  type QuestionWeek,
  questionsByWeek,
  type ThreadFigures,
  threadFigures,
} from "@/db/queries/figures";
import { timedCache } from "@/db/shared-reads";
import type { Context } from "@/lib/domain/context";
import { workerRunning } from "@/lib/domain/health/process";
import { browseSkills } from "@/lib/domain/skills/list-skills";
import { makeSingleFlight } from "@/lib/platform/caches";
import { Problem } from "@/lib/platform/errors";
import { isStopping, notReadyYet, sheddingSeconds, startPhase } from "@/lib/platform/process-state";
import { singleton } from "@/lib/platform/singleton";
import { embedderState } from "@/lib/search/engine/embedder";
import { engineState } from "@/lib/search/engine/engine";

type Readiness = {
  data: {
    status: "ready" | "degraded";
    postgres: { status: keyof typeof POSTGRES; detail: string };
    search: {
      engine: "meilisearch" | "postgres";
      status: "up" | "down" | "not_configured";
      detail: string;
      embedder: ReturnType<typeof embedderState>;
    };
    worker: { status: "running" | "stopped" };
    index: { pending: number; lag_seconds: number; dead_letters: number };
  };
};

const POSTGRES = {
  up: "Postgres answers: it holds everything.",
  read_only: "Postgres answers reads and takes no writes: nothing can be stored until it does.",
  no_room: "Postgres answers reads and has no room: writes are refused until it has.",
} as const;

const DETAILS = {
  up: "Meilisearch finds candidates.",
  down: "Meilisearch does not answer, or refuses the key: searches are answered from Postgres until it does.",
  not_configured: "No Meilisearch is configured: searches are answered from Postgres.",
} as const;

/** A short overload must not make a load balancer take the instance out. */
const SHEDDING_SECONDS_MAX = 3;

const looking = () => singleton("readiness", () => makeSingleFlight<Awaited<ReturnType<typeof look>>>());

/**
 * Whether the service can do its work. Throws `unavailable` (503) with `data.status` "stopping" while this process is
 * about to stop (it still answers everything then), with the phase of the start in `data.status` while the pages are
 * missing, when Postgres is away, and while requests have been refused for more than three seconds because of overload.
 * Without Meilisearch the service is `degraded` but ready, because Postgres answers searches. The same holds while
 * Postgres stores nothing: all instances share it, and a load balancer that took them out would end the reads as well.
 * Concurrent callers share one database check.
 */
export async function getReadiness(_ctx: Context): Promise<Readiness> {
  if (isStopping())
    throw new Problem("unavailable", {
      detail: "This instance is stopping: send new requests to another one.",
      extra: { data: { status: "stopping" } },
    });
  const phase = startPhase();
  if (phase) throw notReadyYet(phase);
  const shedding = sheddingSeconds();
  if (shedding > SHEDDING_SECONDS_MAX) {
    const detail = `The server has too much to do: it has been refusing requests for ${Math.floor(shedding)} s.`;
    throw new Problem("unavailable", { detail, retryAfterSeconds: 2 });
  }
  const [{ index, read_only }, engine] = await looking()("", look);
  const postgres = read_only ? "read_only" : databaseLoad().writes === "no_room" ? "no_room" : "up";
  return {
    data: {
      status: engine === "up" && postgres === "up" ? "ready" : "degraded",
      postgres: { status: postgres, detail: POSTGRES[postgres] },
      search: {
        engine: engine === "up" ? "meilisearch" : "postgres",
        status: engine,
        detail: DETAILS[engine],
        embedder: embedderState(),
      },
      worker: { status: workerRunning() ? "running" : "stopped" },
      index,
    },
  };
}

function look() {
  return Promise.all([read(databaseState), engineState()]);
}

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

export type LibraryFigures = {
  /** Skills that the directory lists. */
  skills: number;
  /** Those whose selected version a maintainer reviewed. */
  reviewed: number;
  /** When a listed skill last changed; null in an empty library. */
  updated_at: string | null;
};

/** The size, the review and the age of the library, from the directory and its counts, which are kept for seconds. */
export async function getLibraryFigures(ctx: Context): Promise<LibraryFigures | null> {
  const { data, facets } = await browseSkills(ctx, { sort: "updated", limit: 1 });
  return facets && { skills: facets.total, reviewed: facets.reviewed.yes, updated_at: data[0]?.updated_at ?? null };
}
