import { explanationText } from "@/lib/cli/eval/explanation-text";
import { openProduct } from "@/lib/cli/eval/throw-away-product";
import { type ExplainInput, explainSearch } from "@/lib/search/explain/explain-search";
import { explanationInWords } from "@/lib/search/explain/explanation-in-words";

/** The explanation of one search over the skills of a folder, as text. */
export async function explainOver(corpus: string, input: ExplainInput): Promise<string> {
  process.stderr.write("Importing into a temporary database and index …\n");
  const product = await openProduct(corpus);
  try {
    return explanationText(explanationInWords(await explainSearch(input)));
  } finally {
    await product.close();
  }
}
