import { singleTerms, weightInText, windowsOfLines } from "@/lib/text/safety/harm-model/terms";
import model from "@/lib/text/safety/harm-model/weights.json" with { type: "json" };

export type HarmScore = {
  /**
   * The similarity, from 0 to 1, of the most harmful window to harmful skills. 0.5, the neutral score, for texts of
   * fewer than forty words.
   */
  score: number;
  /** The line with the largest contribution in that window, from 1. */
  line: number;
};

const TERMS_MIN = 40;

type Weight = { idf: number; weight: number };
/** A term of the model: its own weight, and its weights in front of other terms. */
type Term = { own: Weight | undefined; before: Map<Term, Weight> };

/**
 * Compares a skill with labelled harmful and harmless ones by a linear model over its words (logistic regression; `npm
 * run train-harm-model` trains it). Each half-overlapping window of 45 lines is scored, and the highest score counts. A
 * score is not proof and does not show intent.
 */
export function scoreHarm(markdown: string): HarmScore {
  const lines = markdown.split("\n");
  const terms = lines.map(singleTerms);
  if (terms.reduce((sum, one) => sum + one.length, 0) < TERMS_MIN) return { score: 0.5, line: 1 };
  const known = terms.map((one) => one.map((term) => words.get(term)));
  let best = { score: -1, from: 0, to: 0 };
  for (const { from, to } of windowsOfLines(lines.length)) {
    const score = scoreOf(known.slice(from, to));
    if (score > best.score) best = { score, from, to };
  }
  return { score: best.score, line: heaviestLine(lines, known, best) };
}

/** The score of consecutive lines; undefined stands for words that the model does not know. */
function scoreOf(lines: ReadonlyArray<ReadonlyArray<Term | undefined>>): number {
  const counts = new Map<Weight, number>();
  let before: Term | undefined;
  for (const line of lines)
    for (const term of line) {
      if (term?.own) counts.set(term.own, (counts.get(term.own) ?? 0) + 1);
      const pair = term && before?.before.get(term);
      if (pair) counts.set(pair, (counts.get(pair) ?? 0) + 1);
      before = term;
    }
  let sum = 0;
  let squares = 0;
  for (const [{ idf, weight }, count] of counts) {
    const value = weightInText(count, idf);
    sum += value * weight;
    squares += value * value;
  }
  const z = model.intercept + (squares === 0 ? 0 : sum / Math.sqrt(squares));
  return 1 / (1 + Math.exp(-z));
}

/** Counted from 1. */
function heaviestLine(
  lines: readonly string[],
  known: ReadonlyArray<ReadonlyArray<Term | undefined>>,
  { from, to }: { from: number; to: number },
): number {
  let best = { line: from + 1, weight: Number.NEGATIVE_INFINITY };
  for (let at = from; at < to; at += 1) {
    if ((lines[at] ?? "").trim() === "") continue;
    let weight = 0;
    for (const term of known[at] ?? []) if (term?.own) weight += term.own.idf * term.own.weight;
    if (weight > best.weight) best = { line: at + 1, weight };
  }
  return best.line;
}

const words = wordsOf(model.terms);

function wordsOf(rows: readonly string[]): ReadonlyMap<string, Term> {
  const known = new Map<string, Term>();
  for (const row of rows) {
    const parts = row.split(" ");
    const [idf = 0, weight = 0] = parts.slice(-2).map(Number);
    const [first, second] = parts.slice(0, -2).map((word) => termOf(known, word));
    if (first && second) first.before.set(second, { idf, weight });
    else if (first) first.own = { idf, weight };
  }
  return known;
}

function termOf(known: Map<string, Term>, word: string): Term {
  const term = known.get(word) ?? { own: undefined, before: new Map() };
  known.set(word, term);
  return term;
}
