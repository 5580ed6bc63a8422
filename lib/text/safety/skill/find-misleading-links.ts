import { blankCode } from "@/lib/text/safety/skill/find-unsafe-links";

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

const LINKS_MAX = 20;
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
