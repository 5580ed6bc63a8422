import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { chance } from "@/e2e/samples/chance";
import { librarySkills, readSamples, samplesDigest } from "@/e2e/samples/read-samples";
import { PROJECT_ROOT } from "@/lib/start/instance-layout";
import { countTerms, weightInText, windowsOf } from "@/lib/text/safety/harm-model/terms";

/**
 * `npm run train-harm-model`: trains `weights.json` on the labelled texts in `samples/skills/tune`, with the starter
 * library and the documents of the installed npm packages as further harmless texts. It never reads the kept-out texts.
 * The same texts and packages give the same file.
 */
const FILE = path.join(PROJECT_ROOT, "lib/text/safety/harm-model/weights.json");
const TERMS_MAX = 10_000;
/**
 * The weight of the training texts against the penalty for large weights: the inverse strength of L2 regularisation.
 */
const FIT = 10;
/** A window of a package document counts less than a labelled text: it is about programs, but not a skill. */
const DOCUMENT_SHARE = 0.3;
const WINDOWS_PER_DOCUMENT = 3;
const STEPS = 400;

type Text = { counts: Map<string, number>; isHarmful: boolean; share: number };
/** A text as a vector of length 1. */
type Row = { terms: Int32Array; values: Float64Array };
type Model = { weights: Float64Array; intercept: number };

function trainingTexts(): Text[] {
  const texts: Text[] = readSamples({ half: "tune" }).map(({ markdown, side }) => ({
    counts: countTerms(markdown),
    isHarmful: side === "harmful",
    share: 1,
  }));
  const harmless = (text: string, share: number) => texts.push({ counts: countTerms(text), isHarmful: false, share });
  for (const { markdown } of librarySkills()) for (const window of windowsOf(markdown)) harmless(window.text, 1);
  const random = chance(1);
  const seen = new Set<string>();
  for (const name of markdownIn(path.join(PROJECT_ROOT, "node_modules"))) {
    const text = readFileSync(name, "utf8");
    if (/license|changelog|history/i.test(path.basename(name)) || text.length < 400 || seen.has(text.slice(0, 500)))
      continue;
    seen.add(text.slice(0, 500));
    const windows = windowsOf(text);
    for (let taken = 0; taken < WINDOWS_PER_DOCUMENT && windows.length > 0; taken += 1) {
      const [window] = windows.splice(random.number(windows.length), 1);
      if (window) harmless(window.text, DOCUMENT_SHARE);
    }
  }
  return balanced(texts);
}

function markdownIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .sort()
    .map((name) => path.join(folder, name));
}

/** Gives both classes the same total weight. */
function balanced(texts: Text[]): Text[] {
  const sum = (isHarmful: boolean) =>
    texts.reduce((total, text) => total + (text.isHarmful === isHarmful ? text.share : 0), 0);
  const ratio = sum(false) / sum(true);
  return texts.map((text) => (text.isHarmful ? { ...text, share: text.share * ratio } : text));
}

/** Terms that occur in at least two texts, with their inverse document frequency. */
function idfOf(texts: readonly Text[]): Map<string, number> {
  const holding = new Map<string, number>();
  for (const { counts } of texts) for (const term of counts.keys()) holding.set(term, (holding.get(term) ?? 0) + 1);
  const idf = new Map<string, number>();
  for (const [term, count] of holding)
    if (count > 1) idf.set(term, rounded(Math.log((1 + texts.length) / (1 + count)) + 1));
  return idf;
}

function rowsOf(texts: readonly Text[], terms: readonly string[], idf: Map<string, number>): Row[] {
  const place = new Map(terms.map((term, index) => [term, index]));
  return texts.map(({ counts }) => {
    const held = [...counts].flatMap(([term, count]) => {
      const at = place.get(term);
      return at === undefined ? [] : [{ at, value: weightInText(count, idf.get(term) ?? 0) }];
    });
    const length = Math.sqrt(held.reduce((sum, { value }) => sum + value * value, 0)) || 1;
    return {
      terms: Int32Array.from(held, ({ at }) => at),
      values: Float64Array.from(held, ({ value }) => value / length),
    };
  });
}

