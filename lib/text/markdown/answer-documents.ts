import { parentPort } from "node:worker_threads";
import { findUnseen } from "@/lib/text/markdown/find-unseen";
import type { Work } from "@/lib/text/markdown/render-aside";
import { renderHere } from "@/lib/text/markdown/render-here";

/**
 * The worker thread of lib/text/markdown/render-aside.ts: receives documents, returns their rendering or their hidden parts.
 */
parentPort?.on("message", async (work: Work) => {
  const { markdown } = work;
  parentPort?.postMessage(work.task === "render" ? await renderHere(markdown, work) : findUnseen(markdown));
});
parentPort?.postMessage("ready");
