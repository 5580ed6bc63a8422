/** Characters that may be marks anywhere, and addresses, which become links. */
const MARKED = /[*_[\]|~`<>@&\\\t\r\0]|www\.|:\/\//i;
/** The beginnings and ends of lines that may be marks. */
const MARKED_LINE = /^(?:\s|[#+=:-]|\d+[.)])|\s$/m;
const BREAK = /\n\n+/;

/**
 * The HTML of a message that is nothing but paragraphs of plain words; null for any other. Most replies are, and parsing
 * them as markdown takes a hundred times as long.
 */
export function renderPlainMessage(text: string): string | null {
  if (MARKED.test(text)) return null;
  const paragraphs = text.split(BREAK);
  if (paragraphs.some((paragraph) => paragraph === "" || MARKED_LINE.test(paragraph))) return null;
  return paragraphs.map((words) => `<p dir="auto">${words.replaceAll("\n", "<br>\n")}</p>`).join("\n");
}
