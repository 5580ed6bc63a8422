import { expect, test } from "@playwright/test";
import fc from "fast-check";
import type { Nodes, Root } from "mdast";
import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import { unified } from "unified";
import { findSkills, LIBRARY } from "@/lib/domain/import/find-skills";
import { readSkill } from "@/lib/domain/import/read-skill";
import { analyseVersion } from "@/lib/search/query/analyse-version";
import { queryWords } from "@/lib/search/query/query-words";
import { EXCERPT_CHARACTERS_MAX, excerptOf, searchedText } from "@/lib/search/rank/excerpt";
import { makeStatistics } from "@/lib/search/rank/statistics";

const parser = unified().use(remarkParse).use(remarkGfm);
/** The markdown parser of the pages is the judge of what is code. */
const parse = (markdown: string): Root => parser.parse(markdown);

type Span = { start: number; end: number };

function spansOf(tree: Root, type: Nodes["type"]): Span[] {
  const found: Span[] = [];
  const visit = (node: Nodes) => {
    const { start, end } = node.position ?? {};
    if (node.type === type && start?.offset !== undefined && end?.offset !== undefined)
      found.push({ start: start.offset, end: end.offset });
    if ("children" in node) for (const child of node.children) visit(child);
  };
  visit(tree);
  return found;
}

/** What is wrong with an excerpt of a text; an empty list when nothing is. The text may have a `…` of its own. */
function faultsOf(markdown: string, tree: Root, excerpt: string): string[] {
  const begins = excerpt.startsWith("…") ? [true, false] : [false];
  const ends = excerpt.endsWith("…") ? [true, false] : [false];
  const read = begins.flatMap((begun) => ends.map((ended) => faultsIn(markdown, tree, excerpt, begun, ended)));
  return read.sort((a, b) => a.length - b.length)[0] ?? [];
}

