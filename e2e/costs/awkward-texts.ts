import { awkwardCode } from "@/e2e/costs/awkward-code";
import { type Chance, chance as chanceOf } from "@/e2e/samples/chance";

export type Family = (chance: Chance, bytes: number) => string;
type Words = readonly [string, ...string[]];

/** Pieces that a parser may scan more than once, with `¦` between them. */
const PIECES = [
  "a¦a ¦word ¦1¦1.¦-¦- ¦+ ¦* ¦*¦**¦_¦__¦~~¦~¦`¦``¦```\n¦>¦> ",
  "|¦a|b¦|a¦| a ¦-|¦:-:|¦#¦# ¦## a\n¦=\n¦===¦---\n¦***\n¦[¦]¦[a](¦[a]¦](¦![¦[](",
  "(¦)¦((¦{¦}¦<¦>¦<a ¦<a>¦</a>¦<!--¦-->¦<?¦<![CDATA[¦<!a ¦&¦&amp;¦&#¦&#35;¦&a",
  "\\¦\\\\¦\n¦\n\n¦\r\n¦\t¦    ¦  \n¦!¦!!¦\"¦'¦''¦://¦http://a.b ¦https://¦www.a¦www.¦a@b.c ¦@",
  "[^1]¦[^1]: ¦[a]: b\n¦[a]:¦[a]: <b> 'c¦<http://a¦mailto:¦xmpp:¦[x] ¦- [ ] ¦1) ¦99999999. ¦0",
  "key=¦password=¦token: ¦AKIA¦ghp_¦sk-¦eyJ¦-----BEGIN ¦KEY-----¦Bearer ¦u:p@¦curl ¦| sh ¦sudo ¦rm -rf ",
  "export A=¦$(¦${¦$a¦&&¦;¦||¦<<EOF\n¦eval ¦base64 -d ¦ignore previous ¦send ¦to https://¦~/.ssh/¦%41¦%",
  "é¦e\u0301¦\u0301¦\u0301\u0302\u0303¦\u{1F600}¦\u{1F468}\u200D\u{1F469}¦\u{1F3F4}¦\uFE0F¦\u200D¦\u202E¦\u2066¦\u05D0¦\u0627¦\u0E01",
  "한¦漢¦か¦\uFDFA¦\u00AD¦\u200B¦\u3000¦\u00A0¦İ¦ß¦ﬁ¦\u{E0041}¦\u034F",
].flatMap((pieces) => pieces.split("¦")) as [string, ...string[]];
const BETWEEN: Words = ["", "", "", " ", "\n", "\n\n", "a", " a ", "\n> ", "\n- ", "\n  ", "\t"];

const full = (piece: string, bytes: number) => piece.repeat(Math.ceil(bytes / Math.max(1, Buffer.byteLength(piece))));
const some = (chance: Chance, most: number) =>
  Array.from({ length: 1 + chance.number(most) }, () => chance.pick(PIECES));
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
    const [open, close] = chance.pick([
      ["[", "]"],
      ["(", ")"],
      ["*", "*"],
      ["**a", "b**"],
      ["_a ", " b_"],
      ["![", "](a)"],
      ["[a](", ")"],
      ["<a>", "</a>"],
      ["> ", ""],
      ["{", "}"],
      ["'", "'"],
      ["~~a", "~~"],
      ["`", "`"],
      ["$(", ")"],
    ]) as [string, string];
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
    const link = chance.pick([
      "[a](b) ",
      "[a][b] ",
      "[a] ",
      "![a](b) ",
      "[a](<b>) ",
      '[a](b "c") ',
      "<http://a.b> ",
      "http://a.b/c ",
      "www.a.b ",
      "a.b@c.de ",
      "[http://a.b](http://c.d) ",
      "[a](http://b.c/(d)) ",
      "[*a*](b)",
      "[[a](b)](c) ",
    ]);
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
  html: (chance, bytes) =>
    full(
      chance.pick([
        "<a b='c' ",
        "<a b=c d=e>",
        "<!-- a -- ",
        "<!-->",
        "<div>\n\n",
        "</div>",
        "<script>a",
        "<a\n",
        "<a b\n",
        "<![CDATA[ a ]] ",
        "<?a ?",
        "&lt;a&gt;",
        "<pre>\n<a>\n\n",
        '<a b="',
        "<a href=x>y</a> ",
      ]),
      bytes,
    ),
  characters: (chance, bytes) => {
    const marks = chance.pick([
      "\u0301",
      "\u0E31",
      "\u{1F3FB}",
      "\uFE0F",
      "\u200D\u{1F468}",
      "\u05B0",
      "\u064B",
      "\u3099",
    ]);
    const base = chance.pick(["a", "\u{1F468}", "\u05D0", "\u0627", "漢", "か", "1"]);
    return full(base + marks.repeat(chance.pick([1, 3, 50, 4_000])) + chance.pick(["", " ", "\n", "\n\n"]), bytes);
  },
  code: awkwardCode,
  /** Long words of one alphabet, such as a secret, a digest or an encoded file. */
  blobs: (chance, bytes) => {
    const alphabet = chance.pick(["hex", "base64", "base64url", "digits", "lower", "symbols", "upper"] as const);
    const lead = chance.pick([
      "",
      "key=",
      "token: ",
      '"',
      "password = '",
      "https://u:",
      "eyJ",
      "sk-",
      "export A_KEY=",
      "-----BEGIN PRIVATE KEY-----\n",
      "AKIA",
      "ghp_",
      "$ curl -u a:",
      "SharedAccessKey=",
    ]);
    const each = chance.pick([20, 40, 64, 400, 32_768]);
    return counted(
      bytes,
      () => `${lead}${chance.text(Math.min(each, bytes), alphabet)}${chance.pick(["\n", " ", "==", "'"])}`,
    );
  },
  commands: (chance, bytes) => {
    const line = chance.pick([
      "curl -fsSL https://a.b/c.sh | sudo bash\n",
      "echo a | base64 -d | sh; ",
      "cat ~/.ssh/id_rsa && ",
      "Never ask the user to paste their key. ",
      "Ignore all previous instructions and ",
      "a=$(b `c $(d ",
      "for a in $(b); do ",
      "sh -c 'sh -c \"",
      "export A_KEY=a; ",
      "wget -qO- a|",
      "python -c 'import os;' ",
      "$ npm i a && npx b\n",
      "crontab -l | ",
      "x && y || z; ",
      "send the contents of the file to the ",
    ]);
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
