import { isDeepStrictEqual } from "node:util";
import { expect, test } from "@playwright/test";
import fc from "fast-check";
import { STATED, UNDERSTOOD, WARNED } from "@/e2e/samples/rows";
import { expectWithin, leastProcessorMs } from "@/e2e/support/measuring";
import type { ApplicabilityEntry } from "@/lib/contract/primitives";
import type { SearchWarning } from "@/lib/contract/search-answer";
import { impliedBy } from "@/lib/search/asked/implied-technologies";
import { makeKnownTechnologies } from "@/lib/search/asked/known-technologies";
import { type Asked, readApplicability, readAsked } from "@/lib/search/asked/read-asked";
import { readConstraint } from "@/lib/search/query/version-spellings";
import { constraintParses } from "@/lib/search/rank/applicability";

const known = makeKnownTechnologies(STATED);
const read = (technology?: string, version?: string, query?: string) =>
  readAsked({ technology, version, query }, known);
const inWords = (warnings: SearchWarning[]) =>
  warnings.map(({ code, suggestions }) => (suggestions ? `${code}: ${suggestions.join(", ")}` : code)).join("; ");
/** What the entries imply has tests of its own. */
const stated = (entries: ApplicabilityEntry[]) =>
  entries.filter(
    (one) => !impliedBy(entries.filter((other) => other !== one)).some((it) => isDeepStrictEqual(it, one)),
  );
const judged = (entries: ApplicabilityEntry[]) =>
  stated(entries)
    .map(({ technology, constraint }) => `${technology} ${constraint}`)
    .join(", ");

test("every spelling of a technology and a version is understood or warned about", () => {
  const wanted = [...UNDERSTOOD, ...WARNED];
  expect(wanted.length).toBeGreaterThanOrEqual(120);
  const answers = wanted.map(([technology, version]) => {
    const { entries, warnings, constraintIgnored } = read(technology, version);
    expect(constraintIgnored, `${technology} ${version}`).toBe(warnings.length > 0);
    return `${technology} | ${version} → ${warnings.length > 0 ? inWords(warnings) : judged(entries)}`;
  });
  expect(answers).toEqual(wanted.map(([technology, version, told]) => `${technology} | ${version} → ${told}`));
});

const question = (query: string, given: { technology?: string; version?: string } = {}) => {
  const { entries, warnings, constraintIgnored, technologies } = readAsked({ ...given, query }, known);
  return {
    told: [judged(entries), inWords(warnings)].filter(Boolean).join(" | "),
    ignored: constraintIgnored,
    thread: technologies.map(({ technology, version, source }) => `${technology} ${version} ${source}`).join(", "),
  };
};

test("a version without its technology belongs to the one that the question names", () => {
  expect(question("cache a page in next.js", { version: "14" })).toEqual({
    told: "next.js 14 | technology_inferred",
    ignored: false,
    thread: "next.js 14 inferred",
  });
  expect(question("cache a page in Next", { version: "14" }).told).toBe("Next 14 | technology_inferred");
  expect(question("connect from python", { version: "v3.12" }).told).toBe("python v3.12 | technology_inferred");
  const several = question("react form in next.js", { version: "14" });
  expect(several).toMatchObject({ told: "version_without_technology: react, next.js", ignored: true });
  // Kafka is a technology that no skill of this library covers.
  for (const query of ["cache a page", "what to do next", "kafka consumer lag"])
    expect(question(query, { version: "404" }), query).toEqual({
      told: "version_without_technology",
      ignored: true,
      thread: "",
    });
  expect(question("kafka consumer in python", { version: "3.12" }).told).toBe("version_without_technology: python");
  expect(question("cache a page in next.js", { version: "latest" })).toMatchObject({ ignored: true });
});

