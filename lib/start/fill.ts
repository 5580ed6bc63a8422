import type postgres from "postgres";
import { isOfDatabase } from "@/db/failures";
import { migrate } from "@/db/migrate";
import { countSkills } from "@/db/queries/publishing";
import { aloneOnDatabase, requireSameSecret, requireTransactions } from "@/db/start";
import { forgetEnv } from "@/lib/platform/env";
import { messageOf, Problem } from "@/lib/platform/errors";
import type { Steps } from "@/lib/platform/steps";
import type { Engines } from "@/lib/start/engines";

const TELL_EVERY_MS = 4_000;

/**
 * Migrates the database, fills it when it is empty (one starter at a time), and prepares the search index if its engine
 * is usable. Returns the number of skills. Throws when the database or the secret is unfit to serve with.
 */
export async function fill(steps: Steps, { environment }: Engines): Promise<number> {
  forgetEnv();
  const url = environment.DATABASE_URL ?? "";
  await requireTransactions(url);
  let told = 0;
  const tellWaiting = (text: string) => {
    if (Date.now() - told < TELL_EVERY_MS) return;
    told = Date.now();
    steps.note(text);
  };
  const prepare = async (sql: postgres.Sql) => {
    await steps.step(
      "schema",
      (progress) => migrate(sql, { progress }),
      (count) => (count ? `schema: ${count} migrations applied` : "schema is up to date"),
    );
    await requireSameSecret(sql);
    return seedIfEmpty(steps, sql);
  };
  const skills = await aloneOnDatabase(url, prepare, tellWaiting);
  if (environment.MEILI_URL) await fillIndex(steps);
  return skills;
}

/**
 * An unreachable search engine delays nothing: the worker fills the index as soon as it can. If another process holds
 * the index lease, or held it until it was just killed, that process or this one's worker fills the index.
 */
async function fillIndex(steps: Steps): Promise<void> {
  const [{ prepareIndex }, { INDEX_LEASE, makeLease }] = await Promise.all([
    import("@/lib/search/index/rebuild-index"),
    import("@/lib/server/worker/lease"),
  ]);
  const lease = makeLease(INDEX_LEASE);
  const prepare = async (): Promise<{ said: string; reason?: string }> => {
    if (!(await lease.take())) return { said: "search index: another process writes it" };
    try {
      await prepareIndex(lease.isHeld);
      return { said: "search index is ready" };
    } catch (error) {
      if (error instanceof Problem || isOfDatabase(error)) throw error;
      return {
        said: "search index: to be filled later",
        reason: messageOf(error),
      };
    } finally {
      await lease.release();
    }
  };
  const { reason } = await steps.step("search index", prepare, ({ said }) => said);
  if (reason)
    steps.note(`${reason}: Postgres answers searches until the engine is usable; the index then fills automatically.`);
}

async function seedIfEmpty(steps: Steps, sql: postgres.Sql): Promise<number> {
  const before = await countSkills(sql);
  if (before > 0) return before;
  const { seedLibrary } = await import("@/lib/start/seed");
  await steps.step(
    "starter library",
    (onProgress) => seedLibrary({ onProgress }),
    ({ skills, versions }) => `starter library: ${skills} skills in ${versions} versions`,
  );
  return countSkills(sql);
}
