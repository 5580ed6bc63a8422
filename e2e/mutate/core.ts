import { readdirSync } from "node:fs";

/**
 * Modules whose defects unit tests must notice: those that decide what is secret, what may be published, what a request means
 * and what a search finds, as far as they need no database, no search engine and no socket.
 */
const CORE: Readonly<Record<string, readonly string[] | "all">> = {
  lib: ["cursor", "env", "errors", "ids", "recent", "reserved-name", "secret", "shedding", "urls", "wait-in-words"],
  "lib/contract": ["author-in-words", "primitives", "problems", "reporters-in-words"],
  "lib/contract/knowledge": ["public-reference", "submissions"],
  "lib/http": [
    ...["client-address", "field-errors", "idempotency-key", "negotiate", "parse-json", "rate-limit", "reading-intent"],
    ...["validate"],
  ],
  "lib/outcomes": ["score"],
  "lib/present": ["line-changes", "skill-file", "unified-diff"],
  "lib/publish-log": ["verify"],
  "lib/publishing": ["slug"],
  "lib/reading": ["choose-pair", "diff-rows"],
  "lib/safety": "all",
  "lib/safety/secrets": "all",
  "lib/safety/skill": "all",
  "lib/search": [
    ...[
      "analyse-version",
      "applicability",
      "breaker",
      "excerpt",
      "fitting-version",
      "boost-semantic-matches",
      "match-quality",
    ],
    ...["match-word", "matched-words", "named-exactly", "order-hits", "pack", "plain-text", "query-words", "rank"],
    ...["rare-words", "statistics", "stem", "technology-aliases", "terms", "vector-bytes", "vocabulary"],
  ],
  "lib/skills": ["front-matter", "parse-skill-file", "reviewed-technology"],
  "lib/threads": ["append-key", "parse-since"],
};

/** Tables by the constants that hold them. Each row is taken out in turn, and a row that nobody misses fails the command. */
export const TABLES: Readonly<Record<string, readonly string[]>> = {
  "lib/contract/problems.ts": ["problems"],
  "lib/safety/secrets/bare-tokens.ts": ["bareTokens"],
  "lib/safety/secrets/cloud-tokens.ts": ["cloudTokens"],
  "lib/safety/secrets/code-tokens.ts": ["codeTokens"],
  "lib/safety/secrets/command-passwords.ts": ["commandPasswords"],
  "lib/safety/secrets/file-secrets.ts": ["fileSecrets"],
  "lib/safety/secrets/model-tokens.ts": ["modelTokens"],
  "lib/safety/secrets/rules.ts": ["secretRules"],
  "lib/safety/secrets/run-preset.ts": ["gates"],
  "lib/safety/secrets/service-tokens.ts": ["serviceTokens"],
  "lib/safety/secrets/told-secrets.ts": ["toldSecrets"],
  "lib/safety/secrets/web-secrets.ts": ["webSecrets"],
  "lib/search/stem.ts": ["FAMILY_ENDINGS"],
};

/** Test files and folders that are not run against mutants: they read the whole project, start programs or take the time of a clock. */
const LEFT_OUT = [
  "lib/architecture.test.ts",
  "lib/awake.test.ts",
  "lib/documents.test.ts",
  "lib/lock-file.test.ts",
  "lib/discovery/catalogs.test.ts",
  "lib/discovery/client-files.test.ts",
  "lib/http/rendering-turns.test.ts",
  "lib/local/",
  "lib/markdown/render-aside.test.ts",
  "lib/search/post-json.test.ts",
];

export function coreModules(): string[] {
  return Object.entries(CORE).flatMap(([folder, names]) =>
    names === "all" ? modulesIn(folder) : names.map((name) => `${folder}/${name}.ts`),
  );
}

function modulesIn(folder: string): string[] {
  const files = readdirSync(folder).filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"));
  // A version's number says only that it is another one.
  return files
    .filter((name) => name !== "rules-version.ts")
    .sort()
    .map((name) => `${folder}/${name}`);
}

export function unitTests(): string[] {
  return readdirSync("lib", { recursive: true, encoding: "utf8" })
    .map((name) => `lib/${name}`)
    .filter((file) => file.endsWith(".test.ts") && !LEFT_OUT.some((start) => file.startsWith(start)))
    .sort();
}
