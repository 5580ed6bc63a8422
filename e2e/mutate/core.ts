import { readdirSync } from "node:fs";

/**
 * Modules whose defects unit tests must detect: those that decide which text is secret, which may be published, what a
 * request means and what a search finds, if they need no database, search engine or socket.
 */
const CORE: Readonly<Record<string, readonly string[] | "all">> = {
  "lib/contract": ["author-in-words", "primitives", "problems", "reporters-in-words"],
  "lib/contract/knowledge": ["public-reference", "submissions"],
  "lib/domain/knowledge": ["choose-pair"],
  "lib/domain/outcomes": ["score"],
  "lib/domain/present": ["reserved-name", "skill-file"],
  "lib/domain/publish-log": ["verify"],
  "lib/domain/publishing": ["slug"],
  "lib/domain/skills": ["front-matter", "parse-skill-file", "reviewed-technology"],
  "lib/domain/threads": ["append-key", "parse-since"],
  "lib/platform": ["cursor", "env", "errors", "ids", "secret", "shedding", "urls", "wait-in-words"],
  "lib/search/engine": ["breaker", "vector-bytes"],
  "lib/search/query": [
    ...["analyse-version", "pack", "plain-text", "query-words", "rare-words", "stem", "technology-aliases", "terms"],
    "vocabulary",
  ],
  "lib/search/rank": [
    ...["applicability", "boost-semantic-matches", "excerpt", "fitting-version", "match-quality", "match-word"],
    ...["matched-words", "named-exactly", "order-hits", "rank", "statistics"],
  ],
  "lib/server/http": [
    "client-address",
    "field-errors",
    "idempotency-key",
    "parse-json",
    "passive-request",
    "rate-limit",
    "validate",
  ],
  "lib/server/formats/feeds": ["feed"],
  "lib/server/pages": ["negotiate"],
  "lib/text/diff": ["diff-rows", "line-changes", "unified-diff"],
  "lib/text/safety": "all",
  "lib/text/safety/harm-model": "all",
  "lib/text/safety/secrets": "all",
  "lib/text/safety/skill": "all",
  "lib/text/safety/skill/code": "all",
  "lib/text/safety/skill/prose": "all",
  "lib/text/safety/skill/prose/frames": "all",
  "lib/text/safety/skill/shell": "all",
};

/**
 * Tables by the constants that hold them. Each row is removed in turn; if no test fails without a row, the command
 * fails.
 */
export const TABLES: Readonly<Record<string, readonly string[]>> = {
  "lib/contract/problems.ts": ["problems"],
  "lib/text/safety/secrets/bare-tokens.ts": ["bareTokens"],
  "lib/text/safety/secrets/cloud-tokens.ts": ["cloudTokens"],
  "lib/text/safety/secrets/code-tokens.ts": ["codeTokens"],
  "lib/text/safety/secrets/command-passwords.ts": ["commandPasswords"],
  "lib/text/safety/secrets/file-secrets.ts": ["fileSecrets"],
  "lib/text/safety/secrets/model-tokens.ts": ["modelTokens"],
  "lib/text/safety/secrets/rules.ts": ["secretRules"],
  "lib/text/safety/secrets/service-tokens.ts": ["serviceTokens"],
  "lib/text/safety/secrets/told-secrets.ts": ["toldSecrets"],
  "lib/text/safety/secrets/web-secrets.ts": ["webSecrets"],
  "lib/search/query/stem.ts": ["FAMILY_ENDINGS"],
};

/**
 * Test files and folders that do not run against mutants: they read the whole project, start programs or measure time.
 */
const LEFT_OUT = [
  "e2e/project/architecture.test.ts",
  "lib/platform/deadline.test.ts",
  "e2e/project/documents.test.ts",
  "e2e/project/lock-file.test.ts",
  "lib/server/formats/catalogs.test.ts",
  "lib/server/formats/client/files.test.ts",
  "lib/server/pages/rendering-turns.test.ts",
  "lib/start/",
  "lib/text/markdown/render-aside.test.ts",
  "lib/text/markdown/render.test.ts",
  "lib/search/engine/post-json.test.ts",
];

export function coreModules(): string[] {
  return Object.entries(CORE).flatMap(([folder, names]) =>
    names === "all" ? modulesIn(folder) : names.map((name) => `${folder}/${name}.ts`),
  );
}

function modulesIn(folder: string): string[] {
  const files = readdirSync(folder).filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"));
  // A changed version number shows only that it differs.
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
