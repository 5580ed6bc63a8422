import { hastToHtml } from "shiki/core";
import { type Heading, toTree } from "@/lib/markdown/tree";
import { isWithinReason } from "@/lib/markdown/within-reason";
import { once } from "@/lib/process";
import { makeRecent } from "@/lib/recent";

/** Markdown made safe to put into a page. `html` holds only what the sanitiser let through; `headings` are its levels 2 and 3. */
export type Rendered = { html: string; headings: Heading[]; is_plain: boolean };

/** Rendered versions kept in memory. At 32 KiB of markdown, coloured, one is about 300 kB; most are a tenth of that. */
const VERSIONS_KEPT_MAX = 200;

/**
 * The content of a skill version as HTML. Versions never change, so each is rendered once per process and the least
 * recently read one goes when the store is full. Simultaneous first readers share one rendering.
 */
export function renderVersion(version: { version_id: string; title: string; markdown: string }): Promise<Rendered> {
  const kept = once("rendered_versions", () => makeRecent<Promise<Rendered>>(VERSIONS_KEPT_MAX));
  const known = kept.get(version.version_id);
  if (known) return known;
  const rendered = renderMarkdown(version.markdown, { title: version.title });
  kept.set(version.version_id, rendered);
  return rendered;
}

/**
 * Untrusted markdown (CommonMark and GFM) as HTML. Raw HTML and comments show as text, images become links, links carry
 * `nofollow ugc noopener noreferrer`, and headings start at level 2. A first heading that repeats `title` is left out.
 * Text built to be slow, or that fails to render, comes back whole as preformatted text. Never throws.
 */
export async function renderMarkdown(markdown: string, options: { title?: string } = {}): Promise<Rendered> {
  if (!isWithinReason(markdown)) return asPlainText(markdown);
  try {
    const { tree, headings } = await toTree(markdown, options.title);
    // A string, because it is made once: as React elements the same tree took 4 to 16 ms a page and half as many bytes again.
    return { html: hastToHtml(tree), headings, is_plain: false };
  } catch {
    return asPlainText(markdown);
  }
}

function asPlainText(markdown: string): Rendered {
  const text = { type: "text" as const, value: markdown };
  const pre = {
    type: "element" as const,
    tagName: "pre",
    properties: { tabIndex: 0, className: ["plain"] },
    children: [text],
  };
  return { html: hastToHtml(pre), headings: [], is_plain: true };
}
