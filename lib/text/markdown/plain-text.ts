import type { Rendered } from "@/lib/text/markdown/render-here";

/**
 * A whole document as preformatted text, without formatting. `is_delayed` when nothing is wrong with its text: it may be
 * formatted later.
 */
export function asPlainText(markdown: string, is_delayed = false): Rendered {
  const escaped = markdown.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  return {
    html: `<pre tabindex="0" class="plain">${escaped}</pre>`,
    headings: [],
    is_plain: true,
    is_delayed,
    may_lack_colours: false,
  };
}
