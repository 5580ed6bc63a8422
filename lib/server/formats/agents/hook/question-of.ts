import { stripPrivate } from "@/lib/text/safety/strip-private";

const CHARACTERS_MAX = 300;
const LINES_MAX = 3;
const WORDS_MIN = 3;
const TELLS =
  /\b(?:error|errors|exception|fail(?:ed|ure|s)?|fatal|panic|cannot|can't|could not|unable|denied|refused|invalid|unexpected|unsupported|deprecated|undefined|unresolved|missing|not found|no such|timed out|conflict)\b|(?:Error|Exception|Warning)\b|\bE[A-Z]{4,}\b/i;
const HALF_CHARACTER = /\p{Cs}$/u;
const STACK_FRAME = /^\s*(?:at\s+\S|File "|\d+ \||\||\^|~|-+>|#\d+\s)/;

/**
 * What to look up for the output of a failed command: the lines that tell the error, without what is private. Null when
 * too little is left to find anything.
 */
export function questionOf(output: string, names: readonly string[]): string | null {
  const lines = stripPrivate(output, names)
    // The service takes plain prose.
    .replace(/[<>`]/g, " ")
    .split("\n")
    .filter((line) => TELLS.test(line) && !STACK_FRAME.test(line) && !/^Exit code \d+$/.test(line.trim()))
    .map((line) => line.replace(/\s+/g, " ").trim());
  const question = [...new Set(lines)]
    .slice(0, LINES_MAX)
    .join(" ")
    .slice(0, CHARACTERS_MAX)
    .replace(HALF_CHARACTER, "")
    .trim();
  const words = question.replace(/\[\w+\]/g, " ").match(/\p{L}{3,}/gu) ?? [];
  return words.length < WORDS_MIN ? null : question;
}