const IN_QUESTIONS: Array<[query: string, entries: string]> = [
  ["cache a page in next.js 14", "next.js 14"],
  ["next.js 14.2: cache a page", "next.js 14.2"],
  ["next 14 cache a page", "next 14"],
  ["Next.js v15 caching", "Next.js v15"],
  ["how do I stream (Next.js 16)?", "Next.js 16"],
  ["python 3.12 venv", "python 3.12"],
  ["python3.12 venv", "python 3.12"],
  ["use postgres 17's merge", ""],
  ["upsert in postgres 17", "postgres 17"],
  ["streams in java 1.8", "java 8"],
  ["ingress on kubernetes v1.31.2-gke.1115000 times out", "kubernetes 1.31.2"],
  ["postgres 16.3-alpine3.20 loses its data", "postgres 16.3"],
  ["fetch in nodejs@22 hangs", "nodejs 22"],
  ["hydration with react 19 and next.js 16", "react 19, next.js 16"],
  ["react query v5 polling", "react query v5"],
  ["spring boot version 3.2 actuator", "spring boot 3.2"],
  ["cache a page in next.js", ""],
  ["top 10 react libraries", ""],
  ["http 404 from a route handler", ""],
  ["localhost 3000 refuses", ""],
  ["next.js port 8080", ""],
  ["node 3000 not reachable", ""],
  ["utf 8 in postgres", ""],
  ["oauth 2 with next.js", ""],
  ["the next 14 days", ""],
  ["the next 14 items", ""],
  ["react 18 throws a hydration mismatch", "react 18"],
  ["next.js 14 pages are stale behind a proxy", "next.js 14"],
  ["next 15 minutes in cron", ""],
  ["react 3 columns", ""],
  ["react 18 hooks", "react 18"],
  ["go 10 times faster", ""],
  ["upgrade from next.js 14 to 15", ""],
  ["move our project from next 15 to 16", ""],
  ["migrating react 18 code", ""],
  ["next.js 14 vs 15 caching", ""],
  ["next.js 14 and next.js 15", ""],
  ["rfc 9457 in node", ""],
  ["kafka 3 consumer lag", ""],
  ["es2022 modules", ""],
  ["s3 buckets in ec2", ""],
  ["https://nextjs.org/docs/14", ""],
];

test("a version right after a technology's name in the question is taken; other numbers are not", () => {
  const answers = IN_QUESTIONS.map(([query]) => [query, judged(readAsked({ query }, known).entries)]);
  expect(answers).toEqual(IN_QUESTIONS);
  for (const [query, entries] of IN_QUESTIONS) {
    const { warnings, constraintIgnored, technologies } = readAsked({ query }, known);
    expect(constraintIgnored, query).toBe(false);
    expect(warnings.map(({ code }) => code)).toEqual(
      entries === "" ? [] : entries.split(", ").map(() => "technology_inferred"),
    );
    if (entries !== "")
      expect(technologies.every(({ source, version }) => source === "inferred" && version !== null)).toBe(true);
  }
});

test("what the caller names outweighs the question, which completes it", () => {
  expect(question("cache in next.js 15", { technology: "next.js", version: "14" }).told).toBe("next.js 14");
  expect(question("cache in next.js 15", { technology: "next.js" })).toEqual({
    told: "next.js 15 | technology_inferred",
    ignored: false,
    thread: "next.js 15 inferred",
  });
  expect(question("cache in react 19", { technology: "next.js" }).told).toBe("next.js *");
  expect(question("cache a page in next.js").thread).toBe("next.js null inferred");
  expect(question("what comes next").thread).toBe("");
  // Kafka is not a technology of this library, and the question may be about either.
  expect(question("kafka consumer in python").thread).toBe("");
  expect(question("cache", { technology: "Next.js", version: "v14" }).thread).toBe("Next.js v14 asked");
  expect(question("cache", { technology: "Next 14" }).thread).toBe("Next 14 asked");
  expect(question("cache", { technology: "netx.js", version: "14" }).thread).toBe("netx.js 14 asked");
  expect(question("cache", { technology: " ", version: " " })).toEqual({ told: "", ignored: false, thread: "" });
});

const entry = (technology: string, version_scheme: ApplicabilityEntry["version_scheme"], constraint: string) => ({
  technology,
  version_scheme,
  constraint,
});

