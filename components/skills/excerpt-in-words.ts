/**
 * An excerpt for people: its words, without the marks of headings, lists, links, emphasis and code. Code stays as it is
 * written, so that `app/**\/route.ts` keeps its stars.
 */
export function excerptInWords(excerpt: string): string {
  return excerpt
    .replace(/^[ \t>]*(?:`{3,}|~{3,})[^\n`]*$/gm, "")
    .replace(/^[ \t>]*#{1,6}[ \t]+(.*[\p{L}\p{N}`)])[ \t]*$/gmu, "$1:")
    .replace(/^[ \t>]*(?:#{1,6}|[-*+]|\d{1,3}[.)])[ \t]+/gm, "")
    .replace(/!?\[([^[\]]{1,200})\]\([^()\s]{0,500}\)/g, "$1")
    .replace(/(?<![\w*/`])(\*\*|__)(?=\S)([^*_\n]{1,200})(?<=\S)\1(?![\w*/`])/g, "$2")
    .replace(/`+/g, "")
    .replace(/[ \t]*\|[ \t]*/g, " ")
    .trim();
}
