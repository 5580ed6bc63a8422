import { read } from "@/db/client";
import { indexBacklog } from "@/db/queries/health";
import type { Context } from "@/lib/context";
import { Problem } from "@/lib/errors";
import { engineState } from "@/lib/search/engine";
import { embedderState } from "@/lib/search/nearest";
import { isStopping } from "@/lib/stopping";
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
  down: "Meilisearch does not answer, or refuses the key: searches are answered from Postgres until it does.",
  not_configured: "No Meilisearch is configured: searches are answered from Postgres.",
} as const;

/**
 * Whether the service can do its work. Throws `unavailable` with `data.status` "stopping" while this process is about to stop;
 * it still answers everything then. Throws `unavailable` (503) when Postgres is away; without Meilisearch the service
 * is `degraded` but ready, because searches are answered from Postgres.
 */
export async function getReadiness(_ctx: Context): Promise<Readiness> {
  if (isStopping())
    throw new Problem("unavailable", {
      detail: "This instance is stopping: send new requests to another one.",
      extra: { data: { status: "stopping" } },
    });
  const [index, engine] = await Promise.all([read(indexBacklog), engineState()]);
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
