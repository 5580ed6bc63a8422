import type { SearchWarning } from "@/lib/contract/asked";
import type { InputOf } from "@/lib/contract/endpoint";
import type { HeldVersion, KnowledgeConversation, KnowledgeSkill } from "@/lib/contract/knowledge/resources";
import type { knowledgeSearch as knowledgeSearchContract } from "@/lib/contract/knowledge/search";
import type { MatchQuality } from "@/lib/contract/primitives";
import type { NothingFits } from "@/lib/contract/search-answer";
import { type Context, requireConnection } from "@/lib/domain/context";
import { loadedAs, presentHeldVersions } from "@/lib/domain/present/held-version";
import { presentOutcomes, presentReview, versionRef } from "@/lib/domain/present/version";
import { withContent } from "@/lib/domain/skills/skill-content";
import { listedUrl, threadUrl, versionAddresses } from "@/lib/platform/urls";
import type { Asked } from "@/lib/search/asked/read-asked";
import { askedIn } from "@/lib/search/asked/read-with-library";
import type { Verdict } from "@/lib/search/rank/applicability";
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
