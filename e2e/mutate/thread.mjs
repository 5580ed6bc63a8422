import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { parentPort, threadId } from "node:worker_threads";
import fc from "fast-check";

// Slowest to load, so it is kept for all bundles.
createRequire(import.meta.url)("@playwright/test");

// Inside the project, so that packages resolve.
const folder = path.resolve("node_modules/.cache/mutate");
mkdirSync(folder, { recursive: true });
let runs = 0;

/** Runs one bundle of tests; responds with their results and the marks that each test reached. */
parentPort?.on("message", async ({ code, only, bail, seed, marks = 0 }) => {
  runs += 1;
  fc.configureGlobal({ seed });
  const before = new Set(Reflect.ownKeys(globalThis));
  const env = { ...process.env };
  // Frequently executed code sets a byte; the marks of each test are read when the next one begins.
  globalThis.mutantMarks = new Uint8Array(marks);
  const reached = [];
  let current = "";
  const begins = (id) => {
    reached.push([current, [...globalThis.mutantMarks.keys()].filter((mark) => globalThis.mutantMarks[mark] === 1)]);
    globalThis.mutantMarks.fill(0);
    current = id;
  };
  const file = path.join(folder, `${process.pid}-${threadId}-${runs}.mjs`);
  try {
    writeFileSync(file, code);
    const { runCases } = await import(pathToFileURL(file).href);
    const results = await runCases(only, bail, begins);
    begins("");
    parentPort?.postMessage({ results, reached });
  } catch (error) {
    // The files failed to load.
    parentPort?.postMessage({ results: [{ id: "", ms: 0, error: String(error) }], reached: [] });
  }
  rmSync(file, { force: true });
  process.env = env;
  // Delete the project's process-wide state with the bundle that created it.
  for (const key of Reflect.ownKeys(globalThis)) if (!before.has(key)) Reflect.deleteProperty(globalThis, key);
});
