import { parentPort } from "node:worker_threads";
import { findUnseen } from "@/lib/text/markdown/find-unseen";
import type { Work } from "@/lib/text/markdown/render-aside";
import { renderHere, renderMessageHere } from "@/lib/text/markdown/render-here";

const FIRST = "# A\n\n- *b* [c](https://example.org)\n\n| d |\n|---|\n| `e` |\n\n~~~ts\nconst f = 1;\n~~~\n";

/**
 * The worker thread of lib/text/markdown/render-aside.ts: receives documents, returns their rendering or their hidden parts.
 */
parentPort?.on("message", async (work: Work) => {
  const { task, markdown, form } = work;
  if (task === "find_unseen") parentPort?.postMessage(findUnseen(markdown));
  else parentPort?.postMessage(form === "message" ? renderMessageHere(markdown) : await renderHere(markdown, work));
});
// Loads the grammars and compiles the parser, which would otherwise count against the time of the first document.
await renderHere(FIRST, {});
parentPort?.postMessage("ready");