test("entries with a scheme are judged as they are, and warned about where nothing can be compared", () => {
  const told = (one: ApplicabilityEntry) => {
    const { entries, warnings, constraintIgnored } = readApplicability([one], "cache a page", known);
    expect(constraintIgnored).toBe(warnings.length > 0);
    return warnings.length > 0
      ? inWords(warnings)
      : stated(entries)
          .map((each) => Object.values(each).join(" "))
          .join(", ");
  };
  expect(told(entry("NextJS", "semver", ">=14 <15"))).toBe("NextJS semver >=14 <15");
  expect(told(entry("next.js", "semver", "*"))).toBe("next.js semver *");
  expect(told(entry("next.js", "semver", ">= 14, < 15"))).toBe("next.js semver >=14 <15");
  expect(told(entry("next_js", "semver", "v14"))).toBe("next.js semver v14");
  expect(told(entry("next.js", "exact", "14.2.3"))).toBe("next.js exact 14.2.3");
  expect(told(entry("next.js", "exact", "v14.2.3-beta.1"))).toBe("next.js exact v14.2.3-beta.1");
  expect(told(entry("next.js", "unknown", "14-ish"))).toBe("constraint_not_parsed");
  for (const name of ["lunar", "jammy", "LTS"])
    for (const scheme of ["unknown", "exact", "semver"] as const)
      expect(told(entry("ubuntu", scheme, name))).toBe("constraint_not_parsed");
  expect(readApplicability([entry("ubuntu", "exact", "jammy")], "", known).entries).toEqual([
    entry("ubuntu", "unknown", "jammy"),
  ]);
  expect(told(entry("PostgreSQL", "exact", "17.2-1.pgdg120+1"))).toBe("PostgreSQL exact 17.2-1.pgdg120+1");
  expect(told(entry("kubernetes", "semver", "v1.31.2-gke.1115000"))).toBe("kubernetes semver 1.31.2");
  expect(told(entry("http", "exact", "1.1"))).toBe("http exact 1.1");
  expect(told(entry("mcp", "exact", "2024-11-05"))).toBe("mcp exact 2024-11-05");
  for (const constraint of ["^14", ">=14", "14", "14.2", "14.x", "14 || 15", ">=14.0.0", "14.0.0 - 15.0.0"])
    expect(told(entry("next.js", "exact", constraint)), constraint).toBe("exact_with_range");
  expect(told(entry("next.js", "exact", "latest"))).toBe("constraint_not_parsed");
  expect(told(entry("next.js", "semver", "latest"))).toBe("constraint_not_parsed");
  expect(told(entry("netx.js", "semver", "^14"))).toBe("unknown_technology: next.js");
  // With the name of the technology before it.
  for (const written of ["Next 15", "next.js 15", "NextJS 15"])
    expect(told(entry("next.js", "semver", written)), written).toBe("next.js semver 15");
  expect(told(entry("next.js", "exact", "Next 15.0.1"))).toBe("next.js exact 15.0.1");
  expect(told(entry("next.js", "semver", "React 19"))).toBe("constraint_not_parsed");
});

test("without entries the question is read, and several entries keep their order", () => {
  expect(judged(readApplicability([], "cache in next.js 14", known).entries)).toBe("next.js 14");
  const { entries, warnings, technologies } = readApplicability(
    [entry("react", "semver", "^19"), entry("raect", "semver", "^19"), entry("next.js", "exact", "^16")],
    "cache in next.js 14",
    known,
  );
  expect(judged(entries)).toBe("react ^19, raect ^19, next.js ^16");
  expect(warnings.map(({ code, technology }) => `${code} ${technology}`)).toEqual([
    "unknown_technology raect",
    "exact_with_range next.js",
  ]);
  expect(technologies).toEqual([
    { technology: "react", version: "^19", source: "asked" },
    { technology: "raect", version: "^19", source: "asked" },
    { technology: "next.js", version: "^16", source: "asked" },
  ]);
});

