import { existsSync } from "node:fs";
import { dedicatedConnection } from "@/db/client";
import { selectedTexts } from "@/db/queries/selected-texts";
import { callerPath, explain, refuse } from "@/lib/cli/command-line";
import { HELP, readArguments } from "@/lib/cli/eval/arguments";
import { askKnowledge, askPublic, contentCharacters } from "@/lib/cli/eval/ask-product";
import { type Baseline, plainMeilisearch, type Text } from "@/lib/cli/eval/baseline";
import type { Asked } from "@/lib/cli/eval/figures";
import { type LabelledQuery, readLabelledQueries } from "@/lib/cli/eval/labelled-queries";
import { folds, type Measured, misses, report } from "@/lib/cli/eval/report";
import { openProduct } from "@/lib/cli/eval/throw-away-product";
import { isFolder } from "@/lib/domain/import/find-skills";

process.exitCode = await main();

async function main(): Promise<number> {
  const options = readArguments(process.argv.slice(2));
  if (options.kind !== "eval") return explain("eval", HELP, options);
  const corpus = callerPath("eval", options.corpus);
  const file = callerPath("eval", options.queries);
  if (!isFolder(corpus)) return refuse("eval", `${corpus} is not a readable folder.`);
  if (!existsSync(file)) return refuse("eval", `${file} does not exist.`);
  try {
    const queries = readLabelledQueries(file);
    process.stderr.write("Importing into a temporary database and index …\n");
    const measured = await measure(corpus, queries);
    process.stdout.write(report(measured));
    if (options.folds > 0) process.stdout.write(`\n${folds(measured, options.folds)}`);
    if (options.misses) process.stdout.write(`\n${misses(measured)}`);
    return 0;
  } catch (error) {
    process.stderr.write(`The evaluation failed: ${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  }
}

/** All systems answer the same queries over the same texts in the same run, one query at a time. */
async function measure(corpus: string, queries: readonly LabelledQuery[]): Promise<Measured> {
  const product = await openProduct(corpus);
  for (const { path: file, reason } of product.imported.refusals) process.stderr.write(`Refused: ${file}: ${reason}\n`);
  const sql = dedicatedConnection({ max: 1 });
  try {
    const texts: readonly Text[] = await selectedTexts(sql);
    const folderOf = new Map(texts.map(({ skill_id, folder }) => [skill_id, folder]));
    sayWhatIsMissing(queries, new Set(folderOf.values()));
    const asked = await askPublic(product.url, queries, folderOf);
    const knowledge = await askKnowledge(product.url, queries, folderOf);
    const others: Measured["others"] = [
      { name: "POST /api/knowledge/v2/search", asked: knowledge.map((one) => ({ ...one, answered: false })) },
    ];
    const characters = await contentCharacters(product.url, queries);
    const plain = await plainMeilisearch(texts);
    if (plain) others.push({ name: plain.name, asked: await askBaseline(plain, queries) });
    return { skills: texts.length, product: asked, characters, others };
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
