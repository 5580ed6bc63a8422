import { parentPort } from "node:worker_threads";
import { findUnseen } from "@/lib/markdown/find-unseen";
import type { Work } from "@/lib/markdown/render-aside";
import { renderHere } from "@/lib/markdown/render-here";

/** What the thread of lib/markdown/render-aside.ts does: a document comes in, what it looks like or hides goes out. */
parentPort?.on("message", async (work: Work) => {
  const { markdown } = work;
  parentPort?.postMessage(work.task === "render" ? await renderHere(markdown, work) : findUnseen(markdown));
});
parentPort?.postMessage("ready");
