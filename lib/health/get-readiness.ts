import { read } from "@/db/client";
import { indexBacklog } from "@/db/queries/health";
import type { Context } from "@/lib/context";
import { Problem } from "@/lib/errors";
import { makeJoined } from "@/lib/joined";
import { once } from "@/lib/process";
import { engineState } from "@/lib/search/engine";
import { embedderState } from "@/lib/search/nearest";
import { sheddingSeconds } from "@/lib/shedding";
import { workerRunning } from "@/lib/worker/state";

type Readiness = {
  data: {
    status: "ready" | "degraded";
    postgres: { status: "up" };
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

const DETAILS = {
  up: "Meilisearch finds candidates.",
  down: "Meilisearch does not answer: searches are answered from Postgres until it does.",
  not_configured: "No Meilisearch is configured: searches are answered from Postgres.",
} as const;

/** A moment with too much to do is no reason to send everybody elsewhere. */
const SHEDDING_SECONDS_MAX = 3;

const looking = () => once("readiness", () => makeJoined<Awaited<ReturnType<typeof look>>>());

/**
 * Whether the service can do its work. Throws `unavailable` (503) when Postgres is away, and while requests have been refused for
 * more than three seconds because there is too much to do; without Meilisearch the service is `degraded` but ready, because
 * searches are answered from Postgres. Those who ask at once share one look at the database.
 */
export async function getReadiness(_ctx: Context): Promise<Readiness> {
  const shedding = sheddingSeconds();
  if (shedding > SHEDDING_SECONDS_MAX) {
    const detail = `The server has too much to do: it has been refusing requests for ${Math.floor(shedding)} s.`;
    throw new Problem("unavailable", { detail, retryAfterSeconds: 2 });
  }
  const [index, engine] = await looking()("", look);
  return {
    data: {
      status: engine === "up" ? "ready" : "degraded",
      postgres: { status: "up" },
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
  return Promise.all([read(indexBacklog), engineState()]);
}
