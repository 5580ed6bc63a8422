import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { parentPort, threadId } from "node:worker_threads";
import fc from "fast-check";

// Takes longest to load, and is kept for all bundles.
createRequire(import.meta.url)("@playwright/test");

// Within the project, so that the packages a bundle names are found.
const folder = path.resolve("node_modules/.cache/mutate");
mkdirSync(folder, { recursive: true });
let runs = 0;

/** Runs one bundle of tests and answers with their results and, for each, which marks were reached. */
parentPort?.on("message", async ({ code, only, bail, seed }) => {
  runs += 1;
  fc.configureGlobal({ seed });
  const before = new Set(Reflect.ownKeys(globalThis));
  const env = { ...process.env };
  const reached = new Map([["", new Set()]]);
  let current = "";
  globalThis.markReached = (mark) => reached.get(current)?.add(mark);
  const begins = (id) => {
    current = id;
    reached.set(id, new Set());
  };
  const file = path.join(folder, `${process.pid}-${threadId}-${runs}.mjs`);
  try {
    writeFileSync(file, code);
    const { runCases } = await import(pathToFileURL(file).href);
    const results = await runCases(only, bail, begins);
    parentPort?.postMessage({ results, reached: [...reached].map(([id, marks]) => [id, [...marks]]) });
  } catch (error) {
    // The files could not even be loaded.
    parentPort?.postMessage({ results: [{ id: "", ms: 0, error: String(error) }], reached: [] });
  }
  rmSync(file, { force: true });
  process.env = env;
  // What the project keeps once a process ends with the bundle that made it.
  for (const key of Reflect.ownKeys(globalThis)) if (!before.has(key)) Reflect.deleteProperty(globalThis, key);
});
