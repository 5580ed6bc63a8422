import { writeFileSync } from "node:fs";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { isMainThread } from "node:worker_threads";

// Loaded into a product under test: on SIGUSR2 it collects all garbage and writes what is left, in bytes.
const { MEMORY_FILE } = process.env;
if (isMainThread && MEMORY_FILE) {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc");
  process.on("SIGUSR2", () => {
    collect();
    // What the first one finalised.
    setImmediate(() => {
      collect();
      writeFileSync(MEMORY_FILE, JSON.stringify(process.memoryUsage()));
    });
  });
}
