import { writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "@playwright/test";
import { startEngines } from "@/e2e/support/product";
import { searchKey } from "@/lib/search/engine/engine-setup";
import { openPlace } from "@/lib/start/instance-layout";

test.skip(process.platform !== "linux" || process.arch !== "x64", "npm brings Meilisearch for Linux on x64 only");

test("an index that does not open is deleted and recreated, since Postgres has all the data", {
  tag: "@slow",
}, async () => {
  const engines = await startEngines();
  try {
    await engines.meili?.kill9();
    const place = openPlace({ state: engines.folder });
    writeFileSync(path.join(place.data, "meilisearch-1.21.0/db/VERSION"), "not a version");
    await engines.meili?.start();
    const health = await fetch(`${engines.meili?.url}/health`);
    expect(health.status).toBe(200);
  } finally {
    await engines.close();
  }
});

test("the search key can search and nothing else", { tag: "@slow" }, async () => {
  const engines = await startEngines();
  try {
    const { MEILI_URL = "", MEILI_KEY = "" } = engines.environment;
    const key = await searchKey(MEILI_URL, MEILI_KEY);
    const ask = (path: string, key: string | undefined) =>
      fetch(`${MEILI_URL}${path}`, { headers: { authorization: `Bearer ${key}` } });
    expect(key).not.toBe(MEILI_KEY);
    expect((await ask("/indexes/nothing/search?q=x", key)).status).toBe(404);
    expect((await ask("/keys", key)).status).toBe(403);
    expect((await ask("/indexes", key)).status).toBe(403);
  } finally {
    await engines.close();
  }
});
