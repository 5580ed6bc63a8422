import path from "node:path";
import fc from "fast-check";
import { z } from "zod";
import { type Api, expect, type Headers, test } from "@/e2e/support/api";
import { connect } from "@/e2e/support/knowledge";
import { Agent, eras } from "@/e2e/support/mcp";
import { propertySeed } from "@/e2e/support/rounds";
import { readLabelledQueries } from "@/lib/cli/eval/labelled-queries";
import { knowledgeSearch } from "@/lib/contract/knowledge/reading";
import type { ApplicabilityEntry } from "@/lib/contract/primitives";
import { search, searchPost } from "@/lib/contract/public/search";
import { listSkills } from "@/lib/contract/public/skills";
import type { NothingFits } from "@/lib/contract/search-answer";
import { PROJECT_ROOT } from "@/lib/start/instance-layout";

const QUESTIONS = 12;
const LIMITS = [1, 2, 3, 5];

const technology = fc.constantFrom("next.js", "NextJS", "react", "postgresql", "node", "django", "cobol", "netx.js");
const version = fc.constantFrom("12.0.0", "14.2.3", "16.4.6", "19.1.0", "18", "22.0.0", "3");
const question = (texts: string[]): fc.Arbitrary<Question> =>
  fc.oneof(
    fc.record({ q: fc.constantFrom(...texts) }),
    fc.record({ q: fc.constantFrom(...texts), technology, version }),
  );

test("every door says the same about a question, whatever the limit and whoever asks", async ({ api }) => {
  const doors = await openDoors(api, (await connect(api)).headers);
  const texts = readLabelledQueries(path.join(PROJECT_ROOT, "db/library-queries.jsonl")).map(({ query }) => query);
  const questions = fc.sample(question(texts), { numRuns: QUESTIONS, seed: propertySeed() });
  for (const [turn, asked] of questions.entries()) await agree(doors, asked, turn);
  await Promise.all(doors.map((door) => door.close()));
});

/** The first door is asked with every limit, each other one with the default and one that changes in turn. */
async function agree(doors: Door[], question: Question, turn: number): Promise<void> {
  const [first, ...others] = doors;
  if (!first) throw new Error("There is no door.");
  const whole = await first.ask({ ...question, limit: 5 });
  const { status, match_quality, nothing_fits, results } = whole;
  const strongest = results[0]?.strength ?? "none";
  expect(results.map(({ strength }) => strength)).not.toContain("weak");
  expect(nothing_fits === null, "null exactly when a result is strong").toBe(strongest === "strong");
  expect(match_quality === "none").toBe(results.length === 0);
  if (status === "answered") expect(strongest).toBe("strong");
  const scores = results.map(({ score }) => score);
  expect(scores).toEqual([...scores].sort((a, b) => b - a));
  const check = async (door: Door, limit?: number) => {
    const said = await door.ask(limit === undefined ? question : { ...question, limit });
    const about = `${door.name}, limit ${limit ?? "by default"}: ${JSON.stringify(question)}`;
    expect(said, about).toEqual({ ...whole, results: results.slice(0, limit ?? 3) });
  };
  for (const limit of LIMITS) await check(first, limit);
  for (const [place, door] of others.entries()) {
    await check(door);
    await check(door, LIMITS[(turn + place) % LIMITS.length]);
  }
}

test("without results the knowledge interface says the same", async ({ api }) => {
  const doors = await openDoors(api, (await connect(api)).headers);
  const q = "how do I insert a row or change it if it is already there without a race";
  const [public1, knowledge] = [doors[0], doors.find(({ name }) => name === "v2")];
  const whole = await public1?.ask({ q, limit: 5 });
  expect(await knowledge?.ask({ q, limit: 0 })).toEqual({ ...whole, results: [] });
  await Promise.all(doors.map((door) => door.close()));
});

test("a directory lists weak matches after all others, and every item has its strength", async ({ api }) => {
  const q = "zod openapi components";
  for (const sort of ["relevance", "title"]) {
    const { data } = await api.ok(listSkills, { q, sort, limit: 100 });
    const strengths = data.map(({ strength }) => strength ?? "none");
    expect(strengths).toEqual(data.map(({ match }) => match?.strength));
    expect(new Set(strengths)).toEqual(new Set(["strong", "fair", "weak"]));
    expect(strengths.slice(strengths.indexOf("weak")), sort).not.toContain("fair");
    if (sort === "relevance") expect(strengths.slice(strengths.indexOf("fair"))).not.toContain("strong");
  }
  const offered = (await api.ok(searchPost, { q, limit: 5, preview: true })).data.results;
  expect(offered[0]).toMatchObject({ strength: "strong" });
  expect(offered.map(({ strength }) => strength)).not.toContain("weak");
  expect((await api.ok(listSkills, {})).data[0]).toMatchObject({ strength: null, verdict: null, match: null });
});

