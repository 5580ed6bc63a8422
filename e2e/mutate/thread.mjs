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
parentPort?.on("message", async ({ code, only, bail, seed, marks = 0 }) => {
  runs += 1;
  fc.configureGlobal({ seed });
  const before = new Set(Reflect.ownKeys(globalThis));
  const env = { ...process.env };
  // Code that is run all the time sets a byte: what each test reached is read when the next one begins.
  globalThis.marks = new Uint8Array(marks);
  const reached = [];
  let current = "";
  const begins = (id) => {
    reached.push([current, [...globalThis.marks.keys()].filter((mark) => globalThis.marks[mark] === 1)]);
    globalThis.marks.fill(0);
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
    // The files could not even be loaded.
    parentPort?.postMessage({ results: [{ id: "", ms: 0, error: String(error) }], reached: [] });
  }
  rmSync(file, { force: true });
  process.env = env;
  // What the project keeps once a process ends with the bundle that made it.
  for (const key of Reflect.ownKeys(globalThis)) if (!before.has(key)) Reflect.deleteProperty(globalThis, key);
});
