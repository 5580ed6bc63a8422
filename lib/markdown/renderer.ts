import type { Render } from "@/lib/markdown/render-here";
import { once } from "@/lib/process";

/** The renderer of this process: here, unless the server that runs it has set another. */
export function renderer(): { render: Render } {
  return once("renderer", () => ({ render: here }));
}

/** Loaded where it is needed: a process that renders in a thread needs no pipeline beside it. */
export const here: Render = async (markdown, options) => {
  const { renderHere } = await import("@/lib/markdown/render-here");
  return renderHere(markdown, options);
};
