import { type Chance, chance as chanceOf } from "@/e2e/samples/chance";
import { rowsOf } from "@/e2e/samples/rows";

export type Family = (chance: Chance, bytes: number) => string;
type Words = readonly [string, ...string[]];
type Lists = Record<"pieces" | "links" | "html" | "marks" | "leads" | "commands" | "any", Words> & {
  pairs: readonly [[string, string], ...Array<[string, string]>];
};

const rows = rowsOf<{ list: string; pieces: Words } | { language: string; pieces: Words }>("awkward.jsonl");
/** Pieces that a parser may scan more than once, by the family of texts that they are for. */
const LISTS = Object.fromEntries(
  rows.flatMap((row) => ("list" in row ? [[row.list, row.pieces]] : [])),
) as unknown as Lists;
/** A name of every highlighted language, and input that its grammar may scan twice. */
const TOKENS: Record<string, Words> = Object.fromEntries(
  rows.flatMap((row) => ("language" in row ? [[row.language, row.pieces]] : [])),
);
export const CODE_LANGUAGES = Object.keys(TOKENS);

const BETWEEN: Words = ["", "", "", " ", "\n", "\n\n", "a", " a ", "\n> ", "\n- ", "\n  ", "\t"];

const full = (piece: string, bytes: number) => piece.repeat(Math.ceil(bytes / Math.max(1, Buffer.byteLength(piece))));
const some = (chance: Chance, most: number) =>
  Array.from({ length: 1 + chance.number(most) }, () => chance.pick(LISTS.pieces));
const counted = (bytes: number, make: (n: number) => string) => {
  const parts: string[] = [];
  for (let length = 0; length < bytes; length += parts.at(-1)?.length ?? 0) parts.push(make(parts.length));
  return parts.join("");
};

/** Families of texts that are slow for some parser; each family makes a text of about the given number of bytes. */
const families: Record<string, Family> = {
  /** A few pieces repeated. */
  repeated: (chance, bytes) => full(some(chance, 4).join(chance.pick(BETWEEN)) + chance.pick(BETWEEN), bytes),
  /** Many openings, then as many closings. */
  opened: (chance, bytes) => {
    const [open, close] = chance.pick(LISTS.pairs);
    const count = Math.floor(bytes / (open.length + close.length));
    return open.repeat(count) + chance.pick(["", "a", "\n", " "]) + close.repeat(chance.pick([0, count, count - 1]));
  },
  tables: (chance, bytes) => {
    const columns = chance.pick([1, 2, 2, 3, 10, 40, 90, 101, 400]);
    const edge = chance.pick(["", "|"]);
    const row = (cell: string) => `${edge}${Array.from({ length: columns }, () => cell).join("|")}${edge}`;
    const head = chance.pick([`${row("a")}\n${row(chance.pick(["-", ":-:", "---"]))}\n`, ""]);
    const inside = chance.pick(["", "", "", "> ", "- ", "  "]);
    const cells = chance.pick(["a", "", " ", "*a*", "`a`", "[a](b)", "\\|", "a&amp;", "~a", "<a", "http://a.b"]);
    const body = chance.pick([row(cells), "a", "a|b", "|", "|a"]);
    const apart = chance.pick([0, 0, 0, 1, 7]);
    return counted(
      bytes,
      (n) =>
        `${n === 0 || (apart > 0 && n % apart === 0) ? `\n${inside}${head.replace("\n", `\n${inside}`)}` : ""}${inside}${body}\n`,
    );
  },
  nested: (chance, bytes) => {
    const mark = chance.pick([">", "> ", "- ", "* ", "1. ", "> - ", "- > ", "> 1. "]);
    const depth = chance.pick([3, 8, 15, 16, 40, 500]);
    const rest = chance.pick(["a", "a\n", "", "a\nb", "*a*", "`", "# a", "    a", "~~~"]);
    return chance.pick([true, false])
      ? full(`${mark.repeat(depth)}${rest}\n`, bytes)
      : counted(bytes, (n) => `${(mark.trim().startsWith(">") ? "> " : "  ").repeat(n % depth)}${mark}${rest}\n`);
  },
  links: (chance, bytes) => {
    const link = chance.pick(LISTS.links);
    const every = chance.pick([1, 5, 40, 100_000]);
    return counted(bytes, (n) => (n > 0 && n % every === 0 ? `${link}\n\n` : link));
  },
  definitions: (chance, bytes) => {
    const label = chance.pick<(n: number) => string>([
      (n) => `a${n}`,
      () => "a",
      (n) => `${"a ".repeat(300)}${n}`,
      (n) => `A\\${n}`,
      (n) => "ẞ".repeat((n % 300) + 1),
    ]);
    const used = chance.pick<(n: number) => string>([
      () => "",
      (n) => `[${label(n)}]\n\n`,
      (n) => `[a][${label(n + 1)}] `,
    ]);
    return counted(
      bytes,
      (n) => `${used(n)}[${label(n)}]: ${chance.pick(["b", "<b>", "b 'c'", "b\n'c", "http://a.b/"])}\n`,
    );
  },
  footnotes: (chance, bytes) => {
    const kind = chance.number(4);
    return counted(
      bytes,
      (n) =>
        [
          `a[^${n}]\n\n[^${n}]: b\n\n`,
          `[^a]`,
          `[^${n}]: [^${n + 1}]\n\n`,
          `a[^1] [^2]\n${n === 0 ? "\n[^1]: b\n\n[^2]: c\n\n" : ""}`,
        ][kind] ?? "",
    );
  },
  spans: (chance, bytes) => {
    const kind = chance.number(4);
    return counted(
      bytes,
      (n) =>
        [`\`a${n}\` `, "`".repeat(n + 1).concat(" "), "`".repeat((n * 7) % 50).concat("a"), "`a`` b``` "][kind] ?? "",
    );
  },
  headings: (chance, bytes) => {
    const kind = chance.number(5);
    return counted(
      bytes,
      (n) =>
        ["# a\n", `# a\n# a-${n}\n`, `${"#".repeat((n % 6) + 1)} *a* \`b\`\n`, "a\n=\n", `# ${"漢字".repeat(40)}\n\n`][
          kind
        ] ?? "",
    );
  },
  /** One long line of one or a few characters. */
  lines: (chance, bytes) => {
    const piece =
      some(chance, 2)
        .join("")
        .replaceAll(/[\r\n]/g, "") || "a";
    return chance.pick(["", "# ", "    ", "> ", "- ", "|"]) + full(piece, bytes) + chance.pick(["", "!", "\n\nend"]);
  },
  html: (chance, bytes) => full(chance.pick(LISTS.html), bytes),
  characters: (chance, bytes) => {
    const marks = chance.pick(LISTS.marks);
    const base = chance.pick(["a", "\u{1F468}", "\u05D0", "\u0627", "漢", "か", "1"]);
    return full(base + marks.repeat(chance.pick([1, 3, 50, 4_000])) + chance.pick(["", " ", "\n", "\n\n"]), bytes);
  },
  code: awkwardCode,
  /** Long words of one alphabet, such as a secret, a digest or an encoded file. */
  blobs: (chance, bytes) => {
    const alphabet = chance.pick(["hex", "base64", "base64url", "digits", "lower", "symbols", "upper"] as const);
    const lead = chance.pick(LISTS.leads);
    const each = chance.pick([20, 40, 64, 400, 32_768]);
    return counted(
      bytes,
      () => `${lead}${chance.text(Math.min(each, bytes), alphabet)}${chance.pick(["\n", " ", "==", "'"])}`,
    );
  },
  commands: (chance, bytes) => {
    const line = chance.pick(LISTS.commands);
    const fence = chance.pick(["", "", "```sh\n", "~~~bash\n"]);
    return fence + full(line, bytes - 20) + (fence === "" ? "" : `\n${fence.slice(0, 3)}\n`);
  },
};

