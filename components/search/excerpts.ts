/**
 * An excerpt for people: its words, without the marks of headings, lists, links and emphasis. Code stays as it is
 * written, so that `app/**\/route.ts` keeps its stars.
 */
export function excerptInWords(excerpt: string): string {
  return withoutMarks(excerpt).replace(/`+/g, "");
}

/** "caching" adds nothing to a title with "cache". */
const STEM_MIN = 4;
const ENDING_MAX = 3;

type Match = { excerpt: string | null; matched_words: string[] };

/**
 * The excerpt of a match, with its code in backticks, if it has a matched word that neither title nor description has;
 * null otherwise, because it would say nothing new.
 */
export function addedExcerpt(match: Match, skill: { title: string; description: string }): string | null {
  if (match.excerpt === null) return null;
  const said = `${skill.title} ${skill.description}`.toLowerCase();
  const excerpt = match.excerpt.toLowerCase();
  const adds = match.matched_words
    .map((word) => word.toLowerCase())
    .some(
      (word) => excerpt.includes(word) && !said.includes(word.slice(0, Math.max(STEM_MIN, word.length - ENDING_MAX))),
    );
  return adds ? withoutMarks(match.excerpt) : null;
}

function withoutMarks(excerpt: string): string {
  return excerpt
    .replace(/^[ \t>]*(?:`{3,}|~{3,})[^\n`]*$/gm, "")
    .replace(/^[ \t>]*#{1,6}[ \t]+(.*[\p{L}\p{N}`)])[ \t]*$/gmu, "$1:")
    .replace(/^[ \t>]*(?:#{1,6}|[-*+]|\d{1,3}[.)])[ \t]+/gm, "")
    .replace(/!?\[([^[\]]{1,200})\]\([^()\s]{0,500}\)/g, "$1")
    .replace(/(?<![\w*/`])(\*\*|__)(?=\S)([^*_\n]{1,200})(?<=\S)\1(?![\w*/`])/g, "$2")
    .replace(/[ \t]*\|[ \t]*/g, " ")
    .trim();
}
