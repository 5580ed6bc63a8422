import { fieldClass } from "@/components/ui/controls";

const LINES_MAX = 3;

/** The problems that prevent posting a text, with buttons that fix them, and its length. */
export function ProseHelp(props: {
  text: string;
  limit: number;
  problems: Problem[];
  onChange: (text: string) => void;
}) {
  const { text, limit, problems, onChange } = props;
  const marks = problems.filter(({ kind }) => kind === "mark");
  const invisible = problems.filter(({ kind }) => kind === "invisible");
  const length = [...text].length;
  return (
    <>
      <div aria-live="polite" className="space-y-1">
        {marks.length > 0 && (
          <p className="text-rust">
            Remove {nameMarks(text, marks)} before posting: {placesIn(text, marks)}.{" "}
            <Change onClick={() => onChange(replaceMarks(text))}>Replace them for me</Change>
          </p>
        )}
        {invisible.length > 0 && (
          <p className="text-rust">
            {invisible.length === 1 ? "One invisible character" : `${invisible.length} invisible characters`}:{" "}
            {placesIn(text, invisible)}.{" "}
            <Change onClick={() => onChange(withoutInvisible(text))}>Remove invisible characters</Change>
          </p>
        )}
        {length > limit && (
          <p className="text-rust">
            Too long by {(length - limit).toLocaleString("en-GB")}: the marked end does not fit. Nothing was cut.
          </p>
        )}
      </div>
      <p className={`text-end text-sm tabular-nums ${length > limit ? "text-rust" : "text-ink-soft"}`}>
        {length.toLocaleString("en-GB")} of {limit.toLocaleString("en-GB")} characters
      </p>
    </>
  );
}

function Change({ onClick, children }: { onClick: () => void; children: string }) {
  return (
    <button type="button" onClick={onClick} className="link min-h-6 cursor-pointer font-semibold text-ink">
      {children}
    </button>
  );
}

function nameMarks(text: string, marks: Problem[]): string {
  const found = new Set(marks.map(({ start }) => text[start]));
  const names = [
    ["<", "“<”"],
    [">", "“>”"],
    ["`", "backticks"],
  ].flatMap(([mark = "", name = ""]) => (found.has(mark) ? [name] : []));
  return names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${names.at(-1)}` : names.join("");
}

/** "line 2", "lines 2, 5 and more" */
function placesIn(text: string, problems: Problem[]): string {
  const lines = [...new Set(problems.map(({ start }) => text.slice(0, start).split("\n").length))];
  if (lines.length === 1) return `line ${lines[0]}`;
  return `lines ${lines.slice(0, LINES_MAX).join(", ")}${lines.length > LINES_MAX ? " and more" : ""}`;
}

/**
 * The text of a field behind the field, invisible but for the marks below what cannot be posted. It also gives the field
 * its height, so that the text never scrolls away from its marks.
 */
export function ProseMirror(props: { text: string; problems: Problem[]; rows: number; className: string }) {
  const { text, problems, rows, className } = props;
  return (
    <div
      aria-hidden="true"
      dir="auto"
      className={`${fieldClass} ${className} pointer-events-none whitespace-pre-wrap break-words border-transparent text-transparent`}
      style={{ minHeight: `calc(${rows}lh + 0.75rem + 2px)` }}
    >
      {piecesOf(text, problems).map(({ start, words, kind }) =>
        kind ? (
          <mark
            key={start}
            className={`bg-rust-wash text-transparent underline decoration-2 decoration-rust ${kind === "invisible" ? "outline-2 outline-rust" : ""}`}
          >
            {words}
          </mark>
        ) : (
          words
        ),
      )}
      {/* A last empty line has no height of its own. */}
      {"\u200B"}
    </div>
  );
}

/** The text in pieces, each wholly inside or outside of the problems. */
function piecesOf(text: string, problems: Problem[]) {
  const edges = [...new Set([0, text.length, ...problems.flatMap(({ start, end }) => [start, end])])].sort(
    (a, b) => a - b,
  );
  return edges.slice(0, -1).map((start, place) => {
    const end = edges[place + 1] ?? text.length;
    return {
      start,
      words: text.slice(start, end),
      kind: problems.find((problem) => problem.start <= start && problem.end >= end)?.kind,
    };
  });
}

/** A part of a text that cannot be posted, in UTF-16 units. */
type Problem = { start: number; end: number; kind: "mark" | "invisible" | "too long" | "secret" };

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