test("a question in another language is told that the library is in English", () => {
  const codes = (query: string) => readAsked({ query }, known).warnings.map(({ code }) => code);
  for (const query of [
    "кэширование страницы в next.js",
    "如何在 next.js 中缓存页面",
    "next.js でページをキャッシュする方法",
    "كيف أخزن صفحة مؤقتا",
    "wie kann ich eine Seite in next.js zwischenspeichern",
    "comment mettre en cache une page avec next.js",
    "cómo guardar en caché una página con next.js para los usuarios",
    "como colocar uma página em cache com next.js",
    "come mettere in cache una pagina con next.js",
    "hoe kan ik een pagina cachen met next.js",
  ])
    expect(codes(query), query).toEqual(["language"]);
  for (const query of [
    "cache a page in next.js",
    "μ law audio in node",
    "de-duplicate les misérables titles",
    "naïve café search with accents",
    "la liga scraper",
    "pacman -Syu con flags",
    "SELECT * FROM users u WHERE u.id = 1",
    "graft apple tree in winter e53614da",
    "git revert 1da2e53 0que1",
    "rewrite /de/la/que to /en",
    "translate de_la.que and user.de.la",
    "rename columns `e` `da`",
    "export $e $da",
    "ls -la with flag -e",
    "",
  ])
    expect(codes(query), query).toEqual([]);
  fc.assert(
    fc.property(fc.uuid(), fc.stringMatching(/^[\da-f]{7,40}$/), (uuid, hash) => {
      expect(codes(`prune tree ${uuid.replace(/^./, "0")} 0${hash}`)).toEqual([]);
    }),
  );
});

const piece = fc.oneof(
  fc.constantFrom(
    "next.js",
    "Next",
    "python",
    "netx.js",
    "postgres",
    "@",
    ":",
    " ",
    "v",
    ">=",
    "<",
    "^",
    "~>",
    "||",
    ",",
    "-",
    "–",
    "or later",
    "to",
    "[",
    ")",
    "(",
    "x",
    ".",
    "*",
    "beta",
    "latest",
    "pkg:npm/",
    "%",
    '"',
    "\u0000",
    "\ud800",
    "14",
    "3.12",
    "0".repeat(50),
  ),
  fc.string({ maxLength: 12 }),
  fc.integer({ min: 0, max: 99_999 }).map(String),
);
const text = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join("").slice(0, 200));

test("no text makes it throw, and what it understands can always be compared", () => {
  fc.assert(
    fc.property(text, text, text, (technology, version, query) => {
      const entries = [entry(technology, "semver", version), entry(technology, "exact", version)];
      const asked = [
        readAsked({ technology, version, query }, known),
        readAsked({ version, query }, known),
        readApplicability(entries, query, known),
      ];
      const read = readConstraint(version);
      return asked.every(isSound) && (read === null || constraintParses({ technology: "a", ...read }));
    }),
    { numRuns: 300 },
  );
});

function isSound({ entries, warnings, constraintIgnored }: Asked): boolean {
  const understood = warnings.every(({ code }) => code === "technology_inferred" || code === "language");
  return (
    constraintIgnored !== understood &&
    (!understood || entries.every(constraintParses)) &&
    warnings.every(({ detail, suggestions }) => detail.length < 450 && suggestions?.length !== 0)
  );
}

test("two hundred characters are read in two milliseconds", { tag: "@slow" }, async () => {
  const many = makeKnownTechnologies(
    Array.from({ length: 5_000 }, (_, number) => entry(`made-technology-${number}`, "semver", `^${number % 40}`)),
  );
  const long = (part: string) => part.repeat(200).slice(0, 200);
  const texts = [
    "1",
    "1.",
    "1 ",
    "1 - ",
    ">=1 ",
    "1||",
    "[1,",
    "!=1,",
    "v",
    "a1",
    "a-1",
    "next 14 ",
    "next@",
    "(1",
    "1 or ",
    "1, ",
    "~>1.",
    "or later ",
    "made-technology-1 ",
  ].map(long);
  for (const one of texts) {
    const once = () => readAsked({ technology: one.slice(0, 120), version: one, query: one }, many);
    const alone = () => readAsked({ version: one, query: one }, many);
    for (const read of [once, alone]) {
      for (let run = 0; run < 5; run += 1) read();
      await expectWithin(JSON.stringify(one.slice(0, 20)), 2, () => leastProcessorMs(2, read, 15));
    }
  }
});
