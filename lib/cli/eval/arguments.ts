import { parseArgs } from "node:util";

export type Arguments =
  | { kind: "help" }
  | { kind: "wrong"; reason: string }
  | { kind: "eval"; corpus: string; queries: string; misses: boolean; folds: number };

export const HELP = `Usage: npm run eval -- --corpus DIR --queries FILE [--folds N] [--no-misses]

Measures search quality: imports every SKILL.md under DIR into a temporary database and index, sends each query of FILE
to the HTTP interface, and prints the figures beside those of simpler searches over the same texts.

FILE has one JSON object a line: {"id", "query", "kind", "relevant": {folder name: 2 for an answer, 1 for a near match}}.
A query with an empty "relevant" has no answer in the library; claiming one is an error.

Options
  --folds N     also the spread of the figures over N parts of the queries (2 to 20)
  --no-misses   only the figures, without the list of misses
  --help        this text

Environment
  DATABASE_URL  a Postgres on which a database may be created and dropped; default: an embedded one
  MEILI_URL, MEILI_KEY  a Meilisearch in which indexes may be created and deleted; without DATABASE_URL an embedded one

Exit code: 0 measured, 1 failed, 2 wrong usage.
`;

const FOLDS_MAX = 20;

/** Parses the command line. Does not check that folder and file exist. */
export function readArguments(words: string[]): Arguments {
  try {
    const { values } = parseArgs({
      args: words,
      options: {
        help: { type: "boolean", short: "h", default: false },
        corpus: { type: "string" },
        queries: { type: "string" },
        folds: { type: "string", default: "0" },
        "no-misses": { type: "boolean", default: false },
      },
    });
    if (values.help) return { kind: "help" };
    const { corpus, queries } = values;
    if (!corpus || !queries) return { kind: "wrong", reason: "Name the folder of skills and the file of queries." };
    const folds = Number(values.folds);
    if (!Number.isInteger(folds) || folds < 0 || folds === 1 || folds > FOLDS_MAX)
      return { kind: "wrong", reason: `--folds takes a whole number from 2 to ${FOLDS_MAX}.` };
    return { kind: "eval", corpus, queries, misses: !values["no-misses"], folds };
  } catch (error) {
    return { kind: "wrong", reason: error instanceof Error ? error.message : String(error) };
  }
}
