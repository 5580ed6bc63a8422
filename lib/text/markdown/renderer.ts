import { singleton } from "@/lib/platform/singleton";
import type { FileLinks } from "@/lib/text/markdown/file-links";
import type { FoundUnseen } from "@/lib/text/markdown/find-unseen-marks";
import type { Rendered } from "@/lib/text/markdown/render-here";

/** `form`: a message of a thread is rendered by the rules of `renderMessage`. */
export type RenderOptions = { title?: string; form?: "message"; files?: FileLinks };

/** Parses documents, in this thread or another. Neither method ever rejects. */
export type Renderer = {
  render(markdown: string, options: RenderOptions): Promise<Rendered>;
  findUnseen(markdown: string): Promise<FoundUnseen>;
};

/** The renderer of this process: in the caller's thread, unless our server has set another. */
export function renderer(): Renderer {
  return chosen().renderer;
}

/** Makes another one the renderer of this process. */
export function renderWith(other: Renderer): void {
  chosen().renderer = other;
}

function chosen() {
  return singleton("renderer", () => ({ renderer: here }));
}

/** Imported on demand: a process that renders in a worker thread does not need the pipeline. */
export const here: Renderer = {
  async render(markdown, options) {
    if (options.form === "message") {
      const { renderMessageHere } = await import("@/lib/text/markdown/render-message-here");
      return renderMessageHere(markdown);
    }
    const { renderHere } = await import("@/lib/text/markdown/render-here");
    return renderHere(markdown, options);
  },
  async findUnseen(markdown) {
    const { findUnseen } = await import("@/lib/text/markdown/find-unseen");
    return findUnseen(markdown);
  },
};
