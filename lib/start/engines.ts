import { existsSync } from "node:fs";
import path from "node:path";
import { messageOf } from "@/lib/platform/errors";
import type { Steps } from "@/lib/platform/steps";
import { requireEngine, takeSearchKey } from "@/lib/search/engine/engine-setup";
import { isAlive } from "@/lib/start/children";
import { type Place, secretFile } from "@/lib/start/instance-layout";
import { type Meilisearch, startMeilisearch, stopMeilisearch } from "@/lib/start/meilisearch";
import { type Postgres, startPostgres, stopPostgres } from "@/lib/start/postgres";

/** How long a start waits for an external search engine before it continues without it. */
const SEARCH_MS_MAX = 2_000;

export type Engines = {
  /** The environment variables that the rest of the program reads: addresses, keys, the secret. */
  environment: Record<string, string>;
  /** Human-readable: which engine answers, and why no better one does. */
  database: string;
  search: string;
  /** Restarts an embedded engine at the same address whenever it exits by itself. */
  watch(tell: (line: string) => void): void;
  /** Stops the embedded engines and leaves external ones alone. Safe to call twice. */
  stop(hurry?: boolean): Promise<void>;
};

/**
 * Provides a database and, where possible, Meilisearch: those of DATABASE_URL and MEILI_URL when set, else embedded
 * ones. Resolves without Meilisearch too; `search` then says that Postgres answers, and why.
 */
export async function startEngines(place: Place, steps: Steps): Promise<Engines> {
  const [database, search] = await Promise.all([openDatabase(place, steps), openSearch(place, steps)]);
  const environment = {
    DATABASE_URL: database.url,
    CAIRN_SECRET: process.env.CAIRN_SECRET || secretFile(place, "secret"),
    ...search.environment,
  };
  if (!process.env.CAIRN_SECRET && !database.engine) {
    steps.note(
      `CAIRN_SECRET is not set: using ${path.join(place.data, "secret")}. Set it when several machines share the database.`,
    );
  }

  let stopping: Promise<void> | null = null;
  let timer: NodeJS.Timeout | undefined;
  let restarting: Promise<unknown> = Promise.resolve();
  return {
    environment,
    database: database.says,
    search: search.says,
    watch(tell) {
      const check = async () => {
        if (database.engine && !isAlive(database.engine.pid)) {
          tell("Postgres exited and is being restarted.");
          database.engine = await startPostgres(place, database.engine.port);
        }
        if (search.engine && !isAlive(search.engine.pid)) {
          tell("Meilisearch exited and is being restarted.");
          search.engine = await startMeilisearch(place, search.engine.port);
        }
      };
      timer = setInterval(() => {
        restarting = restarting
          .then(() => (stopping ? undefined : check()))
          .catch((error: unknown) => tell(String(error)));
      }, 1_000);
      timer.unref();
    },
    stop(hurry = false) {
      clearInterval(timer);
      const stopAll = async () => {
        await restarting;
        await Promise.all([
          database.engine && stopPostgres(database.engine.pid, hurry),
          search.engine && stopMeilisearch(search.engine.pid),
        ]);
      };
      stopping ??= stopAll();
      return hurry ? stopAll() : stopping;
    },
  };
}

type Database = { url: string; engine: Postgres | null; says: string };

async function openDatabase(place: Place, steps: Steps): Promise<Database> {
  const given = process.env.DATABASE_URL;
  if (given) return { url: given, engine: null, says: "Postgres, from DATABASE_URL" };
  const title = existsSync(path.join(place.data, "postgres-password"))
    ? "Postgres"
    : "Postgres (first start: creating the cluster)";
  const engine = await steps.step(
    title,
    () => startPostgres(place),
    ({ version, how, port }) => `Postgres ${version} ${words[how]}, port ${port}`,
  );
  return { url: engine.url, engine, says: `Postgres ${engine.version}, embedded, data in ${engine.folder}` };
}

type Search = { environment: Record<string, string>; engine: Meilisearch | null; says: string };

async function openSearch(place: Place, steps: Steps): Promise<Search> {
  const { MEILI_URL, MEILI_KEY = "" } = process.env;
  if (MEILI_URL) {
    const away = await requireEngine(MEILI_URL, MEILI_KEY, SEARCH_MS_MAX).then(() => null, messageOf);
    // An engine that is away gives no key; the one that may index can search too.
    if (!away) await takeSearchKey(MEILI_URL, MEILI_KEY);
    return {
      environment: { MEILI_URL, MEILI_KEY },
      engine: null,
      says: away ? `Postgres full text for now (${away})` : "Meilisearch, from MEILI_URL",
    };
  }
  try {
    const engine = await steps.step(
      "Meilisearch",
      () => startMeilisearch(place),
      ({ version, how, port }) => `Meilisearch ${version} ${words[how]}, port ${port}`,
    );
    await takeSearchKey(engine.url, engine.masterKey);
    const environment = { MEILI_URL: engine.url, MEILI_KEY: engine.masterKey };
    return { environment, engine, says: `Meilisearch ${engine.version}, embedded` };
  } catch (error) {
    const reason = messageOf(error);
    steps.note(`No Meilisearch: ${reason}. Postgres answers searches.`);
    return { environment: {}, engine: null, says: `Postgres full text (no Meilisearch: ${reason.split("\n")[0]})` };
  }
}

const words = { created: "created", started: "started", found: "was still running and is reused" };
