/** Positions outside code of links, images and definitions with a `data:`, `javascript:` or `vbscript:` address. */
export function findUnsafeLinks(markdown: string): number[] {
  if (!/(?:data|script|&#|%6|\\)/i.test(markdown)) return [];
  const found: number[] = [];
  const text = blankCode(markdown);
  for (const match of text.matchAll(DESTINATION)) {
    if (found.length === LINKS_MAX) break;
    // Remove entities, escapes, tabs and breaks, as a browser does before it reads the scheme.
    const plain = decodeEntities(match[1] ?? "")
      .replace(/[\s\\\p{Cc}]/gu, "")
      .toLowerCase();
    if (/^(?:data|javascript|vbscript):/.test(plain)) found.push(match.index);
  }
  return found;
}

const LINKS_MAX = 20;
// A destination after "](", a definition "[x]:", an autolink "<", or an attribute of raw HTML.
const DESTINATION =
  /(?:\]\(\s{0,10}<?|^ {0,3}\[[^\]\n]{1,200}\]:\s{0,10}<?|<(?=[a-z&\\]{2}[^\s<>]{0,300}>)|\b(?:href|src|action|formaction|data|poster|xlink:href)\s{0,4}=\s{0,4}["']?\s{0,10})([^\s)>"'][^)>"'\n]{0,80})/gim;

/** Replaces code blocks and code spans with blanks; all other characters keep their positions. */
function blankCode(markdown: string): string {
  let fence = "";
  return markdown
    .split("\n")
    .map((line) => {
      const trimmed = line.trim();
      const mark = /^(?:[-*+>]\s{1,4}|\d{1,9}[.)]\s{1,4})?(`{3,}|~{3,})/.exec(trimmed)?.[1] ?? "";
      const closes = fence !== "" && trimmed.startsWith(fence) && trimmed === fence.charAt(0).repeat(trimmed.length);
      if (fence ? closes : mark) {
        fence = fence ? "" : mark;
        return " ".repeat(line.length);
      }
      return fence
        ? " ".repeat(line.length)
        : line.replace(/(`{1,3})(?!`)[^`\n]{1,400}\1(?!`)/g, (span) => " ".repeat(span.length));
    })
    .join("\n");
}

function decodeEntities(text: string): string {
  return text.replace(
    /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(colon|tab|newline));?/gi,
    (_whole, hex?: string, decimal?: string, name?: string) => {
      if (name) return name.toLowerCase() === "colon" ? ":" : "";
      const code = hex ? Number.parseInt(hex, 16) : Number(decimal);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : "";
    },
  );
}

/**
 * Positions outside code of links that show the address of one site and lead to another, and of addresses whose real
 * host follows an `@` ("https://github.com@elsewhere.example").
 */
export function findMisleadingLinks(markdown: string): number[] {
  if (!markdown.includes("://")) return [];
  const prose = blankCode(markdown);
  const found: number[] = [];
  for (const { index, 1: shown = "", 2: address = "" } of markdown.matchAll(LINK)) {
    if (found.length === LINKS_MAX) break;
    // The shown text may contain a code span, but a link inside code is not a link.
    if (prose.charAt(index) === "[" && isElsewhere(siteOf(shown), siteOf(address))) found.push(index);
  }
  for (const { index } of prose.matchAll(BEHIND_AT)) {
    if (found.length === LINKS_MAX) break;
    found.push(index);
  }
  return found.sort((a, b) => a - b);
}

const LINK = /\[([^\]\n]{8,300})\]\(\s{0,3}<?(https?:\/\/[^\s)>]{1,300})/gi;
const BEHIND_AT = /\bhttps?:\/\/[^\s/?#<>()"'@]{1,200}@[^\s/?#<>()"']/gi;

/** The site of a text that is an address, without "www."; null for other texts ("next.config.js" is a file). */
function siteOf(text: string): string | null {
  const authority = /^[\s*_`]{0,5}(?:https?:\/\/|(?=www\.))([^\s/?#`*]{1,300})/i.exec(text)?.[1];
  const host = authority?.slice(authority.lastIndexOf("@") + 1).toLowerCase();
  return host?.replace(/:\d{1,5}$/, "").replace(/^www\./, "") ?? null;
}

function isElsewhere(shown: string | null, real: string | null): boolean {
  if (shown === null || real === null || shown === real) return false;
  return !shown.endsWith(`.${real}`) && !real.endsWith(`.${shown}`);
}
