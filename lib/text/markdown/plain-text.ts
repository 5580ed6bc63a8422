import type { Rendered } from "@/lib/text/markdown/render-here";

/** A whole document as preformatted text, without formatting. */
export function asPlainText(markdown: string): Rendered {
  const escaped = markdown.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  return {
    html: `<pre tabindex="0" class="plain">${escaped}</pre>`,
    headings: [],
    is_plain: true,
    may_lack_colours: false,
  };
}
