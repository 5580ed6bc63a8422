import type { Rendered } from "@/lib/markdown/render-here";
import { renderer } from "@/lib/markdown/renderer";
import { once } from "@/lib/process";
import { makeRecent } from "@/lib/recent";

export type { Rendered };

/** Rendered versions kept in memory. At 32 KiB of markdown, coloured, one is about 300 kB; most are a tenth of that. */
const VERSIONS_KEPT_MAX = 200;
/** A document that was too slow for a busy machine is tried again after this long. */
const PLAIN_KEPT_MS = 60_000;

/**
 * The content of a skill version as HTML. Versions never change, so each is rendered once per process and the least
 * recently read one goes when the store is full. Simultaneous first readers share one rendering.
 */
export function renderVersion(version: { version_id: string; title: string; markdown: string }): Promise<Rendered> {
  const { version_id, title, markdown } = version;
  const kept = once("rendered_versions", () => makeRecent<Promise<Rendered>>(VERSIONS_KEPT_MAX));
  const known = kept.get(version_id);
  if (known) return known;
  const rendered = renderMarkdown(markdown, { title });
  kept.set(version_id, rendered);
  void rendered.then(({ is_plain }) => {
    if (is_plain) setTimeout(() => kept.drop(version_id), PLAIN_KEPT_MS).unref();
  });
  return rendered;
}

/**
 * Untrusted markdown (CommonMark and GFM) as HTML. Raw HTML and comments show as text, images become links, links carry
 * `nofollow ugc noopener noreferrer`, and headings start at level 2. A first heading that repeats `title` is left out.
 * Text built to be slow, or that fails to render, comes back whole as preformatted text. Never throws. Our server
 * renders in a thread of its own; without it, it happens here.
 */
export function renderMarkdown(markdown: string, options: { title?: string } = {}): Promise<Rendered> {
  return renderer().render(markdown, options);
}
