import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "@playwright/test";
import { cache } from "@/lib/platform/caches";
import { metricsText } from "@/lib/platform/metrics";
import { PROJECT_ROOT } from "@/lib/start/instance-layout";

test("the metrics say how much each cache holds and may hold", async () => {
  cache<string>("test-metrics", 1_600).set("key", "ten bytes!");
  const lines = (await metricsText()).split("\n");
  expect(lines).toContain('cairn_cache_bytes{cache="test-metrics"} 36');
  expect(lines).toContain('cairn_cache_bytes_max{cache="test-metrics"} 1600');
  expect(lines).toContain('cairn_cache_entries{cache="test-metrics"} 1');
});

/** Who may make a cache without a name: the module itself, and one that lists its cache by hand. */
const UNNAMED = ["lib/platform/caches.ts", "lib/search/index/analysed-cache.ts"];

test("every cache of the code has a name, by which the metrics list it", () => {
  const folders = ["lib", "db", "app", "components"];
  const files = folders.flatMap((folder) =>
    readdirSync(path.join(PROJECT_ROOT, folder), { recursive: true, encoding: "utf8" })
      .filter((file) => /\.tsx?$/.test(file) && !/\.test\./.test(file))
      .map((file) => `${folder}/${file}`),
  );
  const making = files.filter((file) =>
    /\bnew LRUCache\b|\bmakeLru[<(]/.test(readFileSync(path.join(PROJECT_ROOT, file), "utf8")),
  );
  expect(making.sort()).toEqual(UNNAMED);
  expect(readFileSync(path.join(PROJECT_ROOT, UNNAMED[1] ?? ""), "utf8")).toContain('caches().set("analyses"');
});
