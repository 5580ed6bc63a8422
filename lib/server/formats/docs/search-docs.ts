import { problemCodes, problems } from "@/lib/contract/problems";
import { singleton } from "@/lib/platform/singleton";
import { shortened } from "@/lib/platform/words";
import { contracts } from "@/lib/server/endpoints";
import { type GuidePath, guides, guideText } from "@/lib/server/formats/docs/guides";
import { referenceAreas } from "@/lib/server/openapi/reference";
import { renderGuide } from "@/lib/text/markdown/render";

/** A section that matches a search, with the part of its text that shows why. */
type DocsResult = DocsSection & { excerpt: string };

export const DOCS_QUERY_CHARACTERS_MAX = 200;
const RESULTS_MAX = 20;
const EXCERPT_CHARACTERS = 220;
const TITLE_WEIGHT = 8;
const PAGE_WEIGHT = 3;
/** For a title that is exactly what was searched. */
const EXACT_TITLE_SCORE = 20;
/** More occurrences than this say nothing new. */
const OCCURRENCES_MAX = 4;

/**
 * The sections of the docs that contain the words of a search, best first. Words match the beginnings of words. If no
 * section has all words, the ones with most of them count.
 */
export async function searchDocs(query: string): Promise<DocsResult[]> {
  const words = wordsOf(query.slice(0, DOCS_QUERY_CHARACTERS_MAX));
  if (words.length === 0) return [];
  const scored = (await docsSections()).map((section) => ({ section, ...judge(section, words) }));
  const most = Math.max(1, ...scored.map(({ matched }) => matched));
  return scored
    .filter(({ matched }) => matched === most)
    .sort((one, other) => other.score - one.score)
    .slice(0, RESULTS_MAX)
    .map(({ section }) => ({ ...section, excerpt: excerptOf(section.text, words) }));
}

/** The words of a text that a search compares: a plural's "s" does not count. */
function wordsOf(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
  return [...new Set(words.map((word) => (word.length > 3 ? word.replace(/s$/, "") : word)))];
}

function judge({ title, page, text }: DocsSection, words: string[]): { matched: number; score: number } {
  let matched = 0;
  let score = wordsOf(title).join(" ") === words.join(" ") ? EXACT_TITLE_SCORE : 0;
  for (const word of words) {
    const found = [
      Math.min(countOf(title, word), 1) * TITLE_WEIGHT,
      Math.min(countOf(page, word), 1) * PAGE_WEIGHT,
      Math.min(countOf(text, word), OCCURRENCES_MAX),
    ].reduce((sum, each) => sum + each, 0);
    if (found > 0) matched += 1;
    score += found;
  }
  return { matched, score };
}

function countOf(text: string, word: string): number {
  return text.toLowerCase().match(new RegExp(`(?<![\\p{L}\\p{N}])${word}`, "gu"))?.length ?? 0;
}

/** The text from shortly before its first match. */
function excerptOf(text: string, words: string[]): string {
  const first = new RegExp(`(?<![\\p{L}\\p{N}])(?:${words.join("|")})`, "iu").exec(text)?.index ?? 0;
  const start = first < EXCERPT_CHARACTERS / 2 ? 0 : text.lastIndexOf(" ", first - 60) + 1;
  return `${start > 0 ? "… " : ""}${shortened(text.slice(start), EXCERPT_CHARACTERS)}`;
}

/** A part of the docs that a search can find. */
type DocsSection = {
  /** Its address with the anchor. */
  href: string;
  /** The title of its page. */
  page: string;
  title: string;
  /** Its text without markup, in one line. */
  text: string;
};

/** Every section of the docs: of the guides, the endpoints and the problems. Built once per process. */
function docsSections(): Promise<DocsSection[]> {
  return singleton("docs-sections", async () => {
    const ofGuides = await Promise.all(Object.keys(guides).map((path) => guideSections(path as GuidePath)));
    return [...ofGuides.flat(), ...endpointSections(), ...problemSections()];
  });
}

async function guideSections(path: GuidePath): Promise<DocsSection[]> {
  const markdown = guideText(path);
  const { headings } = await renderGuide(markdown);
  const { title: page, lead } = guides[path];
  const [before = "", ...parts] = withoutCode(markdown).split(/^#{2,3} .+$/m);
  const whole = { href: path, page, title: page, text: `${lead} ${plain(before)}`.trim() };
  return [
    whole,
    ...headings.map(({ id, text }, place) => ({
      href: `${path}#${id}`,
      page,
      title: text,
      text: plain(parts[place] ?? ""),
    })),
  ];
}

function endpointSections(): DocsSection[] {
  return referenceAreas(contracts()).flatMap(({ area, tag, entries }) =>
    entries.map(({ name, method, path, summary, description, fields }) => ({
      href: `/docs/api/${area}#${name}`,
      page: `API: ${tag}`,
      title: `${method} ${path}`,
      text: plain(`${summary} ${description} (${name}) Fields: ${fields.map((field) => field.name).join(", ")}.`),
    })),
  );
}

function problemSections(): DocsSection[] {
  return problemCodes.map((code) => {
    const [, title, next_step] = problems[code];
    return { href: `/problems/${code}`, page: "Problems", title, text: plain(`${code}: ${next_step}`) };
  });
}

/** A comment in a code block could look like a heading. Its text stays searchable. */
function withoutCode(markdown: string): string {
  return markdown.replaceAll(/^(```|~~~)\w*\n([\s\S]*?)\n\1$/gm, (_, __, code: string) =>
    code.replaceAll(/^#/gm, " #"),
  );
}

function plain(markdown: string): string {
  return markdown
    .replaceAll(/\[([^\]]+)\]\([^)]+\)/g, "$1")
    .replaceAll(/[`*|]|^#+ |^\s*[-\d]+[.]? |-{3,}/gm, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
}
