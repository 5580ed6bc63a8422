/** A part of a text that cannot be posted, in UTF-16 units. */
export type Problem = { start: number; end: number; kind: "mark" | "invisible" | "too long" | "secret" };

const MARKS = /[<>`]/g;

/** Characters that readers do not see. The same class as in lib/text/safety, which decides. */
const INVISIBLE =
  /[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Noncharacter_Code_Point}\u2028\u2029\u2800\uFFF0-\uFFFC\u{1107F}\u{16FE4}\u{1D159}\u{E0000}-\u{E0FFF}]/gu;
/** What a joiner or selector may stand between: pictures with skin tones and selectors, keycaps, flags. */
const EMOJI_PART =
  /[\p{Extended_Pictographic}\p{Emoji_Modifier}#*\d]|\u200D|\uFE0E|\uFE0F|\u20E3|[\u{E0020}-\u{E007F}]/u;
/** Letters of scripts that need joiners. */
const JOINED = /[\p{L}\p{M}](?<![\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Han}])/u;

/** The places of a text that the service would refuse, in order, at most `limit` characters long. */
export function problemsIn(text: string, limit: number): Problem[] {
  const problems: Problem[] = [
    ...[...text.matchAll(MARKS)].map(({ index }) => ({ start: index, end: index + 1, kind: "mark" as const })),
    ...invisibleIn(text).map(({ index, char }) => ({
      start: index,
      end: index + char.length,
      kind: "invisible" as const,
    })),
  ];
  const points = [...text];
  if (points.length > limit)
    problems.push({ start: points.slice(0, limit).join("").length, end: text.length, kind: "too long" });
  return problems.sort((a, b) => a.start - b.start);
}

/** The text without the characters that readers do not see. */
export function withoutInvisible(text: string): string {
  let made = "";
  let from = 0;
  for (const { index, char } of invisibleIn(text)) {
    made += text.slice(from, index);
    from = index + char.length;
  }
  return made + text.slice(from);
}

function invisibleIn(text: string): Array<{ index: number; char: string }> {
  return [...text.matchAll(INVISIBLE)].flatMap(({ 0: char, index }) => {
    if (/[\t\n\r]/.test(char)) return [];
    const before = [...text.slice(Math.max(0, index - 2), index)].at(-1) ?? "";
    const after = [...text.slice(index + char.length, index + char.length + 2)][0] ?? "";
    const isJoiner = /\u200C|\u200D|\uFE0E|\uFE0F|[\u{E0020}-\u{E007F}]/u.test(char);
    const isPart =
      isJoiner && EMOJI_PART.test(before) && (char !== "\u200D" || EMOJI_PART.test(after)) && char !== "\u200C";
    const isJoin = /[\u200B-\u200D]/.test(char) && JOINED.test(before) && (JOINED.test(after) || char === "\u200D");
    return isPart || isJoin ? [] : [{ index, char }];
  });
}

const FENCE = /^([ \t]*)(```+|~~~+)[^\n`]*\n([\s\S]*?)(?:\n[ \t]*\2[ \t]*(?=\n|$)|$(?![\s\S]))/gm;
const COMPARISONS: Array<[RegExp, string]> = [
  [/[ \t]*[-=]+>[ \t]*/g, " to "],
  [/[ \t]*<-+[ \t]*/g, " from "],
  [/[ \t]*(?:<=|=<)[ \t]*/g, " at most "],
  [/[ \t]*>=[ \t]*/g, " at least "],
  [/[ \t]*<>[ \t]*/g, " not equal to "],
  [/[ \t]*<+[ \t]*/g, " less than "],
  [/[ \t]*>+[ \t]*/g, " more than "],
];

/**
 * A text without `<`, `>` and backticks that says the same: a fenced block becomes an indented one, code words lose
 * their backticks, addresses and placeholders in angle brackets lose those, and comparisons become words. Other
 * characters stay.
 */
export function replaceMarks(text: string): string {
  const unfenced = text.replaceAll("\r\n", "\n").replace(FENCE, (_all, indent: string, _fence, code: string) => {
    const lines = code
      .split("\n")
      .map((line) => (line.trim() === "" ? "" : `    ${line.slice(sharedBlanks(line, indent))}`));
    return `\n${lines.join("\n")}\n`;
  });
  return unfenced
    .split("\n")
    .map(replaceInLine)
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .replace(/^\n+/, "");
}

function sharedBlanks(line: string, indent: string): number {
  return line.startsWith(indent) ? indent.length : 0;
}

function replaceInLine(line: string): string {
  if (!/[<>`]/.test(line)) return line;
  const [, blanks = "", rest = ""] = /^([ \t]*)(.*)$/s.exec(line) ?? [];
  let words = rest
    // A quoted line.
    .replace(/^(?:>[ \t]?)+/, "")
    .replace(/<((?:https?:\/\/|mailto:)[^<>\s]+)>/g, "$1")
    .replace(/`+/g, "")
    // A generic type, such as List<String>.
    .replace(/(\w)<(\w[\w, .[\]]*)>/g, "$1 of $2")
    // A tag or a placeholder.
    .replace(/<(\/?[A-Za-z][^<>\n]{0,200})>/g, "($1)");
  for (const [mark, word] of COMPARISONS) words = words.replace(mark, word);
  return (blanks + words.replace(/^ +(?=\S)/, "")).trimEnd();
}