/** Logistic regression with L2 regularisation, by Nesterov's accelerated gradient. */
function fit(rows: readonly Row[], texts: readonly Text[], size: number): Model {
  const step = 1 / (1 + FIT * 0.25 * largestCurvature(rows, texts, size));
  let model: Model = { weights: new Float64Array(size), intercept: 0 };
  let ahead: Model = { weights: new Float64Array(size), intercept: 0 };
  for (let turn = 1; turn <= STEPS; turn += 1) {
    const gradient = Float64Array.from(ahead.weights);
    let intercept = 0;
    for (const [index, row] of rows.entries()) {
      const { isHarmful, share } = texts[index] as Text;
      const error =
        FIT * share * (1 / (1 + Math.exp(-dot(row, ahead.weights) - ahead.intercept)) - (isHarmful ? 1 : 0));
      for (const [place, term] of row.terms.entries())
        gradient[term] = (gradient[term] ?? 0) + error * (row.values[place] ?? 0);
      intercept += error;
    }
    const next: Model = {
      weights: ahead.weights.map((weight, term) => weight - step * (gradient[term] ?? 0)),
      intercept: ahead.intercept - step * intercept,
    };
    const momentum = turn / (turn + 3);
    ahead = {
      weights: next.weights.map((weight, term) => weight + momentum * (weight - (model.weights[term] ?? 0))),
      intercept: next.intercept + momentum * (next.intercept - model.intercept),
    };
    model = next;
  }
  return model;
}

/** The largest eigenvalue of the weighted rows, by power iteration, intercept included. */
function largestCurvature(rows: readonly Row[], texts: readonly Text[], size: number): number {
  let vector = new Float64Array(size).fill(1 / Math.sqrt(size + 1));
  let constant = 1 / Math.sqrt(size + 1);
  let value = 1;
  for (let turn = 0; turn < 30; turn += 1) {
    const next = new Float64Array(size);
    let nextConstant = 0;
    for (const [index, row] of rows.entries()) {
      const along = (dot(row, vector) + constant) * (texts[index]?.share ?? 0);
      for (const [place, term] of row.terms.entries())
        next[term] = (next[term] ?? 0) + along * (row.values[place] ?? 0);
      nextConstant += along;
    }
    value = Math.sqrt(next.reduce((sum, one) => sum + one * one, nextConstant * nextConstant));
    vector = next.map((one) => one / value);
    constant = nextConstant / value;
  }
  return value;
}

function dot({ terms, values }: Row, weights: Float64Array): number {
  let sum = 0;
  for (let place = 0; place < terms.length; place += 1) sum += (values[place] ?? 0) * (weights[terms[place] ?? 0] ?? 0);
  return sum;
}

/** The most important terms: a large weight, in many texts. */
function strongest(terms: readonly string[], rows: readonly Row[], { weights }: Model): string[] {
  const mean = new Float64Array(terms.length);
  for (const row of rows)
    for (const [place, term] of row.terms.entries())
      mean[term] = (mean[term] ?? 0) + (row.values[place] ?? 0) / rows.length;
  const strength = weights.map((weight, term) => Math.abs(weight) * Math.sqrt(mean[term] ?? 0));
  return [...terms.keys()]
    .sort((a, b) => (strength[b] ?? 0) - (strength[a] ?? 0))
    .slice(0, TERMS_MAX)
    .map((term) => terms[term] ?? "")
    .sort();
}

function rounded(value: number): number {
  return Number(value.toFixed(2));
}

const texts = trainingTexts();
const idf = idfOf(texts);
const all = [...idf.keys()].sort();
const allRows = rowsOf(texts, all, idf);
const terms = strongest(all, allRows, fit(allRows, texts, all.length));
const rows = rowsOf(texts, terms, idf);
const { weights, intercept } = fit(rows, texts, terms.length);
const model = {
  samples_sha256: samplesDigest(),
  intercept: rounded(intercept),
  terms: terms.map((term, at) => `${term} ${idf.get(term)} ${rounded(weights[at] ?? 0)}`),
};
writeFileSync(FILE, `${JSON.stringify(model, null, 2)}\n`);
console.log(`${texts.length} texts, ${terms.length} terms; written: ${path.relative(PROJECT_ROOT, FILE)}`);
