import { findInvisible, nameInvisible } from "@/lib/text/safety/find-invisible";
import type { Span } from "@/lib/text/safety/finding";

const EXCERPT_MAX = 80;

/** Lines of a text as excerpts: trimmed and shortened, with `secrets` masked and hidden characters spelled out. */
export function excerpts(
  text: string,
  secrets: readonly Span[],
): { lineAt: (offset: number) => number; line: (number: number) => string } {
  const starts = [0];
  for (const match of text.matchAll(/\r\n|[\n\r]/g)) starts.push(match.index + match[0].length);
  return {
    lineAt: (offset) => starts.findLastIndex((start) => start <= offset) + 1,
    line: (number) => {
      const from = starts[number - 1] ?? 0;
      const end = starts[number] ?? text.length;
      let shown = "";
      let at = from;
      for (const secret of secrets) {
        if (secret.end <= at || secret.index >= end) continue;
        shown += `${withoutLastWord(text.slice(at, Math.max(at, secret.index)))}[secret]`;
        at = secret.end;
      }
      // Drop the rest of the word that contained the secret, because a pattern may end early.
      const rest = at > from ? text.slice(at, end).replace(/^\S+/, "") : text.slice(at, end);
      return shorten(spellHidden(`${shown}${at < end ? rest : ""}`.trim()));
    },
  };
}

function withoutLastWord(text: string): string {
  return text.replace(/[A-Za-z0-9+/_.~%-]{1,300}$/, "");
}

function spellHidden(line: string): string {
  if (findInvisible(line, "markdown").length === 0) return line;
  return Array.from(line, (char) => {
    const named = findInvisible(char, "markdown").length > 0;
    return named ? `[${nameInvisible(char.codePointAt(0) ?? 0).kind}]` : char;
  }).join("");
}

function shorten(line: string): string {
  const points = Array.from(line);
  return points.length <= EXCERPT_MAX ? line : `${points.slice(0, EXCERPT_MAX - 1).join("")}…`;
}
