import { z } from "zod";
import type { InputOf } from "@/lib/contract/endpoint";
import type { knowledgeSearch as knowledgeSearchContract } from "@/lib/contract/knowledge/reading";
import type { HeldVersion, KnowledgeConversation, KnowledgeSkill } from "@/lib/contract/knowledge/resources";
import {
  CONSTRAINT_CHARACTERS_MAX,
  type MatchQuality,
  QUERY_CHARACTERS_MAX,
  TECHNOLOGY_CHARACTERS_MAX,
} from "@/lib/contract/primitives";
import type { NothingFits, SearchWarning, Verdict } from "@/lib/contract/search-answer";
import { requirePublicTexts } from "@/lib/domain/connections/require-public-texts";
import { type Context, requireConnection } from "@/lib/domain/context";
import { loadedAs, presentHeldVersions } from "@/lib/domain/present/held-version";
import { presentOutcomes, presentReview, versionRef } from "@/lib/domain/present/version";
import { withContent } from "@/lib/domain/skills/version-texts";
import { listedUrl, threadUrl, versionAddresses } from "@/lib/platform/urls";
import { type Asked, askedIn } from "@/lib/search/asked/read-asked";
import { type Explanation, explainSearch } from "@/lib/search/explain/explain-search";
import { type LibraryAnswer, type LibraryHit, searchWithConversations } from "@/lib/search/search-library";

/** Searches skills and conversations for a connection. Opens no thread and publishes nothing. */
export async function searchForConnection(ctx: Context, input: Input): Promise<{ data: KnowledgeFindings }> {
  requireConnection(ctx);
  const { findings } = await searchKnowledge(input);
  return { data: findings };
}

const SKILL_LIMIT_DEFAULT = 3;
const CONVERSATION_LIMIT_DEFAULT = 2;

type Input = InputOf<typeof knowledgeSearchContract>;

export type KnowledgeFindings = {
  status: "answered" | "open";
  match_quality: MatchQuality;
  nothing_fits: NothingFits | null;
  degraded: boolean;
  skills: KnowledgeSkill[];
  conversations: KnowledgeConversation[];
  excluded: { incompatible: number };
  loaded_versions: HeldVersion[];
  warnings: SearchWarning[];
};

/**
 * Skills and conversations about a query, for the knowledge interface. Publishes, stores and logs nothing. Also returns
 * the library's own answer and what the question names, for callers that open a thread with it.
 */
export async function searchKnowledge(
  input: Input,
): Promise<{ findings: KnowledgeFindings; library: LibraryAnswer; asked: Asked }> {
  const { query, loaded_versions = [] } = input;
  const skillLimit = input.skill_limit ?? SKILL_LIMIT_DEFAULT;
  const conversationLimit = input.conversation_limit ?? CONVERSATION_LIMIT_DEFAULT;
  const asked = await askedIn(input.applicability ?? [], query);
  const { entries: applicability, technologies: named, constraintIgnored } = asked;
  // With a skill limit of 0 the match quality is still returned.
  const search = { query, applicability, named, constraintIgnored, limit: Math.max(1, skillLimit) };
  const [{ library, conversations }, loaded] = await Promise.all([
    searchWithConversations(search, conversationLimit),
    presentHeldVersions(loaded_versions, applicability),
  ]);
  const findings: KnowledgeFindings = {
    status: library.answered ? "answered" : "open",
    match_quality: library.match_quality,
    nothing_fits: library.nothing_fits,
    degraded: library.degraded,
    skills: library.hits.slice(0, skillLimit).map((hit) => presentSkill(hit, loaded)),
    conversations: conversations.map((row) => ({
      thread_id: row.thread_id,
      title: row.title,
      status: row.status,
      canonical_url: threadUrl(row.thread_id),
      excerpt: row.excerpt,
      reply_count: Number(row.reply_count),
      last_sequence: row.last_sequence,
      score: Math.round(row.shared * 1_000) / 1_000,
    })),
    excluded: { incompatible: library.excluded_incompatible },
    loaded_versions: loaded,
    warnings: asked.warnings,
  };
  if (input.include) {
    const { length } = JSON.stringify({ data: findings });
    findings.skills = await withContent(findings.skills, ({ ref }) => ref, length);
  }
  return { findings, library, asked };
}

function presentSkill(hit: LibraryHit, loaded: HeldVersion[]): KnowledgeSkill {
  const { row } = hit;
  const held = loadedAs(row, loaded);
  return {
    ref: versionRef(row),
    title: row.title,
    description: row.description,
    canonical_url: listedUrl(row),
    ...versionAddresses(row),
    score: hit.score,
    strength: hit.strength,
    why: hit.why,
    excerpt: held === "current" ? null : hit.excerpt,
    matched_words: hit.matched_words,
    applicability: {
      verdict: withVersion(hit.verdict),
      entries: hit.entries.map((entry) => ({ ...entry, verdict: withVersion(entry.verdict) })),
    },
    is_selected: row.is_selected,
    loaded: held,
    review: presentReview(row),
    outcomes: presentOutcomes(row),
  };
}

/** Callers of the knowledge interface name each technology with a constraint. */
function withVersion<V extends Verdict>(verdict: V): Exclude<V, "version_not_given"> {
  if (isWithVersion(verdict)) return verdict;
  throw new Error("an entry of the knowledge interface has no constraint");
}

function isWithVersion<V extends Verdict>(verdict: V): verdict is Exclude<V, "version_not_given"> {
  return verdict !== "version_not_given";
}

const SKILL_CHARACTERS_MAX = 64;

/** The parameters of an address that explains a search. */
export const Explained = z.object({
  q: z.string().min(1).max(QUERY_CHARACTERS_MAX),
  technology: z.string().min(1).max(TECHNOLOGY_CHARACTERS_MAX).optional(),
  version: z.string().min(1).max(CONSTRAINT_CHARACTERS_MAX).optional(),
  /** The result to explain, by id or slug. */
  skill: z.string().min(1).max(SKILL_CHARACTERS_MAX).optional(),
  /** Explains the list of the directory instead of the answer of a search. */
  list: z.literal("directory").optional(),
});
export type Explained = z.infer<typeof Explained>;

/** A search that the starter library answers. */
export const EXAMPLE: Explained = { q: "how do I insert a row or update it when it exists in postgres 18" };

/**
 * How a search is answered right now, number by number. Opens no thread, stores nothing. Throws `unsafe_text` for a
 * search with a secret.
 */
export async function explainAnswer(ctx: Context, explained: Explained): Promise<Explanation> {
  const { q, technology, version, skill, list } = explained;
  const texts = Object.entries({ q, technology, version }).flatMap(([parameter, text]) =>
    text === undefined ? [] : [{ parameter, text }],
  );
  await requirePublicTexts(ctx, texts, { looking: true });
  return explainSearch({ query: q, technology, version, skill, inDirectory: list === "directory" });
}
