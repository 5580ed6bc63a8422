import { cache } from "@/lib/platform/lru";
import { renderPlainMessage } from "@/lib/text/markdown/plain-message";
import { renderer } from "@/lib/text/markdown/renderer";

/** About ten thousand replies of usual length. */
const KEPT_BYTES_MAX = 32_000_000;

/**
 * The text of a question or reply as HTML that is safe to embed in a page: code blocks, lists, links with `nofollow ugc
 * noopener noreferrer` and emphasis. Headings become bold paragraphs, images become links, and HTML stays text. Each
 * line stays a line. Rendered once per text and process. Never rejects.
 */
export async function renderMessage(text: string): Promise<string> {
  const kept = cache<string>("rendered-messages", KEPT_BYTES_MAX);
  const known = kept.get(text);
  if (known !== undefined) return known;
  const plain = renderPlainMessage(text);
  if (plain !== null) return plain;
  const { html, is_plain } = await renderer().render(text, { form: "message" });
  // A text that stays plain may only have met a busy machine, and it costs little to try again.
  if (!is_plain) kept.set(text, html);
  return html;
}

/** Several texts, in their order. */
export function renderMessages(texts: readonly string[]): Promise<string[]> {
  return Promise.all(texts.map(renderMessage));
}
