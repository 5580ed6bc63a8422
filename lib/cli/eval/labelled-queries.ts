import { readFileSync } from "node:fs";
import { z } from "zod";
import { search } from "@/lib/contract/public/search";
import { messageOf } from "@/lib/platform/errors";

const { q, technology, version } = search.input.shape;
const Labelled = z.strictObject({
  /** Default: the number of its line. */
  id: z.string().min(1).optional(),
  query: q,
  /** What an agent would add to the question: technology, symptom, name of an API. */
  terms: z.string().min(1).optional(),
  /** The figures of each kind are also printed by themselves. */
  kind: z.string().min(1).default("query"),
  technology,
  version,
  /** Grade by skill: 2 answers the query, 1 is near. Empty: the library has no answer. */
  relevant: z.record(
    z.string(),
    z.union([z.literal(1), z.literal(2)], "Invalid grade: 2 for an answer, 1 for a near match"),
  ),
});
export type LabelledQuery = Omit<z.infer<typeof Labelled>, "id"> & { id: string };
export type QuerySet = { name: string; queries: readonly LabelledQuery[] };

/** The queries that have terms, with these listed behind the question, as agents are told to ask. */
export function withTerms(queries: readonly LabelledQuery[]): LabelledQuery[] {
  return queries.flatMap((one) =>
    one.terms ? [{ ...one, query: `${one.query}${/[?.!]$/.test(one.query) ? "" : "?"} ${one.terms}` }] : [],
  );
}

/** More errors are counted, not listed. */
const ERRORS_SHOWN = 20;

/** Reads labelled queries, one JSON object a line. Throws with the number and the error of each invalid line. */
export function readLabelledQueries(file: string): LabelledQuery[] {
  const queries: LabelledQuery[] = [];
  const errors: string[] = [];
  const lines = new Map<string, number>();
  readFileSync(file, "utf8")
    .split("\n")
    .forEach((text, index) => {
      if (text.trim() === "") return;
      const line = index + 1;
      const { query, reason } = readLine(text, line);
      const earlier = query && lines.get(query.id);
      if (!query) errors.push(`${file}, line ${line}: ${reason}`);
      else if (earlier) errors.push(`${file}, line ${line}: the id ${query.id} is that of line ${earlier}`);
      else {
        lines.set(query.id, line);
        queries.push(query);
      }
    });
  const more = errors.length - ERRORS_SHOWN;
  if (errors.length > 0)
    throw new Error([...errors.slice(0, ERRORS_SHOWN), ...(more > 0 ? [`${more} more lines`] : [])].join("\n"));
  if (queries.length === 0) throw new Error(`${file} has no queries.`);
  return queries;
}

type Line = { query: LabelledQuery; reason?: never } | { query: null; reason: string };

function readLine(text: string, line: number): Line {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { query: null, reason: `not JSON: ${messageOf(error)}` };
  }
  const { data, error } = Labelled.safeParse(value);
  if (data) return { query: { ...data, id: data.id ?? `line ${line}` } };
  const reasons = error.issues.map(({ path, message }) => [path.join("."), message].filter(Boolean).join(": "));
  return { query: null, reason: reasons.join("; ") };
}
