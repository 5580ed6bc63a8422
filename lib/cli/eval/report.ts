import { stripVTControlCharacters } from "node:util";
import { type Asked, type Figures, figuresOf, hasAnswer, isMiss, spreadOf } from "@/lib/cli/eval/figures";
import type { QuerySet } from "@/lib/cli/eval/labelled-queries";
import type { ProductAnswers } from "@/lib/cli/eval/searches";
import type { Simulated } from "@/lib/cli/eval/simulate-questions";
import { shortened } from "@/lib/platform/words";
import { type Block, type Cell, textOf } from "@/lib/search/explain/hit-in-words";

export type Measured = {
  /** Null where the library is that of a running service. */
  skills: number | null;
  sets: readonly QuerySet[];
  product: ProductAnswers;
  /** The queries that have terms, asked with them. */
  withTerms: Asked[];
  /** Relevant skills among the first five of the directory, and those of them that are weak; null where not asked. */
  weak: { relevant: number; weak: number } | null;
  /** Of each answer with the text of its first strong result; empty when none was asked for. */
  characters: number[];
  /** The knowledge interface and the simpler searches: they do not claim answers. */
  others: Array<{ name: string; asked: Asked[] }>;
  /** What questions that led here change; empty when it was not asked. */
  simulated: Simulated[];
};

const NAME_WIDTH = 44;
const COLUMNS = ["hit@1", "hit@3", "nDCG@5", "MRR", "AUC", "precision", "recall"] as const;

/** The figures as a readable table: all queries, each kind, then the same for the other searches. */
export function report({ skills, sets, product, withTerms, weak, characters, others }: Measured): string {
  const { asked, milliseconds, degraded } = product;
  const all = figuresOf(asked);
  const kinds = [...new Set(asked.map(({ query }) => query.kind))];
  const sorted = milliseconds.toSorted((a, b) => a - b);
  const at = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1);
  return [
    `${skills === null ? "" : `${skills} skills, `}${asked.length} queries: ${all.answerable} with an answer, ${all.unanswerable} without.`,
    "",
    line("", COLUMNS),
    figuresLine("GET /api/v1/search?preview=true", all),
    ...setLines(sets, asked, withTerms),
    ...kinds.map((kind) =>
      partLine(
        kind,
        asked.filter(({ query }) => query.kind === kind),
      ),
    ),
    ...others.map(({ name, asked }) =>
      figuresLine(name, { ...figuresOf(asked), precision: Number.NaN, recall: Number.NaN }),
    ),
    "",
    "precision, recall: of the claim that the library answers (status answered).",
    ...(weak
      ? [`Weak, and so in no answer: ${weak.weak} of the ${weak.relevant} relevant skills among the first five.`]
      : []),
    `Searches took ${at(0.5)} ms (median), ${at(0.95)} ms (95th percentile); ${degraded} without the search engine.`,
    ...(characters.length === 0
      ? []
      : [
          `An answer with the text of its first strong result has ${tokens(mean(characters))} tokens on average, ${tokens(Math.max(...characters))} at most (characters / 4).`,
        ]),
    "",
  ].join("\n");
}

/** Each of several sets as it is and with terms, and all with terms. The answers are in the order of the sets. */
function setLines(sets: readonly QuerySet[], asked: readonly Asked[], withTerms: readonly Asked[]): string[] {
  let [from, fromTerms] = [0, 0];
  const lines = sets.flatMap(({ name, queries }) => {
    const own = asked.slice(from, from + queries.length);
    const ownTerms = withTerms.slice(fromTerms, fromTerms + queries.filter(({ terms }) => terms).length);
    from += own.length;
    fromTerms += ownTerms.length;
    return sets.length > 1 ? [partLine(name, own), partLine(`${name} with terms`, ownTerms)] : [];
  });
  return [...lines, partLine("all with terms", withTerms)].filter((one) => one !== null);
}

/** The spread of the product's figures over parts of the queries. */
export function folds({ product }: Measured, count: number): string {
  const spread = spreadOf(product.asked, count);
  const row = (name: string, of: "least" | "mean" | "most" | "deviation") =>
    line(
      `  ${name}`,
      [spread.hit1, spread.hit3, spread.ndcg5, spread.mrr, spread.auc, spread.precision, spread.recall].map((figure) =>
        figure[of].toFixed(3),
      ),
    );
  return [
    `Over ${count} parts of the queries, each with its share of every kind:`,
    line("", COLUMNS),
    row("worst part", "least"),
    row("mean", "mean"),
    row("best part", "most"),
    row("standard deviation", "deviation"),
    "",
  ].join("\n");
}

