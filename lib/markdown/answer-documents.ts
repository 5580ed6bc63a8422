import { parentPort } from "node:worker_threads";
import { renderHere } from "@/lib/markdown/render-here";

/** What the thread of lib/markdown/render-aside.ts does: a document comes in, what it looks like goes out. */
parentPort?.on("message", async ({ markdown, title }: { markdown: string; title?: string }) => {
  parentPort?.postMessage(await renderHere(markdown, title === undefined ? {} : { title }));
});
parentPort?.postMessage("ready");
