import { existsSync } from "node:fs";
import path from "node:path";
import { dedicatedConnection } from "@/db/client";
import { selectedTexts } from "@/db/queries/versions";
import { callerPath, explain, refuse } from "@/lib/cli/command-line";
import { HELP, readArguments } from "@/lib/cli/eval/arguments";
import type { Asked } from "@/lib/cli/eval/figures";
import { type LabelledQuery, type QuerySet, readLabelledQueries, withTerms } from "@/lib/cli/eval/labelled-queries";
import { explanationText, folds, type Measured, misses, questionsReport, report } from "@/lib/cli/eval/report";
import {
  askKnowledge,
  askPublic,
  type Baseline,
  contentCharacters,
  countWeak,
  findSkill,
  plainMeilisearch,
  type Text,
} from "@/lib/cli/eval/searches";
import { simulateQuestions } from "@/lib/cli/eval/simulate-questions";
import { openProduct } from "@/lib/cli/eval/throw-away-product";
import { isFolder, LIBRARY } from "@/lib/domain/import/find-skills";
import { messageOf } from "@/lib/platform/errors";
import { type ExplainInput, explainSearch } from "@/lib/search/explain/explain-search";
import { explanationInWords } from "@/lib/search/explain/explanation-in-words";
import { PROJECT_ROOT } from "@/lib/start/instance-layout";

const LIBRARY_QUERIES = ["library-queries.jsonl", "library-near-misses.jsonl"].map((name) =>
  path.join(PROJECT_ROOT, "db", name),
);

process.exitCode = await main();

async function main(): Promise<number> {
  const options = readArguments(process.argv.slice(2));
  if (options.kind === "help" || options.kind === "wrong") return explain("eval", HELP, options);
  const corpus = options.corpus === null ? LIBRARY : callerPath("eval", options.corpus);
  if (!isFolder(corpus)) return refuse("eval", `${corpus} is not a readable folder.`);
  try {
    if (options.kind === "explain") {
      process.stdout.write(await explainOver(corpus, { query: options.question, ...options.asked }));
      return 0;
    }
    const files =
      options.queries.length === 0 ? LIBRARY_QUERIES : options.queries.map((file) => callerPath("eval", file));
    const missing = files.find((file) => !existsSync(file));
    if (missing) return refuse("eval", `${missing} does not exist.`);
    const sets = files.map((file) => ({ name: path.basename(file, ".jsonl"), queries: readLabelledQueries(file) }));
    const measured = await (options.kind === "set"
      ? measureService(options.url, sets)
      : measure(corpus, sets, options.simulateQuestions));
    process.stdout.write(report(measured));
    if (options.folds > 0) process.stdout.write(`\n${folds(measured, options.folds)}`);
    if (options.kind === "eval" && options.simulateQuestions)
      process.stdout.write(`\n${questionsReport(measured.simulated)}`);
    if (options.misses) process.stdout.write(`\n${misses(measured)}`);
    return 0;
  } catch (error) {
    process.stderr.write(`The evaluation failed: ${messageOf(error)}\n`);
    return 1;
  }
}

/** The explanation of one search over the skills of a folder, as text. */
async function explainOver(corpus: string, input: ExplainInput): Promise<string> {
  process.stderr.write("Importing into a temporary database and index …\n");
  const product = await openProduct(corpus);
  try {
    return explanationText(explanationInWords(await explainSearch(input)));
  } finally {
    await product.close();
  }
}

/** Asks a running service, whose skills the labels name by slug or id. Says which labels name none of them. */
async function measureService(url: string, sets: readonly QuerySet[]): Promise<Measured> {
  const queries = sets.flatMap((set) => set.queries);
  const slugs = new Map<string, string>();
  const slugOf = new Map<string, string>();
  const missing: string[] = [];
  for (const name of new Set(queries.flatMap(({ relevant }) => Object.keys(relevant)))) {
    const skill = await findSkill(url, name);
    slugs.set(name, skill?.slug ?? name);
    if (skill) slugOf.set(skill.skill_id, skill.slug);
    else missing.push(...queries.filter(({ relevant }) => name in relevant).map(({ id }) => `${name} (${id})`));
  }
  if (missing.length > 0) process.stderr.write(`Labelled, but not in the library: ${missing.join(", ")}\n`);
  const named = queries.map((query) => ({
    ...query,
    relevant: Object.fromEntries(
      Object.entries(query.relevant).map(([name, grade]) => [slugs.get(name) ?? name, grade]),
    ),
  }));
  const product = await askPublic(url, named, slugOf);
  const listed = await askPublic(url, withTerms(named), slugOf);
  return {
    skills: null,
    sets,
    product,
    withTerms: listed.asked,
    weak: null,
    characters: [],
    others: [],
    simulated: [],
  };
}

/** All systems answer the same queries over the same texts in the same run, one query at a time. */
async function measure(corpus: string, sets: readonly QuerySet[], withQuestions: boolean): Promise<Measured> {
  process.stderr.write("Importing into a temporary database and index …\n");
  const queries = sets.flatMap((set) => set.queries);
  const product = await openProduct(corpus);
  for (const { path: file, reason } of product.imported.refusals) process.stderr.write(`Refused: ${file}: ${reason}\n`);
  const sql = dedicatedConnection({ max: 1 });
  try {
    const texts: readonly Text[] = await selectedTexts(sql);
    const folderOf = new Map(texts.map(({ skill_id, folder }) => [skill_id, folder]));
    sayWhatIsMissing(queries, new Set(folderOf.values()));
    const asked = await askPublic(product.url, queries, folderOf);
    const withTermsAsked = await askPublic(product.url, withTerms(queries), folderOf);
    const knowledge = await askKnowledge(product.url, queries, folderOf);
    const others: Measured["others"] = [
      { name: "POST /api/knowledge/v2/search", asked: knowledge.map((one) => ({ ...one, answered: false })) },
    ];
    const weak = await countWeak(product.url, queries, folderOf);
    const characters = await contentCharacters(product.url, queries);
    const plain = await plainMeilisearch(texts);
    if (plain) others.push({ name: plain.name, asked: await askBaseline(plain, queries) });
    const skills = new Map(texts.map(({ skill_id, folder }) => [folder, skill_id]));
    const ask = async (some: readonly LabelledQuery[]) => (await askPublic(product.url, some, folderOf)).asked;
    const simulated = withQuestions ? await simulateQuestions({ sql, skills, ask }, asked.asked) : [];
    const { asked: withTheirTerms } = withTermsAsked;
    return {
      skills: texts.length,
      sets,
      product: asked,
      withTerms: withTheirTerms,
      weak,
      characters,
      others,
      simulated,
    };
  } finally {
    await sql.end({ timeout: 5 });
    await product.close();
  }
}

async function askBaseline(baseline: Baseline, queries: readonly LabelledQuery[]): Promise<Asked[]> {
  const asked: Asked[] = [];
  for (const query of queries) asked.push({ query, answered: false, ...(await baseline.ask(query)) });
  await baseline.close();
  return asked;
}

/** Labels that name no skill make a search look worse than it is. */
function sayWhatIsMissing(queries: readonly LabelledQuery[], folders: ReadonlySet<string>): void {
  const named = new Set(queries.flatMap(({ relevant }) => Object.keys(relevant)));
  const missing = [...named].filter((folder) => !folders.has(folder));
  if (missing.length > 0) process.stderr.write(`Labelled, but not in the corpus: ${missing.join(", ")}\n`);
}
