import { parseArgs } from "node:util";
import { env } from "@/lib/platform/env";
import { messageOf } from "@/lib/platform/errors";

export type Arguments =
  | { kind: "help" }
  | { kind: "wrong"; reason: string }
  | {
      kind: "eval";
      corpus: string | null;
      queries: string[];
      misses: boolean;
      folds: number;
      simulateQuestions: boolean;
    }
  | { kind: "set"; corpus: null; queries: string[]; url: string; misses: boolean; folds: number }
  | { kind: "explain"; question: string; corpus: string | null; asked: Asked };

type Asked = { technology: string | undefined; version: string | undefined; skill: string | undefined };

export const HELP = `Usage: npm run eval -- [--corpus DIR --queries FILE [--queries FILE ...]] [--folds N] [--no-misses]
       npm run eval -- --set FILE [--url URL] [--folds N] [--no-misses]
       npm run eval -- --explain QUESTION [--technology NAME] [--version V] [--skill SLUG] [--corpus DIR]

Measures search quality, or explains one search.

--corpus DIR --queries FILE imports every SKILL.md under DIR into a temporary database and index, sends each query of
each FILE to the HTTP interface, and prints the figures beside those of simpler searches over the same texts. Without
DIR and FILE: the starter library with its labelled queries and its near misses.

--set FILE sends each query of FILE to a running service, whose own skills it names by slug or id. It opens no threads
and stores nothing.

--explain QUESTION prints how one search was ranked, number by number, as the page /docs/ranking does: over DIR, else
over the starter library, imported into a temporary database and index.

FILE has one JSON object a line: {"query", "relevant": {skill: 2 for an answer, 1 for a near match}} and optionally
"id", "kind", "technology" and "version". A skill is its folder name in DIR, or its slug or id in a running service. A
query with an empty "relevant" has no answer in the library; claiming one is an error. With "terms" ("revalidate,
cacheLife") it is also asked with these listed behind it, as agents are told to ask. docs/operations.md has an example.

Options
  --url URL         the running service; default: BASE_URL, else http://localhost:3000
  --technology NAME, --version V  what the asker uses
  --skill SLUG      the result to explain, by slug or id; default: the first one
  --folds N         also the spread of the figures over N parts of the queries (2 to 20)
  --simulate-questions
                    also what changes when askers confirm skills: in five parts, the queries of four are lent to the
                    skills that answer them, and those of the fifth are asked. Needs several queries about one skill
  --no-misses       only the figures, without the list of misses
  --help            this text

Environment
  DATABASE_URL  a Postgres on which a database may be created and dropped; default: an embedded one
  MEILI_URL, MEILI_KEY  a Meilisearch in which indexes may be created and deleted; without DATABASE_URL an embedded one

Exit code: 0 done, 1 failed, 2 wrong usage.
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
        queries: { type: "string", multiple: true, default: [] },
        set: { type: "string" },
        url: { type: "string" },
        explain: { type: "string" },
        technology: { type: "string" },
        version: { type: "string" },
        skill: { type: "string" },
        folds: { type: "string", default: "0" },
        "simulate-questions": { type: "boolean", default: false },
        "no-misses": { type: "boolean", default: false },
      },
    });
    if (values.help) return { kind: "help" };
    const { corpus, queries, set, url, explain, technology, version, skill } = values;
    const folds = Number(values.folds);
    if (!Number.isInteger(folds) || folds < 0 || folds === 1 || folds > FOLDS_MAX)
      return wrong(`--folds takes a whole number from 2 to ${FOLDS_MAX}.`);
    const uses = [queries[0], set, explain].filter((value) => value !== undefined);
    if (uses.length > 1) return wrong("Use one of --queries, --set and --explain.");
    if (url !== undefined && set === undefined) return wrong("--url belongs to --set.");
    if ((technology ?? version ?? skill) !== undefined && explain === undefined)
      return wrong("--technology, --version and --skill belong to --explain; in FILE each query has its own.");
    if (values["simulate-questions"] && (set ?? explain) !== undefined)
      return wrong("--simulate-questions belongs to --queries.");
    const shown = { misses: !values["no-misses"], folds };
    if (explain !== undefined) {
      if (explain.trim() === "") return wrong("--explain takes a question.");
      return { kind: "explain", question: explain, corpus: corpus ?? null, asked: { technology, version, skill } };
    }
    if (set !== undefined) {
      if (corpus !== undefined) return wrong("--set asks a running service; --corpus belongs to --queries.");
      const address = url ?? env().BASE_URL;
      if (!/^https?:$/.test(URL.parse(address)?.protocol ?? ""))
        return wrong(`--url takes an address, not ${address}.`);
      return { kind: "set", corpus: null, queries: [set], url: address.replace(/\/+$/, ""), ...shown };
    }
    if ((corpus === undefined) !== (queries.length === 0))
      return wrong("Name the folder of skills and the files of queries, or neither.");
    const simulateQuestions = values["simulate-questions"];
    return { kind: "eval", corpus: corpus ?? null, queries, ...shown, simulateQuestions };
  } catch (error) {
    return wrong(messageOf(error));
  }
}

function wrong(reason: string): Arguments {
  return { kind: "wrong", reason };
}