type Question = { q: string; technology?: string; version?: string; limit?: number };

/** What every door says about a question. */
type Said = {
  status: string;
  match_quality: string;
  nothing_fits: NothingFits | null;
  excluded: number;
  results: Array<{ version_id: string; score: number; strength: string; verdict: string }>;
};
type Door = { name: string; ask(question: Question): Promise<Said>; close(): Promise<void> };

const Found = z.object({ version_id: z.string(), score: z.number(), strength: z.string(), verdict: z.string() });
const Why = z.object({
  reason: z.enum(["unknown_technology", "no_skill_for_technology", "version_not_covered", "no_match"]),
  technology: z.string().nullable().default(null),
  version: z.string().nullable().default(null),
  covered: z.array(z.object({ technology: z.string(), constraint: z.string() })),
  suggestions: z.array(z.string()),
  next_step: z.string(),
});
/** Tools leave out what is null. */
const McpAnswer = z.object({
  status: z.string(),
  match_quality: z.string(),
  nothing_fits: Why.nullable().default(null),
  excluded_incompatible: z.number(),
  results: z.array(Found),
});
const McpFindings = z.object({
  status: z.string(),
  match_quality: z.string(),
  nothing_fits: Why.nullable().default(null),
  excluded: z.object({ incompatible: z.number() }),
  skills: z.array(
    z.object({
      ref: z.object({ version_id: z.string() }),
      score: z.number(),
      strength: z.string(),
      applicability: z.object({ verdict: z.string() }),
    }),
  ),
});
type Findings = Pick<z.output<typeof McpFindings>, "status" | "match_quality" | "nothing_fits" | "excluded" | "skills">;

/** Every door that answers a question with results: both forms of v1, v2 and MCP, the latter with and without a token. */
async function openDoors(api: Api, headers: Headers): Promise<Door[]> {
  const anonymous = await Promise.all(eras.map((era) => Agent.connect(api, era)));
  const connected = await Agent.connect(api, eras[1], headers);
  const v1 = (endpoint: typeof search, sent: Headers) => async (question: Question) =>
    fromPublic((await api.ok(endpoint, { ...question, preview: true }, sent)).data);
  const mcp =
    (agent: Agent) =>
    async ({ q, ...narrow }: Question) => {
      const { excluded_incompatible, ...said } = await agent.ok("search_skills", { query: q, ...narrow }, McpAnswer);
      return { ...said, excluded: excluded_incompatible };
    };
  const none = async () => {};
  return [
    { name: "GET v1", ask: v1(search, {}), close: none },
    { name: "POST v1", ask: v1(searchPost, {}), close: none },
    { name: "GET v1 with a token", ask: v1(search, headers), close: none },
    {
      name: "v2",
      ask: async (question) => fromFindings((await api.ok(knowledgeSearch, forKnowledge(question), headers)).data),
      close: none,
    },
    ...anonymous.map((agent, place) => ({
      name: `MCP ${eras[place]?.era}`,
      ask: mcp(agent),
      close: () => agent.close(),
    })),
    { name: "MCP with a token", ask: mcp(connected), close: none },
    {
      name: "MCP knowledge",
      ask: async (question) =>
        fromFindings(await connected.ok("knowledge_search", forKnowledge(question), McpFindings)),
      close: () => connected.close(),
    },
  ];
}

/** The same question in the form of the knowledge interface, which takes no technology without a version. */
function forKnowledge({ q, technology, version, limit }: Question): Record<string, unknown> {
  const entry: ApplicabilityEntry | null =
    technology && version ? { technology, version_scheme: "semver", constraint: version } : null;
  return {
    query: q,
    conversation_limit: 0,
    ...(entry ? { applicability: [entry] } : {}),
    ...(limit === undefined ? {} : { skill_limit: limit }),
  };
}

function fromPublic({ excluded, results, ...data }: z.output<typeof search.output>["data"]): Said {
  const { status, match_quality, nothing_fits } = data;
  return { status, match_quality, nothing_fits, excluded: excluded.incompatible, results: results.map(plain) };
}

function fromFindings({ status, match_quality, nothing_fits, excluded, skills }: Findings): Said {
  const results = skills.map(({ ref, score, strength, applicability }) =>
    plain({ version_id: ref.version_id, score, strength, verdict: applicability.verdict }),
  );
  return { status, match_quality, nothing_fits, excluded: excluded.incompatible, results };
}

function plain({ version_id, score, strength, verdict }: Said["results"][number]): Said["results"][number] {
  return { version_id, score, strength, verdict };
}