/** What the questions that led here change: the figures without and with them, by what they cover. */
export function questionsReport(simulated: readonly Simulated[]): string {
  const rows = simulated.flatMap(({ name, confirmed, lent, before, after, covered }) => {
    const row = (title: string, of: (one: Asked) => boolean) => {
      const [without, together] = [figuresOf(before.filter(of)), figuresOf(after.filter(of))];
      return [
        figuresLine(`  ${title} (${without.answerable + without.unanswerable}), without`, without),
        figuresLine("    with", together),
      ];
    };
    return [
      `Questions ${name}: ${confirmed} confirmed, ${lent} lent, in five parts together.`,
      line("", COLUMNS),
      ...row("covered", ({ query }) => covered.has(query)),
      ...row("others", ({ query }) => !covered.has(query)),
      ...row("all", () => true),
      "",
    ];
  });
  return rows.join("\n");
}

/** One line a miss: the query, the results, the expected ones. */
export function misses({ product, withTerms }: Measured): string {
  const lines = [...product.asked, ...withTerms].filter(isMiss).map((one) => {
    const { query, ranked, score, answered } = one;
    const wanted = Object.entries(query.relevant).flatMap(([folder, grade]) => (grade === 2 ? [folder] : []));
    const said = `${answered ? "claims" : "does not claim"} ${score.toFixed(2)} ${ranked.slice(0, 3).join(", ") || "nothing"}`;
    return `${query.id}  ${query.kind}: ${query.query}\n    ${said}${hasAnswer(one) ? `; wanted ${wanted.join(" or ")}` : ""}`;
  });
  return lines.length === 0 ? "No misses.\n" : `Misses (${lines.length}):\n${lines.join("\n")}\n`;
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}

function tokens(characters: number): string {
  return Math.round(characters / 4).toLocaleString("en-GB");
}

/** One part of the queries; null when it is empty. */
function partLine(name: string, part: readonly Asked[]): string | null {
  if (part.length === 0) return null;
  const title = `  ${name} (${part.length})`;
  if (part.some(hasAnswer)) return figuresLine(title, figuresOf(part));
  const claimed = part.filter(({ answered }) => answered).length;
  return `${title.padEnd(NAME_WIDTH)} no answer exists; claimed for ${claimed}`;
}

function figuresLine(name: string, figures: Figures): string {
  const { hit1, hit3, ndcg5, mrr, auc, precision, recall } = figures;
  return line(
    name,
    [hit1, hit3, ndcg5, mrr, auc, precision, recall].map((value) => (Number.isNaN(value) ? "–" : value.toFixed(3))),
  );
}

function line(name: string, cells: readonly string[]): string {
  return name.padEnd(NAME_WIDTH) + cells.map((cell) => cell.padStart(10)).join("");
}

/** Longer cells are cut, but for those of the last column. */
const CELL_CHARACTERS_MAX = 120;
const NUMBER = /^[-+]?[\d.]+%?$/;

/** An explanation as plain text for a terminal: tables are aligned, links are left out. */
export function explanationText(blocks: readonly Block[]): string {
  return `${blocks.map(blockText).join("\n\n")}\n`;
}

function blockText(block: Block): string {
  if (block.kind === "text") return printable(block.text);
  if (block.kind === "heading") return underlined(block.text, "=");
  if (block.kind === "table") {
    const note = block.note ? `${printable(block.note)}\n` : "";
    return `${underlined(block.caption, "-")}\n${note}${tableText(block.head, block.rows)}`;
  }
  return [underlined(block.title, "="), ...block.blocks.map(blockText)].join("\n\n");
}

function underlined(text: string, line: string): string {
  const shown = printable(text);
  return `${shown}\n${line.repeat(shown.length)}`;
}

function tableText(head: readonly string[], rows: readonly Cell[][]): string {
  const last = head.length - 1;
  const lines = [head, ...rows].map((row) =>
    head.map((_, column) => {
      const cell = printable(textOf(row[column] ?? ""));
      return column === last ? cell : shortened(cell, CELL_CHARACTERS_MAX);
    }),
  );
  const widths = head.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  const text = (line: readonly string[]) =>
    line
      .map((cell, column) => padded(cell, column, widths[column] ?? 0))
      .join("  ")
      .trimEnd();
  const [first = [], ...rest] = lines;
  return [text(first), "-".repeat(text(first).length), ...rest.map(text)].join("\n");
}

/** The first column names the row, also where that is a number. */
function padded(cell: string, column: number, width: number): string {
  return column > 0 && NUMBER.test(cell) ? cell.padStart(width) : cell.padEnd(width);
}

/** Titles and questions are others' texts: without characters that control a terminal. */
function printable(text: string): string {
  return stripVTControlCharacters(text).replaceAll(/[\p{Cc}\p{Bidi_Control}]+/gu, " ");
}
