import { readFileSync } from "node:fs";
import { z } from "zod";

const Labelled = z.strictObject({
  id: z.string().min(1),
  query: z.string().min(1),
  kind: z.string().min(1),
  /** Grade by folder name: 2 answers the query, 1 is near. Empty: the library has no answer. */
  relevant: z.record(z.string(), z.union([z.literal(1), z.literal(2)])),
});
export type LabelledQuery = z.infer<typeof Labelled>;

/** Reads labelled queries, one JSON object a line. Throws with the number of the first invalid line. */
export function readLabelledQueries(file: string): LabelledQuery[] {
  const queries: LabelledQuery[] = [];
  readFileSync(file, "utf8")
    .split("\n")
    .forEach((line, index) => {
      if (line.trim() === "") return;
      try {
        queries.push(Labelled.parse(JSON.parse(line)));
      } catch (error) {
        const reason = error instanceof z.ZodError ? z.prettifyError(error) : String(error);
        throw new Error(`${file}, line ${index + 1}: ${reason}`);
      }
    });
  return queries;
}