function faultsIn(markdown: string, tree: Root, excerpt: string, begun: boolean, ended: boolean): string[] {
  const piece = excerpt.slice(begun ? 1 : 0, ended ? -1 : undefined).trim();
  const places: number[] = [];
  for (let at = markdown.indexOf(piece); at >= 0; at = markdown.indexOf(piece, at + 1)) places.push(at);
  if (piece === "" || places.length === 0) return ["is no piece of the text"];
  const code = spansOf(tree, "inlineCode");
  const fences = spansOf(tree, "code").filter(({ start }) => /[`~]/.test(markdown.charAt(start)));
  const wrongAt = (start: number) => {
    const end = start + piece.length;
    const isLineStart = /(?:^|[\r\n])[\s>]*$/.test(markdown.slice(0, start));
    const isLineEnd = /^[^\S\r\n]*(?:$|[\r\n])/.test(markdown.slice(end));
    const inside = (spans: Span[], place: number) => spans.some((span) => span.start < place && place < span.end);
    const isWord = (before: string, after: string) => !/[A-Za-z0-9]/.test(before) || !/[A-Za-z0-9]/.test(after);
    return [
      ...(isWord(markdown.charAt(start - 1), piece.charAt(0)) ? [] : ["begins inside a word"]),
      ...(isWord(piece.charAt(piece.length - 1), markdown.charAt(end)) ? [] : ["ends inside a word"]),
      ...(inside(code, start) || inside(code, end) ? ["is cut in inline code"] : []),
      ...(inside(fences, start) && !isLineStart ? ["begins inside a line of code"] : []),
      ...(inside(fences, end) && !isLineEnd ? ["ends inside a line of code"] : []),
      ...(begun || isLineStart ? [] : ["begins with a cut that is not marked"]),
      ...(ended || isLineEnd ? [] : ["ends with a cut that is not marked"]),
    ];
  };
  const found = places.map(wrongAt).sort((a, b) => a.length - b.length)[0] ?? [];
  return [...found, ...([...excerpt].length > EXCERPT_CHARACTERS_MAX ? ["is too long"] : [])];
}

const versions = findSkills(LIBRARY).skills.flatMap((folder) => {
  const read = readSkill(folder);
  return read.newest ? [read.newest, ...read.older].map(({ skill }) => skill) : [];
});
const terms = new Map<string, number>();
for (const { title, description, markdown } of versions)
  for (const term of analyseVersion({
    slug: "a",
    title,
    description,
    markdown,
    questions: [],
    lent_question: null,
    technologies: [],
  }).terms)
    terms.set(term, (terms.get(term) ?? 0) + 1);
const statistics = makeStatistics({ documents: versions.length, means: [5, 20, 20, 400], terms });
const wordsOf = (query: string) => queryWords(query, statistics).words;

test("every excerpt of the library's texts is a piece of its text, cut where it may be", () => {
  const queries = versions
    .flatMap(({ title, description }) => [title, ...description.split(/[.;:]\s/)])
    .concat(["image", "route", "async function", "import from", "npm run", "status 429", "select where id"]);
  const asked = [...new Set(queries)].filter((_, place) => place % 4 === 0).map(wordsOf);
  let shown = 0;
  const faults: string[] = [];
  for (const { title, markdown } of versions) {
    const tree = parse(markdown);
    const searched = searchedText(markdown);
    for (const words of asked) {
      const excerpt = excerptOf(searched, words);
      if (excerpt === null) continue;
      shown += 1;
      for (const fault of faultsOf(markdown, tree, excerpt)) faults.push(`${title}: ${fault}: ${excerpt}`);
    }
  }
  expect(shown).toBeGreaterThan(2_000);
  expect(faults.slice(0, 10)).toEqual([]);
});

const WORDS = [
  "cache",
  "page",
  "`/_next/image`",
  "`a b`",
  "``c ` d``",
  "conflict",
  "**bold**",
  "app/**/route.ts",
  "*x*",
];
const OTHER = [
  "[the docs](https://a.example/b)",
  "snake_case",
  "<b>",
  "</b>",
  "語語語",
  "👩‍🚀",
  "\\`",
  "`",
  "next.js",
  "~~~",
];
const inline = (most: number) =>
  fc
    .array(fc.constantFrom(...WORDS, ...OTHER, "filler", "filler"), { minLength: 1, maxLength: most })
    .map((list) => list.join(" "));
const block = fc.oneof(
  inline(30),
  inline(200),
  fc.array(inline(20), { minLength: 1, maxLength: 5 }).map((list) => list.join("\n")),
  inline(8).map((text) => `## ${text}`),
  fc.array(inline(12), { minLength: 1, maxLength: 5 }).map((list) => list.map((text) => `- ${text}`).join("\n")),
  fc.array(inline(12), { minLength: 1, maxLength: 3 }).map((list) => list.map((text) => `> ${text}`).join("\n")),
  fc
    .array(inline(8), { minLength: 1, maxLength: 4 })
    .map((rows) => ["| a |", "|---|", ...rows.map((row) => `| ${row} |`)].join("\n")),
  fc
    .tuple(fc.constantFrom("```", "````", "~~~"), fc.array(inline(30), { minLength: 1, maxLength: 8 }))
    .map(([mark, code]) => `${mark}ts\n${code.map((line) => `  ${line}`).join("\n")}\n${mark}`),
);
const document = fc
  .tuple(fc.array(block, { minLength: 1, maxLength: 8 }), fc.constantFrom("\n\n", "\r\n\r\n", "\n \n"))
  .map(([blocks, between]) => blocks.join(between));

test("every excerpt of made markdown is a piece of its text, cut where it may be", () => {
  fc.assert(
    fc.property(
      document,
      fc.constantFrom("cache a page", "conflict", "next image route", "語語", "filler"),
      (text, query) => {
        const excerpt = excerptOf(searchedText(text), wordsOf(query));
        if (excerpt !== null) expect(faultsOf(text, parse(text), excerpt), excerpt).toEqual([]);
      },
    ),
    { numRuns: 600 },
  );
});

test("underscores, stars and headings stay as they are written", () => {
  const shown = (markdown: string) => excerptOf(searchedText(markdown), wordsOf("image route"));
  expect(shown("The path is `/_next/image` there.")).toBe("The path is `/_next/image` there.");
  expect(shown("Put it in app/**/route.ts.")).toBe("Put it in app/**/route.ts.");
  expect(shown("An image.\n\n## A heading\n\nMore of it.")).toBe("An image.\n\n## A heading\n\nMore of it.");
});