const NAMES = Object.keys(families) as [string, ...string[]];

/** A text of one family, or parts of several in sequence. */
export function awkwardText(chance: Chance, bytes: number): { family: string; text: string } {
  const make = (family: string, size: number, own = chance) => families[family]?.(own, size) ?? "";
  if (chance.number(4) > 0) {
    const family = chance.pick(NAMES);
    return { family, text: cutTo(make(family, bytes), bytes) };
  }
  // Each part has its own random numbers, so a smaller text has the same parts.
  const parts = Array.from({ length: 2 + chance.number(4) }, () => ({
    family: chance.pick(NAMES),
    chance: chanceOf(chance.number(2 ** 31)),
  }));
  const between = chance.pick(["\n\n", "\n", " "]);
  const text = parts
    .map((part) => cutTo(make(part.family, bytes / parts.length, part.chance), bytes / parts.length - 2))
    .join(between);
  return { family: parts.map(({ family }) => family).join("+"), text: cutTo(text, bytes) };
}

/** The beginning of a text, in at most this many bytes of UTF-8. */
export function cutTo(text: string, bytes: number): string {
  return Buffer.from(text)
    .subarray(0, Math.max(0, Math.floor(bytes)))
    .toString("utf8")
    .replaceAll("\uFFFD", "")
    .toWellFormed();
}

/** One code block, or many, of code that a grammar's expressions may match in many ways. */
function awkwardCode(chance: Chance, bytes: number): string {
  const language = chance.pick(CODE_LANGUAGES as [string, ...string[]]);
  return fenced(chance, language, bytes);
}

export function fenced(chance: Chance, language: string, bytes: number): string {
  const tokens = TOKENS[language] ?? (["a"] as const);
  const row = () => {
    const piece = Array.from({ length: 1 + chance.number(3) }, () =>
      chance.number(4) === 0 ? chance.pick(LISTS.any) : chance.pick(tokens),
    ).join(chance.pick(["", "", " "]));
    const length = chance.pick([40, 200, 900, 1_500]);
    return (
      piece.repeat(Math.ceil(length / Math.max(1, piece.length))).slice(0, length) + chance.pick(["", "!", ";", "\\"])
    );
  };
  const block = (size: number) => {
    const lines: string[] = [];
    const kinds = Array.from({ length: 1 + chance.number(3) }, row);
    for (let length = 0; length < size; length += (lines.at(-1)?.length ?? 0) + 1)
      lines.push(kinds[lines.length % kinds.length] ?? "");
    return `~~~${language}\n${lines.join("\n")}\n~~~\n`;
  };
  const size = chance.pick([500, 1_500, 3_000, 9_500]);
  // Smaller sizes as well: code full of marks would not be highlighted at all at full size.
  const blocks = Math.max(1, Math.floor(chance.pick([bytes, bytes / 3, bytes / 10]) / size));
  return Array.from({ length: blocks }, () => block(size)).join("\n");
}
