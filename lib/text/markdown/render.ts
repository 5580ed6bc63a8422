import type { Heading, Unseen } from "@/lib/contract/shown-text";
import { cache, cacheOfMade } from "@/lib/platform/caches";
import { singleton } from "@/lib/platform/singleton";
import type { FileLinks } from "@/lib/text/markdown/tidy";
import { findInvisible, nameInvisible } from "@/lib/text/safety/find-invisible";

/**
 * Markdown as HTML that is safe to embed in a page. `html` contains only sanitised elements; `headings` are its levels
 * 2 and 3.
 */
export type Rendered = {
  html: string;
  headings: Heading[];
  is_plain: boolean;
  /** It is plain because it was not formatted in time, or its thread ended: the machine may only have been busy. */
  is_delayed: boolean;
  /** Some code was left unhighlighted because it took too long: the machine may only have been busy. */
  may_lack_colours: boolean;
};

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
    const { renderHere, renderMessageHere } = await import("@/lib/text/markdown/render-here");
    return options.form === "message" ? renderMessageHere(markdown) : renderHere(markdown, options);
  },
  async findUnseen(markdown) {
    const { findUnseen } = await import("@/lib/text/markdown/find-unseen");
    return findUnseen(markdown);
  },
};

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

/** About ten thousand replies of usual length. */
const MESSAGES_BYTES_MAX = 32_000_000;

/**
 * The text of a question or reply as HTML that is safe to embed in a page: code blocks, lists, links with `nofollow ugc
 * noopener noreferrer` and emphasis. Headings become bold paragraphs, images become links, and HTML stays text. Each
 * line stays a line. Rendered once per text and process. Never rejects.
 */
export async function renderMessage(text: string): Promise<string> {
  const kept = cache<string>("rendered-messages", MESSAGES_BYTES_MAX);
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

/**
 * The parts of `file`, the published text of a skill version, that its rendered page does not show; computed once per
 * process, where documents are rendered. Never rejects: a text that is too slow to parse is not `is_whole`.
 */
export function unseenIn(version_id: string, file: string): Promise<FoundUnseen> {
  return memoize(
    "unseen_in_versions",
    version_id,
    () => renderer().findUnseen(file),
    ({ is_whole }) => is_whole,
  );
}

/** At 32 KiB of markdown, highlighted, one rendering has about 300,000; most have a tenth of that. */
const MADE_BYTES_MAX = 16_000_000;
/** A document that a busy machine could not finish is tried again after this long. */
const UNFINISHED_KEPT_MS = 20_000;

/**
 * Memoizes a value derived from an immutable text, under `name` and `key`: made once per process, with LRU eviction.
 * Simultaneous first readers share one call. A value that is not `isFinished` is made again after 20 seconds.
 */
function memoize<Made extends {}>(
  name: string,
  key: string,
  make: () => Promise<Made>,
  isFinished: (made: Made) => boolean,
): Promise<Made> {
  const once = cacheOfMade<Made>(name, MADE_BYTES_MAX, (made) => (isFinished(made) ? 0 : UNFINISHED_KEPT_MS));
  return once(key, make);
}

/**
 * In order, without overlaps. `is_whole` is false when the text was not parsed: then only comments and characters are
 * found.
 */
export type FoundUnseen = { places: Unseen[]; is_whole: boolean };

/** Beyond this number the rest of the text is shown without marks. */
const PLACES_MAX = 1_000;

/** Comments and invisible characters, found without parsing, in linear time. */
export function findUnseenMarks(markdown: string): FoundUnseen {
  return { places: inOrder([...invisibleCharacters(markdown), ...comments(markdown)]), is_whole: false };
}

/** Sorts ranges by position; of overlapping ones the first and longest stays. */
export function inOrder(found: Unseen[]): Unseen[] {
  found.sort((a, b) => a.start - b.start || b.end - a.end);
  const places: Unseen[] = [];
  for (const place of found) {
    if (place.start >= (places.at(-1)?.end ?? 0) && place.end > place.start) places.push(place);
  }
  return places.slice(0, PLACES_MAX);
}

function comments(markdown: string): Unseen[] {
  const found: Unseen[] = [];
  let at = markdown.indexOf("<!--");
  while (at >= 0) {
    const close = markdown.indexOf("-->", at);
    const end = close < 0 ? markdown.length : close + 3;
    found.push({ kind: "comment", start: at, end, note: null });
    at = markdown.indexOf("<!--", end);
  }
  return found;
}

/** Characters that are invisible or change the text direction; a run of one kind is one range. */
export function invisibleCharacters(markdown: string): Unseen[] {
  return findInvisible(markdown, "markdown").map(({ kind, what, index }) => {
    let end = index;
    for (let code = markdown.codePointAt(end); code !== undefined; code = markdown.codePointAt(end)) {
      if (end > index && (nameInvisible(code).kind !== kind || kind === "default_ignorable")) break;
      end += code > 0xffff ? 2 : 1;
    }
    return { kind: "character", start: index, end, note: `The page does not show ${what}.` };
  });
}
