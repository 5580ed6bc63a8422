import type { FileLinks } from "@/lib/text/markdown/file-links";
import { memoize } from "@/lib/text/markdown/memoize";
import type { Rendered } from "@/lib/text/markdown/render-here";
import { renderer } from "@/lib/text/markdown/renderer";

export type { Rendered };

/** The content of a skill version as HTML, made once per process. */
export function renderVersion(
  version: { version_id: string; title: string; markdown: string },
  files?: FileLinks,
): Promise<Rendered> {
  const { version_id, title, markdown } = version;
  return memoize(
    "rendered_versions",
    version_id,
    () => renderMarkdown(markdown, { title, ...(files && { files }) }),
    isFinished,
  );
}

/** A markdown file of a version as HTML, made once per process. `sha256` is that of its text. */
export function renderFile(sha256: string, markdown: string, files: FileLinks): Promise<Rendered> {
  const key = `${files.page} ${files.from} ${sha256}`;
  return memoize("rendered_files", key, () => renderMarkdown(markdown, { files }), isFinished);
}

/** A guide of our own as HTML, made once per process outside the document queue. */
export function renderGuide(markdown: string): Promise<Rendered> {
  return memoize("rendered_guides", markdown, () => renderMarkdown(markdown), isFinished);
}

const isFinished = ({ is_plain, may_lack_colours }: Rendered) => !is_plain && !may_lack_colours;

/**
 * Untrusted markdown (CommonMark and GFM) as HTML. Raw HTML and comments show as text, images become links, links carry
 * `nofollow ugc noopener noreferrer`, and headings start at level 2. A first heading that repeats `title` is removed.
 * Text built to be slow, or text that fails to render, comes back whole as preformatted text. Never throws. Our server
 * renders in a worker thread; without it, rendering runs in this one.
 */
export function renderMarkdown(
  markdown: string,
  options: { title?: string; files?: FileLinks } = {},
): Promise<Rendered> {
  return renderer().render(markdown, options);
}
