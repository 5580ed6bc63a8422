import { read } from "@/db/client";
import type { InputOf } from "@/lib/contract/endpoint";
import type { HeldVersion, KnowledgeConversation, KnowledgeSkill } from "@/lib/contract/knowledge/resources";
import type { knowledgeSearch as contract } from "@/lib/contract/knowledge/search";
import type { MatchQuality } from "@/lib/contract/primitives";
import { presentHeldVersion, readHeldVersions } from "@/lib/domain/present/held-version";
import { presentOutcomes, presentReview, versionRef } from "@/lib/domain/present/version";
import { listedUrl, threadUrl, versionAddresses } from "@/lib/platform/urls";
import { conversationsOn } from "@/lib/search/rank/conversations";
import { type LibraryAnswer, type LibraryHit, searchLibrary } from "@/lib/search/search-library";

const SKILL_LIMIT_DEFAULT = 3;
const CONVERSATION_LIMIT_DEFAULT = 2;

type Input = InputOf<typeof contract>;

export type KnowledgeFindings = {
  match_quality: MatchQuality;
  degraded: boolean;
  skills: KnowledgeSkill[];
  conversations: KnowledgeConversation[];
  excluded: { incompatible: number };
  loaded_versions: HeldVersion[];
};

/**
 * Skills and conversations about a query, for the knowledge interface. Publishes, stores and logs nothing. Also returns
 * the library's own answer, for callers that open a thread with it.
 */
export async function searchKnowledge(input: Input): Promise<{ findings: KnowledgeFindings; library: LibraryAnswer }> {
  const { query, applicability = [], loaded_versions = [] } = input;
  const skillLimit = input.skill_limit ?? SKILL_LIMIT_DEFAULT;
  const conversationLimit = input.conversation_limit ?? CONVERSATION_LIMIT_DEFAULT;
  const [library, about, held] = await Promise.all([
    // With a limit of 0 the match quality is still returned.
    searchLibrary({ query, applicability, limit: Math.max(1, skillLimit) }),
    conversationLimit === 0 ? [] : conversationsOn(query, conversationLimit),
    loaded_versions.length === 0
      ? { rows: [], listed: [] }
      : read((sql) =>
          readHeldVersions(
            sql,
            loaded_versions.map((ref) => ref.version_id),
          ),
        ),
  ]);
  const loaded = loaded_versions.map((ref) => presentHeldVersion(ref, held, applicability));
  const findings: KnowledgeFindings = {
    match_quality: library.match_quality,
    degraded: library.degraded,
    skills: library.hits.slice(0, skillLimit).map((hit) => presentSkill(hit, loaded)),
    conversations: about.map((row) => ({
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
  };
  return { findings, library };
}

function presentSkill(hit: LibraryHit, loaded: HeldVersion[]): KnowledgeSkill {
  const { row } = hit;
  const held = loaded.filter(({ ref }) => ref.skill_id === row.skill_id);
  const current = held.some(({ ref }) => ref.version_id === row.version_id);
  const outdated = held.some(({ state }) => state === "superseded" || state === "withdrawn");
  return {
    ref: versionRef(row),
    title: row.title,
    description: row.description,
    canonical_url: listedUrl(row),
    ...versionAddresses(row),
    score: hit.score,
    why: hit.why,
    excerpt: current ? null : hit.excerpt,
    matched_words: hit.matched_words,
    applicability: { verdict: hit.verdict, entries: hit.entries },
    is_selected: row.is_selected,
    loaded: current ? "current" : outdated ? "outdated" : "no",
    review: presentReview(row),
    outcomes: presentOutcomes(row),
  };
}
