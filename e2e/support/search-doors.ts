import { z } from "zod";
import type { Api, Headers } from "@/e2e/support/api";
import { Agent, eras } from "@/e2e/support/mcp";
import { knowledgeSearch } from "@/lib/contract/knowledge/search";
import type { ApplicabilityEntry } from "@/lib/contract/primitives";
import { search, searchPost } from "@/lib/contract/public/search";
import type { NothingFits } from "@/lib/contract/search-answer";

export type Question = { q: string; technology?: string; version?: string; limit?: number };

/** What every door says about a question. */
export type Said = {
  status: string;
  match_quality: string;
  nothing_fits: NothingFits | null;
  excluded: number;
  results: Array<{ version_id: string; score: number; strength: string; verdict: string }>;
};
export type Door = { name: string; ask(question: Question): Promise<Said>; close(): Promise<void> };

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
export async function openDoors(api: Api, headers: Headers): Promise<Door[]> {
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
