import type { FoundUnseen } from "@/lib/markdown/find-unseen-marks";
import type { Rendered } from "@/lib/markdown/render-here";
import { once } from "@/lib/process";

/** What parses documents: here, or in a thread. Neither ever rejects. */
export type Renderer = {
  render(markdown: string, options: { title?: string }): Promise<Rendered>;
  findUnseen(markdown: string): Promise<FoundUnseen>;
};

/** The renderer of this process: here, unless the server that runs it has set another. */
export function renderer(): Renderer {
  return chosen().renderer;
}

/** Makes another one the renderer of this process. */
export function renderWith(other: Renderer): void {
  chosen().renderer = other;
}

function chosen() {
  return once("renderer", () => ({ renderer: here }));
}

/** Loaded where it is needed: a process that renders in a thread needs no pipeline beside it. */
export const here: Renderer = {
  async render(markdown, options) {
    const { renderHere } = await import("@/lib/markdown/render-here");
    return renderHere(markdown, options);
  },
  async findUnseen(markdown) {
    const { findUnseen } = await import("@/lib/markdown/find-unseen");
    return findUnseen(markdown);
  },
};
