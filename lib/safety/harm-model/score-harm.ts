import { countTerms, singleTerms, type Window, weightInText, windowsOf } from "@/lib/safety/harm-model/terms";
import model from "@/lib/safety/harm-model/weights.json" with { type: "json" };

export type HarmScore = {
  /**
   * From 0 to 1: how much the window that is most like harmful skills is like them. 0.5, which says nothing, for a text of fewer than
   * forty words.
   */
  score: number;
  /** The line of that window that counted most, from 1. */
  line: number;
};

const TERMS_MIN = 40;

type Weight = { idf: number; weight: number };

/**
 * Compares a skill with labelled harmful and harmless ones by a linear model over its words (logistic regression;
 * `npm run train-harm-model` makes it). Each half-overlapping window of 45 lines is scored, and the highest counts. A score is no proof and says nothing of intent.
 */
export function scoreHarm(markdown: string): HarmScore {
  if (singleTerms(markdown).length < TERMS_MIN) return { score: 0.5, line: 1 };
  let best: { score: number; window: Window } | null = null;
  for (const window of windowsOf(markdown)) {
    const score = scoreWindow(window.text);
    if (best === null || score > best.score) best = { score, window };
  }
  return best === null
    ? { score: 0, line: 1 }
    : { score: best.score, line: best.window.from + heaviestLine(best.window.text) };
}

function scoreWindow(text: string): number {
  let sum = 0;
  let squares = 0;
  for (const [term, count] of countTerms(text)) {
    const known = weights.get(term);
    if (known === undefined) continue;
    const value = weightInText(count, known.idf);
    sum += value * known.weight;
    squares += value * value;
  }
  const z = model.intercept + (squares === 0 ? 0 : sum / Math.sqrt(squares));
  return 1 / (1 + Math.exp(-z));
}

/** Counted from 1. */
function heaviestLine(text: string): number {
  let best = { line: 1, weight: Number.NEGATIVE_INFINITY };
  for (const [index, line] of text.split("\n").entries()) {
    let weight = 0;
    for (const term of singleTerms(line)) {
      const known = weights.get(term);
      if (known) weight += known.idf * known.weight;
    }
    if (line.trim() !== "" && weight > best.weight) best = { line: index + 1, weight };
  }
  return best.line;
}

const weights = new Map<string, Weight>(
  model.terms.map((row) => {
    const [idf = 0, weight = 0] = row.split(" ").slice(-2).map(Number);
    return [row.split(" ").slice(0, -2).join(" "), { idf, weight }];
  }),
);
