import { cleanUpOnSignals, startApp, startEngines } from "@/e2e/support/product";
import { searchPost } from "@/lib/contract/public/search";
import { listSkills } from "@/lib/contract/public/skills";

/**
 * The product at CAIRN_TEST_URL, else one started for this run and stopped afterwards, with its database address as the
 * second argument.
 */
export async function withProduct(work: (base: string, databaseUrl: string | null) => Promise<void>): Promise<void> {
  const { CAIRN_TEST_URL } = process.env;
  if (CAIRN_TEST_URL) return work(CAIRN_TEST_URL, null);
  const engines = await startEngines();
  cleanUpOnSignals(engines.folder);
  try {
    const app = await startApp({ engines });
    try {
      await work(app.url, engines.postgres.url);
    } finally {
      await app.stop();
    }
  } finally {
    await engines.close();
  }
}

/** A skill of the starter library and a thread that it answers. */
export async function skillAndThread(base: string): Promise<{ skill: string; version: string; thread: string }> {
  const found = await fetch(`${base}/api/v1/skills?q=upsert&limit=1`);
  const [skill] = listSkills.output.parse(await found.json()).data;
  if (!skill) throw new Error("The library has no skill to look at.");
  const asked = await fetch(`${base}/api/v1/search`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ q: "upsert in postgresql 18 with on conflict and returning old and new" }),
  });
  const { thread } = searchPost.output.parse(await asked.json()).data;
  if (!thread) throw new Error("The search opened no thread.");
  const { pathname } = new URL(skill.canonical_url);
  return {
    skill: pathname,
    version: `/skills/${skill.skill_id}/versions/${skill.selected.version_id}`,
    thread: `/threads/${thread.thread_id}`,
  };
}
