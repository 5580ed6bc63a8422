import type { ProductAnswers } from "@/lib/cli/eval/ask-product";
import { type Asked, type Figures, figuresOf, hasAnswer, isMiss } from "@/lib/cli/eval/figures";
import { spreadOf } from "@/lib/cli/eval/folds";

export type Measured = {
  skills: number;
  product: ProductAnswers;
  /** Of each answer with the text of its first strong result. */
  characters: number[];
  /** The knowledge interface and the simpler searches: they do not claim answers. */
  others: Array<{ name: string; asked: Asked[] }>;
};

const NAME_WIDTH = 34;
const COLUMNS = ["hit@1", "hit@3", "nDCG@5", "MRR", "AUC", "precision", "recall"] as const;

/** The figures as a readable table: all queries, each kind, then the same for the other searches. */
export function report({ skills, product, characters, others }: Measured): string {
  const { asked, milliseconds, degraded } = product;
  const all = figuresOf(asked);
  const kinds = [...new Set(asked.map(({ query }) => query.kind))];
  const sorted = milliseconds.toSorted((a, b) => a - b);
  const at = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1);
  return [
    `${skills} skills, ${asked.length} queries: ${all.answerable} with an answer, ${all.unanswerable} without.`,
    "",
    line("", COLUMNS),
    figuresLine("GET /api/v1/search?preview=true", all),
    ...kinds.map((kind) => kindLine(kind, asked)),
    ...others.map(({ name, asked }) =>
      figuresLine(name, { ...figuresOf(asked), precision: Number.NaN, recall: Number.NaN }),
    ),
    "",
    "precision, recall: of the claim that the library answers (status answered).",
    `Searches took ${at(0.5)} ms (median), ${at(0.95)} ms (95th percentile); ${degraded} without the search engine.`,
    `An answer with the text of its first strong result has ${tokens(mean(characters))} tokens on average, ${tokens(Math.max(...characters))} at most (characters / 4).`,
    "",
  ].join("\n");
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

/** One line a miss: the query, the results, the expected ones. */
export function misses({ product }: Measured): string {
  const lines = product.asked.filter(isMiss).map((one) => {
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

function kindLine(kind: string, asked: readonly Asked[]): string {
  const ofKind = asked.filter(({ query }) => query.kind === kind);
  const answerable = ofKind.filter(hasAnswer);
  if (answerable.length > 0) return figuresLine(`  ${kind} (${ofKind.length})`, figuresOf(ofKind));
  const claimed = ofKind.filter(({ answered }) => answered).length;
  return `${`  ${kind} (${ofKind.length})`.padEnd(NAME_WIDTH)}no answer exists; claimed for ${claimed}`;
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
